package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// names reports whether a text names what is moved: by its path, or by its bare name.
func (f *following) names(dir, text ast.Value) bool {
	literal := literalText(text)
	for _, name := range f.places.blank { // a name with blanks is no token
		if containsName(literal, name) {
			return true
		}
	}
	return slices.ContainsFunc(tokens(literal), f.isName) || f.namesPath(dir, literal)
}

// containsName reports whether a text holds a name that is not a part of a longer one.
func containsName(text, name string) bool {
	for at := 0; name != ""; at++ {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		at += i
		if (at == 0 || !inName(text[at-1])) && (at+len(name) == len(text) || !inName(text[at+len(name)])) {
			return true
		}
	}
	return false
}

func inName(c byte) bool { return nameBytes[c>>5]&(1<<(c&31)) != 0 }

// nameBytes holds - . _, the digits and the letters, as a set.
var nameBytes = [8]uint32{1: 0x03ff6000, 2: 0x87fffffe, 3: 0x07fffffe}

// namesPath reports whether a text holds a path that leads to what is moved.
func (f *following) namesPath(dir ast.Value, text string) bool {
	dirs, known := dir.Texts()
	for _, token := range tokens(text) {
		if !strings.Contains(token, "/") || isURL(token) {
			continue
		}
		if !known && f.hasElement(token) {
			return true
		}
		for _, from := range dirs {
			if d := f.lead(from, token); d.moves && d.at != nil {
				return true
			}
		}
	}
	return false
}

// leads reports whether a text as a whole, NAME=VALUE as well, is a path that leads to
// what is moved.
func (f *following) leads(dir, path ast.Value) bool {
	text, known := path.Text()
	if !known || !strings.ContainsAny(text, "=@") || isURL(text) {
		return false
	}
	dirs, known := dir.Texts()
	return !known && f.hasElement(text) || slices.ContainsFunc(dirs, func(from string) bool {
		d := f.lead(from, text)
		return d.moves && d.at != nil
	})
}

