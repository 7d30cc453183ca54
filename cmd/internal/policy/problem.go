package policy

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"sandbox-enforcer/rules"
)

// Kind is what a problem means.
type Kind uint8

const (
	// Broken is a file of which nothing counts.
	Broken Kind = iota + 1
	// Warning is a choice that counts as another one.
	Warning
	// Note is a part of a project's file that does not count.
	Note
)

// Problem is something in a policy file, or about it, that does not count as it was
// written.
type Problem struct {
	Kind Kind
	// File is the path of the file; empty where no file is to blame.
	File string
	// Line and Column count from one, the column in bytes; both are zero where the
	// problem is the file as a whole.
	Line, Column int
	// Length is how many bytes of Source, from Column on, the problem is about.
	Length int
	// Source is the line that the problem is on, without its end.
	Source string
	// Message says what is wrong and then what to do: lower case, no full stop, one
	// line.
	Message string
}

// Error returns the message with the place before it: FILE:LINE:COLUMN: message.
func (p Problem) Error() string {
	switch {
	case p.File == "":
		return p.Message
	case p.Line == 0:
		return printable(p.File) + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", printable(p.File), p.Line, p.Column, p.Message)
}

// maxProblems bounds what is told of one file: a text of another kind could be wrong
// at every byte.
const maxProblems = 100

// page is the text of a file with the problems that were found in it.
type page struct {
	file string
	text []byte
	// lines are the offsets at which the lines begin.
	lines    []int
	problems []Problem
}

func newPage(file string, text []byte) *page {
	lines := make([]int, 1, 1+bytes.Count(text, []byte("\n")))
	for i, c := range text {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return &page{file: file, text: text, lines: lines}
}

// origin returns the place of an offset.
func (p *page) origin(at int) rules.Origin {
	i, found := slices.BinarySearch(p.lines, at)
	if !found {
		i--
	}
	return rules.Origin{File: p.file, Line: i + 1, Column: at - p.lines[i] + 1}
}

// fail adds a problem that breaks the file, about the bytes from start to end.
func (p *page) fail(start, end int, format string, args ...any) {
	p.add(Broken, start, end, format, args...)
}

func (p *page) add(kind Kind, start, end int, format string, args ...any) {
	if len(p.problems) > maxProblems {
		return
	}
	message := fmt.Sprintf(format, args...)
	if len(p.problems) == maxProblems {
		message = fmt.Sprintf("there is more wrong than the %d problems above: mend those first", maxProblems)
	}
	at := p.origin(start)
	from := p.lines[at.Line-1]
	to := len(p.text)
	if at.Line < len(p.lines) {
		to = p.lines[at.Line] - 1
	}
	p.problems = append(p.problems, Problem{
		Kind: kind, File: p.file, Line: at.Line, Column: at.Column,
		Length: max(0, min(end, to)-start), Source: string(p.text[from:to]), Message: message,
	})
}

// sorted returns the problems in the order of their places.
func (p *page) sorted() []Problem {
	slices.SortStableFunc(p.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return p.problems
}

// broken returns the first problem that breaks the file, or nil.
func broken(problems []Problem) *Problem {
	for i := range problems {
		if problems[i].Kind == Broken {
			return &problems[i]
		}
	}
	return nil
}

// quote returns a text for a message: on one line, and not so long that it hides the
// rest.
func quote(text string) string {
	const room = 60
	if len(text) <= room {
		return strconv.Quote(text)
	}
	end := room
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return strconv.Quote(text[:end]) + "…"
}

// printable returns a path as it is, or quoted where it would not stay on its line.
func printable(path string) string {
	if !utf8.ValidString(path) {
		return strconv.Quote(path)
	}
	for _, r := range path {
		if !strconv.IsPrint(r) {
			return strconv.Quote(path)
		}
	}
	return path
}
