package protocol

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// clineAgent is Cline, in two generations: the one of its command line and its SDK, whose
// events hold several commands, and the extension of Visual Studio Code, which takes no
// other command. A refusal stops the run.
var clineAgent = Agent{
	Name: "cline", Title: "Cline",
	Doc:     "Cline: the command line and the SDK, and the older extension, which is not rewritten",
	Checked: "source, without a run",
	Is:      func(s *signs) bool { return s.has("clineVersion") || s.has("preToolUse") },
	Can:     Can{Rewrite: true, Context: true, Document: true},
	CanAt: func(event Event) Can {
		return Can{Rewrite: event.Request.Event != claudeEvent, Context: true, Document: true}
	},
	shapes: []*shape{&clineCall},
	Decode: decodeCline,
	Encode: encodeCline,
}

var clineCall = shape{
	agent: "cline", name: "hookName", before: []string{"tool_call", claudeEvent},
	tool: "tool_call.name", input: "tool_call.input", roots: "workspaceRoots",
	session: "taskId", call: "tool_call.id", kind: "agent_id",
	shells: []string{"run_commands", "execute_command", "bash"}, commands: clineCommands,
	files: clineTools,
}

// clineOlder has the call in a member that is named like the event.
var clineOlder = shape{
	agent: "cline", name: "hookName", before: []string{"tool_call", claudeEvent},
	tool: "preToolUse.toolName", input: "preToolUse.parameters", roots: "workspaceRoots", session: "taskId",
	shells: []string{"run_commands", "execute_command", "bash"}, commands: clineCommands,
	files: clineTools,
}

var clineTools = []fileTool{
	{Name: "list_files", Fields: []pathField{{Name: "path", Reads: true}}},
	{Name: "read_file", Fields: []pathField{{Name: "path", Reads: true}}},
	{Name: "replace_in_file", Fields: []pathField{{Name: "path"}}},
	{Name: "search_files", Fields: []pathField{{Name: "path", Reads: true}, {Name: "file_pattern", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
	{Name: "write_to_file", Fields: []pathField{{Name: "path"}}},
}

func decodeCline(document []byte) (Event, error) {
	if look(document).has("tool_call") {
		return clineCall.decode(document)
	}
	return clineOlder.decode(document)
}

// clineFields are the members of an input that may hold commands.
var clineFields = [...]string{"commands", "command", "cmd"}

// clineCommands reads an input, which is a command, a list of them, or an object with one
// of either. Of two members nobody knows which one counts.
func clineCommands(label string, input *field) ([]place, error) {
	if len(input.raw) == 0 || input.raw[0] != '{' || input.count > 1 {
		return clineList(label, input)
	}
	var found [len(clineFields)]field
	if err := object(input.raw, map[string]*field{clineFields[0]: &found[0], clineFields[1]: &found[1], clineFields[2]: &found[2]}); err != nil {
		return nil, fmt.Errorf("the event's %s %w: send one JSON object", label, err)
	}
	at := slices.IndexFunc(found[:], func(f field) bool { return f.given() })
	if at < 0 {
		return nil, fmt.Errorf("the event's %s has no commands: send a list of strings", label)
	}
	for i := at + 1; i < len(found); i++ {
		if found[i].given() {
			return nil, fmt.Errorf("the event's %s has %s and %s: send one of them", label, clineFields[at], clineFields[i])
		}
	}
	return clineList(label+"."+clineFields[at], &found[at])
}

// clineList reads a command, or a list of them. Where f stands in the input is kept.
func clineList(label string, f *field) ([]place, error) {
	if len(f.raw) > 0 && f.raw[0] == '"' && f.count == 1 {
		return []place{f.place()}, nil
	}
	if err := once(label, f, "a string or a list", '['); err != nil {
		return nil, err
	}
	var out []place
	for i, element := range elements(f.raw) {
		element.start += f.start
		one := fmt.Sprintf("%s[%d]", label, i)
		p, err := clineOne(one, element)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// clineOne reads an element: a command, or a program with its words, which no shell
// reads and nothing can be put into.
func clineOne(label string, f *field) (place, error) {
	if f.raw[0] == '"' {
		return f.place(), nil
	}
	if err := once(label, f, "a string or an object", '{'); err != nil {
		return place{}, err
	}
	var command, args field
	if err := object(f.raw, map[string]*field{"command": &command, "args": &args}); err != nil {
		return place{}, fmt.Errorf("the event's %s %w: send one JSON object", label, err)
	}
	if err := once(label+".command", &command, "a string", '"'); err != nil {
		return place{}, err
	}
	text, _ := command.text()
	if !args.given() {
		return place{text: text}, nil
	}
	if err := once(label+".args", &args, "a list", '['); err != nil {
		return place{}, err
	}
	words := []string{text}
	for i, element := range elements(args.raw) {
		if err := once(fmt.Sprintf("%s.args[%d]", label, i), element, "a string", '"'); err != nil {
			return place{}, err
		}
		text, _ := element.text()
		word, err := ast.Quote(text)
		if err != nil {
			word = text // the analysis finds the hazard
		}
		words = append(words, word)
	}
	return place{text: strings.Join(words, " ")}, nil
}

// encodeCline always writes an object.
func encodeCline(event Event, answer Answer) []byte {
	var whole writer
	switch answer.Verdict {
	case rules.Pass, rules.Allow:
	case rules.Rewrite:
		whole.raw("overrideInput", event.rewritten(answer.all()))
		whole.str("context", capped(answer.Context))
	default:
		whole.raw("cancel", []byte("true"))
		whole.str("errorMessage", capped(answer.Reason))
	}
	return append(whole.bytes(), '\n')
}
