package model

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// post sends a body and returns the whole answer.
func post(t *testing.T, url, body string) (status int, text string) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(data)
}

// TestServer has each protocol's client say its prompt, come back with a result, and ask
// for something without offering tools.
func TestServer(t *testing.T) {
	for _, tt := range []struct {
		name, path         string
		asks, comes, plain string // requests
		call               string // a part of the first answer
	}{
		{
			name: "anthropic", path: "/v1/messages",
			asks: `{"stream": true, "tools": [{"name": "sh"}, {"name": "a"}], "messages": [{"role": "user", "content": "go"}]}`,
			comes: `{"stream": true, "tools": [{"name": "sh"}], "messages": [{"role": "user", "content": "go"},
				{"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "sh", "input": {}}]},
				{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": [{"type": "text", "text": "out"}]}, {"type": "text", "text": "beside"}]}]}`,
			plain: `{"messages": [{"role": "user", "content": "a title"}]}`,
			call:  `"partial_json":"{\"command\": \"ls\"}"`,
		},
		{
			name: "responses", path: "/v1/responses",
			asks: `{"tools": [{"name": "sh"}, {"name": "a"}], "input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}]}`,
			comes: `{"tools": [{"name": "sh"}], "input": [{"type": "message", "role": "user", "content": []}, {"type": "function_call", "call_id": "call_1"},
				{"type": "function_call_output", "call_id": "call_1", "output": "out"},
				{"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "beside"}]}]}`,
			plain: `{"input": []}`,
			call:  `"arguments":"{\"command\": \"ls\"}"`,
		},
		{
			name: "chat", path: "/v1/chat/completions",
			asks: `{"stream": true, "tools": [{"function": {"name": "sh"}}, {"function": {"name": "a"}}], "messages": [{"role": "user", "content": "go"}]}`,
			comes: `{"stream": true, "tools": [{"function": {"name": "sh"}}], "messages": [{"role": "user", "content": "go"},
				{"role": "assistant", "tool_calls": [{"id": "call_1"}]}, {"role": "tool", "content": "out"}, {"role": "user", "content": "beside"}]}`,
			plain: `{"messages": [{"role": "user", "content": "a title"}]}`,
			call:  `"arguments":"{\"command\": \"ls\"}"`,
		},
		{
			name: "gemini", path: "/v1beta/models/m:streamGenerateContent",
			asks: `{"tools": [{"functionDeclarations": [{"name": "sh"}, {"name": "a"}]}], "contents": [{"role": "user", "parts": [{"text": "go"}]}]}`,
			comes: `{"tools": [{"functionDeclarations": [{"name": "sh"}]}], "contents": [{"role": "model", "parts": [{"functionCall": {"name": "sh"}}]},
				{"role": "user", "parts": [{"functionResponse": {"name": "sh", "response": {"output": "out"}}}, {"text": "beside"}]}]}`,
			plain: `{"contents": [{"role": "user", "parts": [{"text": "a title"}]}]}`,
			call:  `"args":{"command":"ls"}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := New([]Call{{Tool: "sh", Input: `{"command": "ls"}`}})
			require.NoError(t, err)
			defer s.Close()

			_, text := post(t, s.URL+tt.path, tt.asks)
			assert.Contains(t, text, tt.call)
			assert.Equal(t, []string{"a", "sh"}, s.Offered())
			assert.Empty(t, s.Told())

			_, text = post(t, s.URL+tt.path, tt.comes)
			assert.Contains(t, text, parting)
			assert.Equal(t, []string{"out", "beside"}, s.Told())
			assert.Equal(t, 1, s.Results())

			_, text = post(t, s.URL+tt.path, tt.plain)
			assert.Contains(t, text, parting, "who offers no tools gets no call")
			assert.Equal(t, []string{"out", "beside"}, s.Told(), "what says less takes nothing back")
		})
	}
}

func TestServerRefuses(t *testing.T) {
	s, err := New(nil)
	require.NoError(t, err)
	defer s.Close()

	status, _ := post(t, s.URL+"/v2/unknown", "{}")
	assert.Equal(t, http.StatusNotFound, status)
	assert.Equal(t, []string{"POST /v2/unknown"}, s.Strange())

	status, text := post(t, s.URL+"/v1/messages", "no JSON")
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Contains(t, text, "read a request for a message")
}

// TestBare: a tool that takes text that is no JSON is called in another form.
func TestBare(t *testing.T) {
	s, err := New([]Call{{Tool: "apply_patch", Input: "*** Begin Patch", Bare: true}})
	require.NoError(t, err)
	defer s.Close()
	_, text := post(t, s.URL+"/v1/responses", `{"tools": [{"name": "apply_patch"}], "input": []}`)
	assert.Contains(t, text, `"input":"*** Begin Patch"`)
	assert.Contains(t, text, `"type":"custom_tool_call"`)
}