// tokens are the parts of a text that can be names or paths.
func tokens(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`,;:=<>|&()[]{}@", r) })
}

// literalText is what is known of a value, with a blank for all else.
func literalText(v ast.Value) string {
	var b strings.Builder
	for _, alt := range v.Alts() {
		for _, part := range alt {
			if b.WriteString(part.Text); part.Unknown != "" {
				b.WriteByte(' ')
			}
		}
		b.WriteByte(' ')
	}
	return strings.TrimSuffix(b.String(), " ")
}

// passing are programs that do nothing with what they read but print it, or parts of it.
const passing = "cat cut egrep fgrep grep head jq less more sort tail tee tr uniq wc"

// captured reports whether what the invocation prints is read by something that may take
// it for a name.
func (f *following) captured() bool {
	return f.inv.Where&ast.InSubstitution != 0 || f.piped()
}

// piped reports whether what the invocation prints goes to a program that does more with
// it than to print it again.
func (f *following) piped() bool {
	inv := f.inv
	for inv.Piped {
		if inv = inv.PipeTo; inv == nil || !has(passing, inv.Program()) || len(inv.Via) > 0 {
			return true
		}
	}
	return false
}

// inBraces reports whether an expansion with a text of its own, ${X:-r}, names what is
// moved.
func (f *following) inBraces(raw string) bool {
	for _, inner := range strings.Split(raw, "${")[1:] {
		inner, _, _ = strings.Cut(inner, "}")
		inner = strings.TrimLeft(inner[max(strings.IndexAny(inner, ":-=+?#%/"), 0):], ":-=+?#%/")
		if f.places.mentioned(inner) {
			return true
		}
	}
	return false
}

// handed asks about the text of a here-document, or a here-string, that names what is
// moved and is read by more than what prints it.
func (f *following) handed(r *ast.Redirect) *Finding {
	f.inv = r.Own
	if f.inv == nil || !f.names(r.Dir, r.Body) || !has(runsFile, f.inv.Program()) && !f.piped() || slices.ContainsFunc(f.Script.Nested, func(s *ast.Script) bool { return s.Outer != nil && s.Outer.Span == r.Target.Span }) {
		return nil
	}
	arg := &ast.Arg{Span: r.Target.Span, Value: r.Body}
	return f.cannot(r.In, arg, f.inv.Program(), "it is a text that may name it")
}

// summing reports whether a program checks the sums of files whose names stand in a file.
func summing(program string) bool {
	switch program {
	case "b2sum", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum":
		return true
	}
	return false
}

// sums asks about a check of sums where what was downloaded lay: the names that are
// checked stand in a file.
func (f *following) sums(name string) *Finding {
	if !summing(f.inv.Program()) {
		return nil
	}
	for i := range f.inv.Args {
		arg := &f.inv.Args[i]
		text, _ := arg.Value.Text()
		short := strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.Contains(text, "c")
		dir, _ := f.inv.Dir.Text()
		if (short || text == "--check") && f.lay(f.end(dir)) {
			return f.cannot(f.inv.In, arg, name, "the names that are checked stand in a file")
		}
	}
	return nil
}

// bared asks about git in something that was moved of which the script takes .git away
// before: there git works in the repository around it, and around the sandbox is another.
func (f *following) bared(name string) *Finding {
	if f.inv.Program() != "git" {
		return nil
	}
	w := wordPlaces{inv: f.inv, dir: f.inv.Dir}
	w.gitDirectory()
	dir, known := w.dir.Text()
	if !known || f.holder(f.end(dir)) == nil {
		return nil
	}
	var found *Finding
	for at, inv := range f.Script.Invocations[:f.at+1] {
		words := gitCommand(inv)
		if inv.Program() == "git" && len(words) > 0 && words[0] == "init" {
			found = nil // it makes one of its own
		}
		if at == f.at || !has("mv rm", inv.Program()) {
			continue
		}
		for i := range inv.Args {
			if last, _ := lastName(inv.Args[i].Value).Text(); last == ".git" {
				found = f.cannot(inv.In, &inv.Args[i], name, "without it git works in the repository around, which is another one in the sandbox")
			}
		}
	}
	return found
}

// found reports whether the words that are added to the invocation when it runs are paths
// which find prints, or texts that are looked at for themselves.
func (f *following) found() bool {
	if slices.ContainsFunc(f.inv.Via, func(via string) bool { return has(finders, via) }) {
		return true
	}
	from := f.inv.PipeFrom
	for from != nil && from.PipeFrom != nil && has(passing, from.Program()) {
		from = from.PipeFrom
	}
	return from != nil && has("echo fd fdfind find git printf", from.Program())
}

// told is a variable that the invocation is given and that still names the old place, or
// is empty.
func (f *following) told() string {
	for _, a := range f.inv.Assigns {
		if f.lists(a.Value) {
			return a.Name
		}
	}
	for _, name := range f.handedDown() {
		if v, set := f.inv.Var(name); set && f.lists(v) {
			return name
		}
	}
	return ""
}

// handedDown are the variables that the script assigns and may hand to the programs it
// starts.
func (f *following) handedDown() []string {
	if f.exported != nil {
		return f.exported
	}
	f.exported = []string{}
	seen := map[string]bool{}
	for _, name := range f.Script.Assigned {
		if !seen[name] && (name == "PATH" || f.exports(name)) {
			f.exported = append(f.exported, name)
		}
		seen[name] = true
	}
	return f.exported
}

// lists reports whether a value, a path or a list of them, names what was moved.
func (f *following) lists(v ast.Value) bool {
	return slices.ContainsFunc(tokens(literalText(v)), f.isName) || f.namesPath(f.inv.Dir, literalText(v))
}

// exports reports whether the script may hand a variable to the programs it starts.
func (f *following) exports(name string) bool {
	text := f.Script.Source.Text
	if name != "" && !strings.Contains(text, "export") && !strings.Contains(text, "declare") && !strings.Contains(text, "typeset") && !strings.Contains(text, "set -") {
		return false
	}
	if strings.Contains(text, "set -a") || strings.Contains(text, "allexport") {
		return true
	}
	for _, command := range []string{"export ", "declare ", "typeset "} {
		for _, words := range strings.Split(text, command)[1:] {
			if end := strings.IndexAny(words, ";&|\n"); end >= 0 {
				words = words[:end]
			}
			if strings.ContainsAny(words, "$`") && !strings.Contains(words, "=") || slices.Contains(tokens(words), name) {
				return true
			}
		}
	}
	return false
}

// tests asks about a [[ ]] of a script, or of one nested in it, that asks about files
// and names what is moved.
func (f *following) tests(script *ast.Script) *Finding {
	for _, nested := range script.Nested {
		if found := f.tests(nested); found != nil {
			return found
		}
	}
	text := script.Source.Text
	for at := 0; ; {
		begin := strings.Index(text[at:], "[[ ")
		if begin < 0 {
			return nil
		}
		begin += at
		length := strings.Index(text[begin:], "]]")
		if length < 0 {
			return nil
		}
		at = begin + length
		inner := text[begin+len("[[ ") : at]
		if slices.ContainsFunc(strings.Fields(inner), isFileTest) && f.namesIn(inner) {
			arg := &ast.Arg{Span: ast.Span{Start: begin, End: at + len("]]")}, Value: ast.Known(strings.TrimSpace(inner))}
			return f.cannot(script, arg, "[[", "its words cannot be edited, those of [ can")
		}
	}
}

// namesIn reports whether a piece of a script names what is moved, or holds a variable
// that does.
func (f *following) namesIn(text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	text = strings.NewReplacer("\\", "", "\"", "", "'", "").Replace(text)
	if f.places.mentioned(text) {
		return true
	}
	for _, piece := range strings.Split(text, "$")[1:] {
		name := strings.TrimLeft(piece, "{")
		if end := strings.IndexFunc(name, func(r rune) bool {
			return !(r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
		}); end >= 0 {
			name = name[:end]
		}
		if slices.ContainsFunc(f.Script.Invocations, func(inv *ast.Invocation) bool {
			v, _ := inv.Var(name)
			return slices.ContainsFunc(tokens(literalText(v)), f.hasElement)
		}) {
			return true
		}
	}
	return false
}
