package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/origin"
)

// width is how many columns the output takes at the most, but for words that are
// longer.
const width = 96

func (s *stage) line(format string, args ...any) {
	fmt.Fprintf(s.w, format+"\n", args...)
}

func (s *stage) heading(title string) {
	s.line("\n%s\n%s", title, strings.Repeat("─", len([]rune(title))))
}

// part shows one text under what it is, indented and folded.
func (s *stage) part(what, text string) {
	s.line("\n  %s:", what)
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		for _, piece := range fold(strings.TrimRight(line, "\n"), width-6) {
			s.line("      %s", piece)
		}
	}
}

// fold cuts a line at its blanks into pieces of at most n runes where it can. Pieces
// after the first are indented by two more.
func fold(line string, n int) []string {
	runes := []rune(line)
	indent := len(runes) - len([]rune(strings.TrimLeft(line, " "))) + 2
	var out []string
	for len(runes) > n {
		cut := n
		for cut > indent && runes[cut] != ' ' {
			cut--
		}
		if cut <= indent {
			break
		}
		out = append(out, string(runes[:cut]))
		runes = append([]rune(strings.Repeat(" ", indent)), runes[cut+1:]...)
	}
	return append(out, string(runes))
}

// files returns all files below dir, with whether they came from the origin.
func files(dir string) (map[string]bool, error) {
	out := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			out[path] = false
			return nil
		}
		body, err := os.ReadFile(path)
		out[path] = origin.Marked(body)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	return out, nil
}

// draw draws the files as a tree; what is in a directory .git is only counted.
func draw(paths []string) string {
	top := &node{children: map[string]*node{}}
	for _, p := range paths {
		top.add(strings.Split(p, "/"))
	}
	var b strings.Builder
	top.write(&b, "")
	return b.String()
}

// node is one directory of a tree, or, without children, a file.
type node struct {
	children map[string]*node
	count    int // the files below it
}

func (n *node) add(elements []string) {
	n.count++
	if len(elements) == 0 {
		return
	}
	if n.children == nil {
		n.children = map[string]*node{}
	}
	child := n.children[elements[0]]
	if child == nil {
		child = &node{}
		n.children[elements[0]] = child
	}
	child.add(elements[1:])
}

func (n *node) write(b *strings.Builder, indent string) {
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		child := n.children[name]
		switch {
		case child.children == nil:
			fmt.Fprintf(b, "%s%s\n", indent, name)
		case name == ".git":
			fmt.Fprintf(b, "%s.git/ (%d files)\n", indent, child.count)
		default:
			fmt.Fprintf(b, "%s%s/\n", indent, name)
			child.write(b, indent+"  ")
		}
	}
}
