package model

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// chat is the protocol of Qwen Code, OpenCode and Copilot with a provider of one's own.
var chat = wire{
	is:    func(path string) bool { return path == "/v1/chat/completions" },
	read:  readChat,
	write: writeChat,
}

func readChat(_ string, body []byte) (prompt, error) {
	var request struct {
		Stream bool `json:"stream"`
		Tools  []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
		Messages []struct {
			Role      string            `json:"role"`
			Content   json.RawMessage   `json:"content"`
			ToolCalls []json.RawMessage `json:"tool_calls"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return prompt{}, fmt.Errorf("read a request for a completion: %w", err)
	}
	p := prompt{stream: request.Stream}
	for _, tool := range request.Tools {
		p.tools = append(p.tools, tool.Function.Name)
	}
	called := false
	for _, message := range request.Messages {
		switch {
		case message.Role == "assistant":
			called = called || len(message.ToolCalls) > 0
		case message.Role == "tool":
			p.results++
			p.told = append(p.told, texts(message.Content)...)
		case called:
			p.told = append(p.told, texts(message.Content)...)
		}
	}
	return p, nil
}

func writeChat(w http.ResponseWriter, p prompt, a answer) {
	message, reason := object{"role": "assistant", "content": parting}, "stop"
	if a.call != nil {
		function := object{"name": a.call.Tool, "arguments": a.call.Input}
		call := object{"index": 0, "id": a.id, "type": "function", "function": function}
		message, reason = object{"role": "assistant", "content": nil, "tool_calls": []any{call}}, "tool_calls"
	}
	usage := object{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	if !p.stream {
		choice := object{"index": 0, "message": message, "finish_reason": reason}
		writeJSON(w, object{"id": "chat_1", "object": "chat.completion", "created": 1, "model": "stand-in", "choices": []any{choice}, "usage": usage})
		return
	}
	chunk := func(delta object, reason any) object {
		choice := object{"index": 0, "delta": delta, "finish_reason": reason}
		return object{"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "stand-in", "choices": []any{choice}}
	}
	last := chunk(object{}, reason)
	last["usage"] = usage
	writeEvents(w, chunk(message, nil), last)
	_, _ = io.WriteString(w, "data: [DONE]\n\n") // the client may be gone
}
