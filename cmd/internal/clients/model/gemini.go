package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// gemini is the protocol of Gemini CLI.
var gemini = wire{
	is:    func(path string) bool { return strings.HasPrefix(path, "/v1beta/models/") },
	read:  readGemini,
	write: writeGemini,
}

func readGemini(path string, body []byte) (prompt, error) {
	var request struct {
		Tools []struct {
			Functions []struct {
				Name string `json:"name"`
			} `json:"functionDeclarations"`
		} `json:"tools"`
		Contents []struct {
			Role  string `json:"role"`
			Parts []struct {
				Text     string          `json:"text"`
				Call     json.RawMessage `json:"functionCall"`
				Response *struct {
					Response json.RawMessage `json:"response"`
				} `json:"functionResponse"`
			} `json:"parts"`
		} `json:"contents"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return prompt{}, fmt.Errorf("read a request for content: %w", err)
	}
	p := prompt{stream: strings.HasSuffix(path, ":streamGenerateContent")}
	for _, tool := range request.Tools {
		for _, function := range tool.Functions {
			p.tools = append(p.tools, function.Name)
		}
	}
	called := false
	for _, content := range request.Contents {
		for _, part := range content.Parts {
			switch {
			case part.Call != nil:
				called = true
			case part.Response != nil:
				p.results++
				p.told = append(p.told, texts(part.Response.Response)...)
			case called && content.Role != "model":
				p.told = append(p.told, part.Text)
			}
		}
	}
	return p, nil
}

func writeGemini(w http.ResponseWriter, p prompt, a answer) {
	part := object{"text": parting}
	if a.call != nil {
		part = object{"functionCall": object{"id": a.id, "name": a.call.Tool, "args": json.RawMessage(a.call.Input)}}
	}
	document := object{
		"candidates":    []any{object{"index": 0, "content": object{"role": "model", "parts": []any{part}}, "finishReason": "STOP"}},
		"usageMetadata": object{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
		"totalTokens":   1, // what countTokens asks for
	}
	if p.stream {
		writeEvents(w, document)
		return
	}
	writeJSON(w, document)
}
