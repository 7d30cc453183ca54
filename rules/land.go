package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// Nouns of landings, as messages say them.
const (
	nounClone       = "git clone"
	nounDownload    = "download"
	nounCheckout    = "gh pr checkout"
	nounCopy        = "copy"
	nounExport      = "export"
	nounFossil      = "fossil repository"
	nounCheckoutSvn = "svn checkout"
)

// here is the directory in effect, as a relative destination.
const here = "."

// replace is the move that puts a path in the place of an option's value.
func (o *Option) replace() Move { return Move{At: o.ValueWord, Prefix: o.Prefix} }

// lastName returns the last element of a path as the name that a landing gets; unknown,
// with the reason, where there is none that can be used.
func lastName(path ast.Value) ast.Value {
	text, ok := path.Text()
	if !ok {
		return ast.Unknown(path.Reason(), "")
	}
	name, ok := LastElement(text)
	if !ok {
		return ast.Unknown("it ends in no name of a file", "")
	}
	return named(usable(name))
}

// nameIn returns the name of a file below dir; unknown where the directory is.
func nameIn(dir, name ast.Value) ast.Value {
	if _, ok := dir.Text(); !ok {
		return ast.Unknown(dir.Reason(), "")
	}
	return name
}

// namesAfter are the names that a rule makes of a URL which is one of several; nil where one
// of them has none, or a { of it makes more.
func namesAfter(url ast.Value, rule func(url string) (string, error)) []string {
	urls, _ := url.Texts()
	names := make([]string, 0, len(urls))
	for _, url := range urls {
		name, err := rule(url)
		if err != nil || name == "" || strings.ContainsAny(url, "{}[]") {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// named turns the result of a naming rule into a value.
func named(name string, err error) ast.Value {
	if err != nil {
		return ast.Unknown(err.Error(), "")
	}
	return ast.Known(name)
}

// below returns dir/p for a program that puts the directory before every path, absolute
// ones as well.
func below(dir, p ast.Value) ast.Value {
	d, ok := dir.Text()
	if !ok {
		return ast.Unknown(dir.Reason(), "")
	}
	text, ok := p.Text()
	if !ok {
		return ast.Unknown(p.Reason(), "")
	}
	return ast.Known(d + "/" + text)
}

// parent returns the directory of a known path as it is written; zero where it has none
// or is not known.
func parent(path ast.Value) ast.Value {
	text, _ := path.Text()
	i := strings.LastIndexByte(strings.TrimRight(text, "/"), '/')
	if i <= 0 {
		return ast.Value{}
	}
	return ast.Known(text[:i])
}

// isNowhere reports whether what is written to a path stays nowhere on the disk.
func isNowhere(path ast.Value) bool { return path.Is("-") || isSink(path) }

// isStdout reports whether a path is standard output: as the programs spell it, or under
// one of the system's names.
func isStdout(path ast.Value) bool {
	switch text, _ := path.Text(); text {
	case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return true
	}
	return false
}
