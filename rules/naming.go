package rules

import (
	"errors"
	"fmt"
	"strings"
)

// Names come from text that other programs will read once more, so all of these are
// pure functions of it: no file is looked at. A result is one path element; where the
// rule gives none that can be used as such they fail.

var errNoName = errors.New("no name can be taken from it: give one")

// CloneName returns the directory that git clone makes for a URL when none is given:
// git_url_basename in git's dir.c, step by step. Bare is what --bare and --mirror say;
// it adds .git. A bundle, which only a look at the file tells, is named by BundleName.
//
// A name with control characters is an error, though git would replace them by blanks;
// so are . and .. and the empty name.
func CloneName(url string, bare bool) (string, error) { return cloneName(url, ".git", bare) }

// BundleName is CloneName for the path of a bundle, a file of git's: its ending is dropped
// instead of .git.
func BundleName(path string, bare bool) (string, error) { return cloneName(path, bundle, bare) }

const bundle = ".bundle"

func cloneName(url, ending string, bare bool) (string, error) {
	s := url
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	host, _, _ := strings.Cut(s, "/")
	s = s[strings.LastIndexByte(host, '@')+1:]
	s = strings.TrimRight(s, "/ \t\r\n")
	if len(s) > len("/.git") && strings.HasSuffix(s, "/.git") {
		s = strings.TrimRight(strings.TrimSuffix(s, "/.git"), "/")
	}
	s = withoutPort(s)
	s = s[strings.LastIndexAny(s, "/:")+1:]
	s = strings.TrimSuffix(s, ending)
	if s == "" {
		return "", errNoName
	}
	if bare {
		s += ".git"
	}
	if strings.IndexFunc(s, isBlank) >= 0 {
		s = strings.Join(strings.FieldsFunc(s, isBlank), " ")
	}
	return usable(s)
}

// withoutPort drops a port from what is only a host. With a slash before it, the
// number is a name: /srv/repo:2222.
func withoutPort(s string) string {
	if strings.Contains(s, "/") {
		return s
	}
	if host := strings.TrimRight(s, "0123456789"); strings.HasSuffix(host, ":") {
		return strings.TrimSuffix(host, ":")
	}
	return s
}

func isBlank(r rune) bool { return r == ' ' }

// GhCloneName returns the directory that gh repo clone makes: OWNER/REPO,
// HOST/OWNER/REPO, the name alone of a repository of one's own, or a URL, of which gh
// takes the two elements OWNER/REPO (simplifyURL in pkg/cmd/repo/clone/clone.go, FromURL
// in internal/ghrepo). GitHub's own spelling of the name, which gh asks for and clones,
// may differ in case.
func GhCloneName(repo string) (string, error) {
	path := repo
	if i := strings.IndexByte(repo, ':'); i >= 0 {
		path = urlPath(repo, i)
		elements := strings.Split(strings.Trim(path, "/"), "/")
		if len(elements) < 2 {
			return "", errNoName
		}
		path = elements[1]
	}
	path = path[strings.LastIndexByte(path, '/')+1:]
	return usable(strings.TrimSuffix(path, ".git"))
}

// urlPath returns the path of scheme://host/path, without query and fragment, or of the
// short form host:path, of which the first colon is at i.
func urlPath(url string, i int) string {
	rest, ok := strings.CutPrefix(url[i:], "://")
	if !ok {
		return url[i+1:]
	}
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end]
	}
	_, path, _ := strings.Cut(rest, "/")
	return path
}

// gistName returns the directory that gh gist clone makes: git's own name for the URL,
// which for an ID is https://gist.github.com/ID.git (formatRemoteURL in
// pkg/cmd/gist/clone/clone.go).
func gistName(gist string) (string, error) {
	if strings.Contains(gist, ":") {
		return CloneName(gist, false)
	}
	return CloneName("https://gist.github.com/"+gist+".git", false)
}

// lastOfPath returns the last element of a path or URL, without .git.
func lastOfPath(path string) (string, error) {
	path = strings.TrimRight(path, "/")
	return usable(strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".git"))
}

// HgName returns the directory that hg clone makes: the last element of the path, of a
// URL decoded, without the branch behind # (defaultdest in mercurial/hg.py).
func HgName(source string) (string, error) {
	source, _, _ = strings.Cut(source, "#")
	if _, rest, ok := strings.Cut(source, "://"); ok {
		_, source, _ = strings.Cut(rest, "/")
		source, _, _ = strings.Cut(source, "?")
		source = percentDecode(source)
	}
	name, ok := LastElement(source)
	if !ok || strings.HasSuffix(source, "/.") {
		return "", errNoName
	}
	return usable(name)
}

