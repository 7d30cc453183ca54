package protocol

import (
	"fmt"
	"strings"

	"sandbox-enforcer/rules"
)

// maxTargets is how many paths of one call are judged. A call with more is refused.
const maxTargets = 1000

// targets reads the paths of a file tool's input. What cannot be read is a target with
// a Problem: who guards paths refuses it. cwd is the directory that the tool is used in,
// or empty.
func (tool *fileTool) targets(input *field, cwd string) []rules.Target {
	if text, ok := input.text(); ok && input.count == 1 && len(tool.Fields) == 1 && tool.Fields[0].Patch {
		r := targetReader{cwd: cwd} // some agents send a patch without an object around it
		r.patch(tool.Fields[0], tool.Fields[0].Name, text)
		return r.out
	}
	if problem := wrong(input, "an object", '{'); problem != "" {
		return []rules.Target{{Field: "tool_input", Problem: problem}}
	}
	members := map[string]*field{}
	for _, f := range tool.Fields {
		head, _, _ := strings.Cut(f.Name, "[]")
		members[head] = &field{}
	}
	if err := object(input.raw, members); err != nil {
		return []rules.Target{{Field: "tool_input", Problem: err.Error()}}
	}
	r := targetReader{cwd: cwd, members: members}
	for _, f := range tool.Fields {
		r.read(f)
	}
	if len(r.out) > maxTargets {
		return []rules.Target{{Field: "tool_input", Problem: fmt.Sprintf("names more than %d paths: call the tool several times", maxTargets)}}
	}
	return r.out
}

// wrong says why a value that has to be there cannot be used, empty where it can. Its
// type is given by name and first byte.
func wrong(f *field, kind string, first byte) string {
	switch {
	case f.count > 1:
		return fmt.Sprintf("is there %d times: send it once", f.count)
	case len(f.raw) == 0 || f.raw[0] != first:
		return fmt.Sprintf("is %s: send %s", f.kind(), kind)
	}
	return ""
}

// targetReader gathers the targets of one call.
type targetReader struct {
	cwd     string
	members map[string]*field
	out     []rules.Target
}

func (r *targetReader) read(f pathField) {
	head, tail, list := strings.Cut(f.Name, "[]")
	value := r.members[head]
	if !list {
		r.one(f, f.Name, value)
		return
	}
	if f.Optional && value.count < 2 && !value.given() {
		return
	}
	if problem := wrong(value, "a list", '['); problem != "" {
		r.problem(f, head, problem)
		return
	}
	for i, element := range elements(value.raw) {
		label := fmt.Sprintf("%s[%d]%s", head, i, tail)
		name, inside := strings.CutPrefix(tail, ".")
		if !inside {
			r.one(f, label, element)
			continue
		}
		member := &field{}
		if element.raw[0] != '{' || object(element.raw, map[string]*field{name: member}) != nil {
			r.problem(f, label, "is not in an object: send one")
			continue
		}
		r.one(f, label, member)
	}
}

// one adds the target of one value.
func (r *targetReader) one(f pathField, label string, value *field) {
	absent := value.count < 2 && !value.given()
	text, _ := value.text()
	switch problem := wrong(value, "a string", '"'); {
	case absent && f.Here && r.cwd != "":
		r.out = append(r.out, rules.Target{Field: "the working directory", Text: r.cwd, Base: r.cwd, Reads: f.Reads})
	case absent && f.Optional:
	case problem != "":
		r.problem(f, label, problem)
	case f.Patch:
		r.patch(f, label, text)
	case text == "" && !f.Optional:
		r.problem(f, label, "is empty: send a path")
	case text == "" && r.cwd == "":
	default:
		r.target(f, label, text)
	}
}

func (r *targetReader) target(f pathField, label, text string) {
	t := rules.Target{Field: label, Text: text, Base: r.cwd, Pattern: f.Pattern, List: f.List, Reads: f.Reads}
	if under := r.members[f.Under]; under != nil {
		t.Under, _ = under.text()
	}
	r.out = append(r.out, t)
}

func (r *targetReader) problem(f pathField, label, problem string) {
	r.out = append(r.out, rules.Target{Field: label, Problem: problem, Reads: f.Reads})
}
