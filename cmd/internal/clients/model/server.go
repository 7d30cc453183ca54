package model

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// MaxBody is how many bytes of one request are read.
const MaxBody = 32 << 20

// parting is what the model says when it asks for nothing.
const parting = "Done."

// Call is one call of a tool.
type Call struct {
	// Tool is its name, as the client spells it.
	Tool string
	// Input is a JSON object; for a tool that takes bare text, where Bare is set, that text.
	Input string
	// Bare says that the tool takes text that is no JSON.
	Bare bool
}

// Server is a running model server. Its methods may be called from several goroutines.
type Server struct {
	// URL is the address, without a slash at the end: "http://127.0.0.1:40000".
	URL string

	script []Call
	http   *http.Server

	mu      sync.Mutex
	results int
	told    []string
	offered []string
	strange []string
}

// New starts a server on a free port of the loopback address that asks for the calls of
// the script, in order.
func New(script []Call) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the model server: %w", err)
	}
	s := &Server{URL: "http://" + listener.Addr().String(), script: script}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener) //nolint:errcheck // it ends with ErrServerClosed, by Close
	return s, nil
}

// Close stops the server.
func (s *Server) Close() error { return s.http.Close() }

// Told returns what the client said behind the first call of a tool, in order: results
// of tools, and what stands beside them.
func (s *Server) Told() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.told)
}

// Results returns how many results of tools the client has come back with.
func (s *Server) Results() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.results
}

// Offered returns the names of the tools that the client offered with its prompt, sorted.
func (s *Server) Offered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.offered)
}

// Strange returns the requests that no protocol knows, as "METHOD path", in order.
func (s *Server) Strange() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.strange)
}

// prompt is what one request says.
type prompt struct {
	tools   []string // the names of those that may be called
	results int      // how many results of tools it carries
	told    []string // what stands behind the first call of a tool
	stream  bool     // the answer is to come as events
}

// answer is what the model says: a call, or text where call is nil.
type answer struct {
	call *Call
	id   string // of the call
}

// wire is one protocol.
type wire struct {
	is    func(path string) bool
	read  func(path string, body []byte) (prompt, error)
	write func(w http.ResponseWriter, p prompt, a answer)
}

var wires = []wire{anthropic, responses, chat, gemini}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(wires, func(p wire) bool { return p.is(r.URL.Path) })
	if i < 0 || r.Method != http.MethodPost {
		s.mu.Lock()
		s.strange = append(s.strange, r.Method+" "+r.URL.Path)
		s.mu.Unlock()
		http.Error(w, `{"error": {"message": "not here"}}`, http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	p, err := wires[i].read(r.URL.Path, body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	wires[i].write(w, p, s.next(p))
}

// next keeps what the prompt says, and answers it.
func (s *Server) next(p prompt) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results = max(s.results, p.results)
	if len(p.told) >= len(s.told) {
		s.told = p.told
	}
	if len(p.tools) > len(s.offered) {
		s.offered = slices.Sorted(slices.Values(p.tools))
	}
	if p.results >= len(s.script) || !slices.Contains(p.tools, s.script[p.results].Tool) {
		return answer{}
	}
	return answer{call: &s.script[p.results], id: fmt.Sprintf("call_%d", p.results+1)}
}

// texts returns all strings in a JSON value, in order; those of an object are in the
// order of its keys, without the names of types.
func texts(value json.RawMessage) []string {
	var any any
	if json.Unmarshal(value, &any) != nil {
		return nil
	}
	return strands(any)
}

func strands(value any) (all []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v {
			all = append(all, strands(item)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if key != "type" {
				all = append(all, strands(v[key])...)
			}
		}
	}
	return all
}

// object is a JSON object that is written.
type object = map[string]any

// writeJSON answers with one document.
func writeJSON(w http.ResponseWriter, document object) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(encode(document)) // the client may be gone
}

// writeEvents answers with server-sent events: each has the name of its field "type",
// where it has one.
func writeEvents(w http.ResponseWriter, events ...object) {
	w.Header().Set("Content-Type", "text/event-stream")
	var b strings.Builder
	for _, event := range events {
		if name, ok := event["type"].(string); ok {
			fmt.Fprintf(&b, "event: %s\n", name)
		}
		fmt.Fprintf(&b, "data: %s\n\n", encode(event))
	}
	_, _ = io.WriteString(w, b.String()) // the client may be gone
}

// encode writes what is made here, of strings, numbers, lists and objects, which can
// always be written.
func encode(document any) []byte {
	data, err := json.Marshal(document)
	if err != nil {
		panic(fmt.Sprintf("write %v: %v", document, err))
	}
	return data
}
