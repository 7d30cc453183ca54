package origin

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// MaxRequests is how many requests a server answers; all later ones get status 503.
// It ends what a runaway command (a recursive fetch, a counted URL) would begin.
const MaxRequests = 200_000

// Server is a running server. Its methods may be called from several goroutines.
type Server struct {
	// URL is the address, without a slash at the end: "http://127.0.0.1:40000".
	URL string

	dir      string
	root     *os.Root
	http     *http.Server
	requests atomic.Int64
}

// New makes the repositories below dir, an existing directory, and starts a server
// on a free port of the loopback address. It needs git; the error says what failed.
func New(dir string) (*Server, error) {
	git := filepath.Join(dir, "git")
	if err := os.Mkdir(git, 0o755); err != nil {
		return nil, fmt.Errorf("make the origin: %w", err)
	}
	if err := build(git); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(git)
	if err != nil {
		return nil, fmt.Errorf("open the origin: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the origin: %w", err), root.Close())
	}
	s := &Server{URL: "http://" + listener.Addr().String(), dir: git, root: root}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener) //nolint:errcheck // it ends with ErrServerClosed, by Close
	return s, nil
}

// Close stops the server. The repositories stay for the owner of the directory.
func (s *Server) Close() error {
	return errors.Join(s.http.Close(), s.root.Close())
}

// Requests returns how many requests have come in so far.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// File returns the URL of the file called name.
func (s *Server) File(name string) string { return s.at("files", name) }

// Repository returns the URL of the repository called name, one of [Repositories].
func (s *Server) Repository(name string) string { return s.at("git", name+".git") }

// RepositoryDir returns the directory of the repository called name, for clones by
// path and by file URL.
func (s *Server) RepositoryDir(name string) string { return filepath.Join(s.dir, name+".git") }

func (s *Server) at(elem ...string) string {
	return s.URL + (&url.URL{Path: "/" + strings.Join(elem, "/")}).EscapedPath()
}

// routes are tried in order; rest is the path after the prefix.
var routes = []struct {
	prefix string
	serve  func(s *Server, w http.ResponseWriter, r *http.Request, rest string)
}{
	{"/files/", (*Server).file},
	{"/git/", (*Server).object},
	{"/moved/", (*Server).moved},
	{"/named/", (*Server).named},
	{"/site/", (*Server).site},
	{"/loop", (*Server).loop},
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Origin", Mark)
	if s.requests.Add(1) > MaxRequests {
		s.fail(w, http.StatusServiceUnavailable, "the origin has answered all the requests it will")
		return
	}
	for _, route := range routes {
		if rest, ok := strings.CutPrefix(r.URL.Path, route.prefix); ok {
			route.serve(s, w, r, rest)
			return
		}
	}
	s.fail(w, http.StatusNotFound, "not here")
}

func (s *Server) file(w http.ResponseWriter, r *http.Request, rest string) {
	if rest == "" {
		s.fail(w, http.StatusNotFound, "no name")
		return
	}
	w.Header().Set("Content-Type", contentType(rest))
	http.ServeContent(w, r, "", modified, bytes.NewReader(Body(rest)))
}

// object serves a file of a repository. Directories and what is not there are error
// pages: git's dumb protocol asks for many files that need not exist.
func (s *Server) object(w http.ResponseWriter, r *http.Request, rest string) {
	body, err := fs.ReadFile(s.root.FS(), path.Clean(rest))
	if err != nil {
		s.fail(w, http.StatusNotFound, "no such object")
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", modified, bytes.NewReader(body))
}

func (s *Server) moved(w http.ResponseWriter, r *http.Request, rest string) {
	target := (&url.URL{Path: "/" + rest, RawQuery: r.URL.RawQuery}).String()
	w.Header().Set("Location", target)
	s.fail(w, http.StatusFound, "moved")
}

func (s *Server) named(w http.ResponseWriter, r *http.Request, rest string) {
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", path.Base(rest)))
	s.file(w, r, rest)
}

func (s *Server) site(w http.ResponseWriter, r *http.Request, rest string) {
	if rest == "" || strings.HasSuffix(rest, "/") {
		rest += "index.html"
	}
	s.file(w, r, rest)
}

func (s *Server) loop(w http.ResponseWriter, _ *http.Request, _ string) {
	w.Header().Set("Location", "/loop")
	s.fail(w, http.StatusFound, "again")
}

// fail sends a marked page: error pages land on the disk as well (curl -o).
func (s *Server) fail(w http.ResponseWriter, status int, reason string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "%s %d %s\n", Mark, status, reason) // the client may be gone
}
