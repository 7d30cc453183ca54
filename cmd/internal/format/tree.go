package format

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// AddTree adds the syntax tree of a script, and below it those of the scripts that
// its words carry, each under a line that gives the place of that word. A nil script,
// one that could not be read, has none.
func (r *Report) AddTree(s *ast.Script) error {
	if s == nil {
		return nil
	}
	var b strings.Builder
	if err := writeTree(&b, r.Command, s); err != nil {
		return fmt.Errorf("cannot print the syntax tree: %w", err)
	}
	r.Tree = b.String()
	return nil
}

func writeTree(b *strings.Builder, command string, s *ast.Script) error {
	var own strings.Builder
	if err := s.WriteTree(&own); err != nil {
		return err
	}
	b.WriteString(strings.TrimRight(own.String(), "\n") + "\n")
	for _, nested := range s.Nested {
		at, _ := locate(command, nested, ast.Span{})
		fmt.Fprintf(b, "the script that the word at %s carries:\n", position(at))
		if err := writeTree(b, command, nested); err != nil {
			return err
		}
	}
	return nil
}
