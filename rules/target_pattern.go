package rules

import (
	"errors"
	"strings"
)

// maxBraces is how many steps the braces of a pattern may take to expand.
const maxBraces = 1024

var (
	errBraces  = errors.New("stands for too many patterns: ask with fewer braces")
	errClimbs  = errors.New("climbs with .. behind a wildcard, or inside a group, where it is not known what it leaves: name the directory instead")
	errGrouped = errors.New("has an absolute path inside a group: name the directory before it")
)

// beginnings are the directories that a pattern starts from: of each text that its
// braces stand for, what stands before the first wildcard. An exclusion has none. What
// a wildcard finds may still be a link: what it leads to is judged when it is read.
func beginnings(pattern string, list bool) ([]string, error) {
	if err := readable(pattern); err != nil {
		return nil, err
	}
	alternatives, ok := braces(pattern)
	if !ok {
		return nil, errBraces
	}
	var out []string
	for _, text := range alternatives {
		for _, one := range patternsOf(text, list) {
			fixed, err := beginning(one)
			if err != nil {
				return nil, err
			}
			out = appendNew(out, fixed)
		}
	}
	return out, nil
}

// patternsOf are the patterns of a text: some clients take several between blanks or commas.
func patternsOf(text string, list bool) []string {
	if !list {
		return []string{text}
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	return append(parts, text)
}

// beginning is what stands before the first wildcard of a pattern without braces, as
// elements of a path. Behind it nothing may climb.
func beginning(pattern string) (string, error) {
	if strings.HasPrefix(pattern, "!") && !strings.HasPrefix(pattern, "!(") {
		return "", nil // what is left out
	}
	if strings.Contains(pattern, "(/") || strings.Contains(pattern, "|/") {
		return "", errGrouped
	}
	var fixed []string
	wild := false
	for _, element := range strings.Split(pattern, "/") {
		name, literal := element, true
		if strings.ContainsAny(element, `\[*?(|`) {
			name, literal = literally(element)
		}
		switch {
		case !literal && climbsInside(name), wild && name == "..", name != ".." && strings.Contains(`\`+element, `\..\`):
			return "", errClimbs
		case literal && !wild:
			fixed = append(fixed, name)
		default:
			wild = true
		}
	}
	if !wild {
		return strings.Join(fixed, "/"), nil
	}
	return strings.Join(append(fixed, ""), "/"), nil // "" is the base, "/" the root
}

// literally takes the escapes of an element away, and the brackets around one character,
// which stand for it alone. It reports whether no wildcard is left.
func literally(element string) (name string, literal bool) {
	var b strings.Builder
	literal = true
	for i := 0; i < len(element); i++ {
		switch c := element[i]; {
		case c == '\\' && i+1 < len(element):
			i++
			b.WriteByte(element[i])
		case c == '\\':
		case c == '[' && i+2 < len(element) && element[i+2] == ']':
			b.WriteByte(element[i+1])
			i += 2
		default:
			literal = literal && !strings.ContainsRune("*?[(|", rune(c))
			b.WriteByte(c)
		}
	}
	return b.String(), literal
}

// climbsInside reports whether an element with wildcards has .. among its parts, or
// could be nothing but dots: @(..), +(.).
func climbsInside(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '|' || r == '(' || r == ')' }) {
		if part == ".." {
			return true
		}
	}
	if !strings.Contains(name, "(") || strings.Contains(name, "!(") {
		return false
	}
	return strings.Trim(name, "?*+@()|") != "" && strings.Trim(name, "?*+@()|.") == ""
}

// braces expands the braces of a pattern, those around a single text among them: some
// clients take that for the text. It reports whether it came to an end.
func braces(pattern string) ([]string, bool) {
	var out []string
	todo := []string{pattern}
	for steps := 0; len(todo) > 0; steps++ {
		if steps > maxBraces {
			return nil, false
		}
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		open, end := brace(next)
		if open < 0 {
			out = append(out, next)
			continue
		}
		for _, option := range options(next[open+1 : end]) {
			todo = append(todo, next[:open]+option+next[end+1:])
		}
	}
	return out, true
}

// brace finds the first pair of braces, outermost; open is -1 where there is none.
func brace(text string) (open, end int) {
	var stack []int
	open, end = -1, -1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			stack = append(stack, i)
		case '}':
			if len(stack) == 0 {
				continue
			}
			open, end = stack[len(stack)-1], i
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return open, end
			}
		}
	}
	return open, end
}

// options are the texts between the commas of a pair of braces; a range, as in {1..9},
// is any text.
func options(text string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth <= 0 {
				out, from = append(out, text[from:i]), i+1
			}
		}
	}
	if out = append(out, text[from:]); len(out) > 1 {
		return out
	}
	if first, last, ok := strings.Cut(text, ".."); ok && first != "" && last != "" && !strings.ContainsAny(text, "/{}") {
		return []string{"*"}
	}
	return out
}
