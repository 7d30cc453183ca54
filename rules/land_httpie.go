package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// landHTTPie: the response goes to the file of -o. With --download and no -o it goes to
// a file only where standard output is a terminal; a name for it then keeps it in place
// whatever that is.
func landHTTPie(c *Call) []Landing {
	if !requests(c) {
		return nil
	}
	l := download(c, "http-download")
	l.URL, l.Span = requested(c)
	out := outHTTPie(c)
	switch {
	case out != nil:
		if isNowhere(out.Value) {
			return nil
		}
		l.toFile(out)
		if reason, advice := doubtHTTPie(c, out); reason != "" {
			l.ask(reason, advice)
		}
	case !on(c, "download") || pipes(c.Inv):
		return nil
	default:
		l.insert(c, "-o")
		l.Move.Dir = false
		l.Name = nameHTTPie(l.URL)
		if l.Name.Is("") {
			l.Problem = "the file of --download has no name that is known before: give it one by -o"
		}
	}
	return []Landing{l}
}

// requests reports whether the call sends a request at all.
func requests(c *Call) bool { return len(c.Operands) > 0 && !c.Has(DestNone) }

// requested returns the URL, which stands behind the method where there is one.
func requested(c *Call) (ast.Value, ast.Span) {
	w := c.Operands[0]
	if text, ok := w.Value.Text(); ok && len(c.Operands) > 1 && strings.Trim(text, letters) == "" {
		w = c.Operands[1]
	}
	return w.Value, w.Span
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// outHTTPie is the -o in effect: a --no-output takes it back wherever it stands.
func outHTTPie(c *Call) *Option {
	for i := range c.Options {
		if o := &c.Options[i]; o.Role() == DestFile && o.Negated {
			return nil
		}
	}
	return effective(c, DestFile)
}

// doubtHTTPie says why the file of -o is in doubt, and what to do; empty where it is not.
func doubtHTTPie(c *Call, out *Option) (reason, advice string) {
	n := 0
	for i := range c.Options {
		if c.Options[i].Role() == DestFile {
			n++
		}
	}
	switch {
	case n > 1:
		return "every -o makes a file", "give one"
	case strings.HasSuffix(out.Prefix, "=") && !strings.HasPrefix(out.Prefix, "--") && len(out.Prefix) > len("-o="):
		return "releases of Python read an = in " + out.Prefix + " in two ways", "write -o in a word of its own"
	}
	return "", ""
}

// nameHTTPie is a name for what is downloaded: the last element of the URL's path. The
// program itself would add an ending for the media type, or take the server's name.
func nameHTTPie(url ast.Value) ast.Value {
	text, _ := url.Text()
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	if end := strings.IndexAny(text, "?#"); end >= 0 {
		text = text[:end]
	}
	_, path, _ := strings.Cut(text, "/")
	name, err := usable(path[strings.LastIndexByte(path, '/')+1:])
	if err != nil {
		return ast.Known("")
	}
	return ast.Known(name)
}

// stdoutHTTPie: all that no -o takes.
func stdoutHTTPie(c *Call) bool {
	out := outHTTPie(c)
	return requests(c) && (out == nil || isStdout(out.Value))
}

// plainHTTPie reports whether the operands only say where from: what follows the URL is
// sent, and so is standard input but for --ignore-stdin.
func plainHTTPie(c *Call) bool {
	if len(c.Operands) == 0 || !on(c, "ignore-stdin") {
		return false
	}
	_, span := requested(c)
	return c.Operands[len(c.Operands)-1].Span == span
}

// landXh is landHTTPie for a program that was not run: nothing is moved.
func landXh(c *Call) []Landing {
	out := landHTTPie(c)
	for i := range out {
		out[i].Problem = "xh was not tried, so that nothing of it is moved: give -o a path in the sandbox, or use curl -o"
	}
	return out
}