// SvnName returns the directory that svn checkout and svn export make for a URL: the last
// element of its path, decoded, without the revision behind the last @ of it
// (svn_uri_basename, svn_opt_parse_path).
func SvnName(url string) (string, error) {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return "", errNoName
	}
	if at := strings.LastIndexByte(rest, '@'); at > strings.LastIndexByte(rest, '/') {
		rest = rest[:at]
	}
	_, path, _ := strings.Cut(rest, "/")
	name := percentDecode(strings.TrimRight(path, "/"))
	return usable(name[strings.LastIndexByte(name, '/')+1:])
}

// BrzName returns the directory that brz branch makes for a location: derive_to_location
// in breezy/urlutils.py. A location with parameters (,branch=x) names a branch that is
// not known here.
func BrzName(location string) (string, error) {
	if strings.Contains(location, ",") {
		return "", errNoName
	}
	if strings.Contains(location, "/") {
		return lastOfPath(strings.TrimRight(location, `/\`))
	}
	return usable(location[strings.IndexByte(location, ':')+1:])
}

// FossilName returns what fossil clone names a repository after: the last element of the
// URL without .fossil. Names of other signs than letters, digits, - and _ it changes, and
// a URL without a path it names after the host: they are an error here.
func FossilName(url string) (string, error) {
	rest := url
	if _, after, ok := strings.Cut(url, "://"); ok {
		rest = after
	}
	rest = strings.TrimRight(rest, "/")
	i := strings.LastIndexByte(rest, '/')
	name := strings.TrimSuffix(rest[i+1:], ".fossil")
	if i < 0 || name == "" || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return "", errNoName
	}
	return name, nil
}

// RemoteName returns the file that curl -O writes for a URL: the last element of its
// path, where a backslash separates too, without query and fragment and without
// decoding (get_url_file_name in curl's src/tool_operhlp.c). Of a path that ends in a
// slash it is, as since 8.10, the last directory, or curl_response where there is none;
// older releases fail then.
func RemoteName(url string) (string, error) {
	rest := url
	if _, after, ok := strings.Cut(url, "://"); ok {
		rest = after
	}
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end]
	}
	_, path, _ := strings.Cut(rest, "/")
	path = withoutDots(path)
	path = strings.TrimRight(path, `/\`)
	if path == "" {
		return "curl_response", nil
	}
	return usable(path[strings.LastIndexAny(path, `/\`)+1:])
}

// withoutDots takes . and .. out of a URL's path, as RFC 3986 section 5.2.4 says.
func withoutDots(path string) string {
	var out []string
	elements := strings.Split(path, "/")
	for i, e := range elements {
		last := i == len(elements)-1
		switch e {
		case ".", "..":
			if e == ".." && len(out) > 0 {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, e)
		}
	}
	return strings.Join(out, "/")
}

// WgetName returns the file that wget writes for a URL without -O: the last element of
// its path with the query, percent signs decoded, and slashes and control characters
// encoded; index.html where there is none (url_file_name and append_uri_pathel in
// wget's src/url.c). A name outside ASCII depends on the locale and is an error, so is
// a URL that is no http, https or ftp URL. When the file exists, wget adds .1.
func WgetName(url string) (string, error) {
	rest := url
	if scheme, after, ok := strings.Cut(url, "://"); ok {
		switch strings.ToLower(scheme) {
		case "http", "https", "ftp", "ftps":
		default:
			return "", fmt.Errorf("wget does not fetch %q URLs: give a name", scheme)
		}
		rest = after
	}
	rest, _, _ = strings.Cut(rest, "#")
	path, query := rest, ""
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		path, query = rest[:i], rest[i:]
	}
	_, path, _ = strings.Cut(path, "/")
	path = withoutDots(strings.NewReplacer("%2e", ".", "%2E", ".").Replace(path))
	file := path[strings.LastIndexByte(path, '/')+1:]
	if file == "" {
		file = "index.html"
	}
	name := percentDecode(file + query)
	if strings.ContainsFunc(name, func(r rune) bool { return r > 0x7f }) {
		return "", fmt.Errorf("the name wget makes of %q depends on the locale: give one", name)
	}
	return usable(wgetEncode(name))
}

func percentDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2])
			if hi >= 0 && lo >= 0 && hi+lo > 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func wgetEncode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '/' || isControl(c) {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// LastElement returns the last element of a path, after the slashes at its end. It
// reports false where that names no file of its own: the empty path, /, and a path that
// ends in . or .. .
func LastElement(path string) (string, bool) {
	path = strings.TrimRight(path, "/")
	name := path[strings.LastIndexByte(path, '/')+1:]
	switch name {
	case "", ".", "..":
		return "", false
	}
	return name, true
}

// usable returns the name where it can be one path element.
func usable(name string) (string, error) {
	switch {
	case name == "", name == ".", name == "..":
		return "", errNoName
	case strings.ContainsFunc(name, func(r rune) bool { return r < 0x20 || r == 0x7f }):
		return "", fmt.Errorf("the name %q has control characters: give another", name)
	}
	return name, nil
}

func isControl(c byte) bool { return c < 0x20 || c == 0x7f }
