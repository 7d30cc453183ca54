package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// responses is the protocol of Codex.
var responses = wire{
	is:    func(path string) bool { return path == "/v1/responses" },
	read:  readResponses,
	write: writeResponses,
}

func readResponses(_ string, body []byte) (prompt, error) {
	var request struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
		Input []json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return prompt{}, fmt.Errorf("read a request for a response: %w", err)
	}
	p := prompt{stream: true}
	for _, tool := range request.Tools {
		p.tools = append(p.tools, tool.Name)
	}
	called := false
	for _, raw := range request.Input {
		var item struct {
			Type    string          `json:"type"`
			Role    string          `json:"role"`
			Output  json.RawMessage `json:"output"`
			Content json.RawMessage `json:"content"`
		}
		if err := json.Unmarshal(raw, &item); err != nil {
			return prompt{}, fmt.Errorf("read an item of a request: %w", err)
		}
		switch {
		case strings.HasSuffix(item.Type, "_call_output"):
			p.results++
			p.told = append(p.told, texts(item.Output)...)
		case strings.HasSuffix(item.Type, "_call"):
			called = true
		case called && item.Role != "assistant":
			p.told = append(p.told, texts(item.Content)...)
		}
	}
	return p, nil
}

func writeResponses(w http.ResponseWriter, _ prompt, a answer) {
	item := object{"type": "message", "id": "msg_1", "role": "assistant", "content": []any{object{"type": "output_text", "text": parting}}}
	switch {
	case a.call == nil:
	case a.call.Bare:
		item = object{"type": "custom_tool_call", "id": "ctc_1", "call_id": a.id, "name": a.call.Tool, "input": a.call.Input}
	default:
		item = object{"type": "function_call", "id": "fc_1", "call_id": a.id, "name": a.call.Tool, "arguments": a.call.Input}
	}
	usage := object{"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil, "total_tokens": 2}
	writeEvents(w,
		object{"type": "response.created", "response": object{"id": "resp_1"}},
		object{"type": "response.output_item.done", "output_index": 0, "item": item},
		object{"type": "response.completed", "response": object{"id": "resp_1", "output": []any{item}, "usage": usage}},
	)
}
