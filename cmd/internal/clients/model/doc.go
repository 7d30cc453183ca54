// Package model is a model server that thinks of nothing: it speaks the protocols in
// which coding agents talk to their models, and asks for the tool calls of a script, one
// a turn, whatever it is told. What a client tells it of each call is kept.
//
// A request is answered by itself, without a memory of earlier ones: as many results of
// tools as it carries, so far is the script. What offers no tools, such as the request for
// a title, gets a line of text, and so does what comes after the script's end.
//
// The protocols, and the paths by which they are told:
//
//	/v1/messages               Anthropic's messages
//	/v1/responses              OpenAI's responses
//	/v1/chat/completions       OpenAI's chat completions
//	/v1beta/models/NAME:VERB   Google's generateContent and streamGenerateContent
//
//	server, err := model.New([]model.Call{{Tool: "Bash", Input: `{"command": "ls"}`}})
//	if err != nil { … }
//	defer server.Close()
//	… a client runs against server.URL …
//	fmt.Println(server.Told())
package model
