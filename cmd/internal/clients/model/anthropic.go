package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// anthropic is the protocol of Claude Code.
var anthropic = wire{
	is:    func(path string) bool { return strings.HasPrefix(path, "/v1/messages") },
	read:  readAnthropic,
	write: writeAnthropic,
}

// anthropicBlock is one piece of a message's content.
type anthropicBlock struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	Content json.RawMessage `json:"content"`
}

func readAnthropic(_ string, body []byte) (prompt, error) {
	var request struct {
		Stream bool `json:"stream"`
		Tools  []struct {
			Name string `json:"name"`
		} `json:"tools"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return prompt{}, fmt.Errorf("read a request for a message: %w", err)
	}
	p := prompt{stream: request.Stream}
	for _, tool := range request.Tools {
		p.tools = append(p.tools, tool.Name)
	}
	called := false
	for _, message := range request.Messages {
		var blocks []anthropicBlock
		if json.Unmarshal(message.Content, &blocks) != nil {
			blocks = []anthropicBlock{{Type: "text", Text: strings.Join(texts(message.Content), "")}}
		}
		for _, block := range blocks {
			switch {
			case block.Type == "tool_use":
				called = true
			case block.Type == "tool_result":
				p.results++
				p.told = append(p.told, texts(block.Content)...)
			case called && message.Role != "assistant":
				p.told = append(p.told, block.Text)
			}
		}
	}
	return p, nil
}

func writeAnthropic(w http.ResponseWriter, p prompt, a answer) {
	block, piece, reason := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": parting}, "end_turn"
	whole := object{"type": "text", "text": parting}
	if a.call != nil {
		block = object{"type": "tool_use", "id": a.id, "name": a.call.Tool, "input": object{}}
		piece = object{"type": "input_json_delta", "partial_json": a.call.Input}
		whole = object{"type": "tool_use", "id": a.id, "name": a.call.Tool, "input": json.RawMessage(a.call.Input)}
		reason = "tool_use"
	}
	usage := object{"input_tokens": 1, "output_tokens": 1}
	message := object{"id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in", "usage": usage}
	if !p.stream {
		message["content"], message["stop_reason"], message["input_tokens"] = []any{whole}, reason, 1
		writeJSON(w, message)
		return
	}
	message["content"] = []any{}
	writeEvents(w,
		object{"type": "message_start", "message": message},
		object{"type": "content_block_start", "index": 0, "content_block": block},
		object{"type": "content_block_delta", "index": 0, "delta": piece},
		object{"type": "content_block_stop", "index": 0},
		object{"type": "message_delta", "delta": object{"stop_reason": reason}, "usage": usage},
		object{"type": "message_stop"},
	)
}
