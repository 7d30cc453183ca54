package ast

import (
	"slices"
	"strconv"
	"strings"
)

// dirPrefix stands before the name of a directory that could become "", . or ... at run
// time, so that it cannot.
const dirPrefix = "d-"

// Contain writes a word whose text may only be known at run time as one shell word that
// stays below a directory for any value of its expansions: dir, a slash, and the last
// element of the path that the word is. Where that cannot be written, why says so and the
// word is empty.
//
// The directory is written as QuotePath writes it. What follows is always quoted, so
// that it neither splits nor matches files, and the result reads alike in bash, dash
// and zsh: ${V##*/} for $V, and for whatever else may hold a slash $(basename -- "…")
// around all that stands behind the last slash of the word.
//
// The last element may still become empty, . or .., which every program that opens a file
// refuses as a directory: redirects, tee, dd of=, sort -o, curl -o and wget -O do. Where a
// directory is meant, or taken as the place for files (mkdir, tar -C, unzip -d, wget -P,
// cp, mv, the directory of git clone), asDir puts a prefix before such a name, and slashes
// at the word's end do not count, nor those that what is known of its value ends in.
//
// The word is not changed: it loses what its expansions do to the shell, so that those
// which do anything are refused. The caller asks whether a link stands at the new place.
func Contain(in *Script, arg *Arg, dir string, asDir bool) (word, why string) {
	return ContainAfter(in, arg, "", dir, asDir)
}

// ContainAfter is Contain for a word that begins with the literal text prefix, as
// --output="$F" and of=$F do: the path is what follows, and the result begins with the
// prefix as well. A leading ~/ of dir, which no shell would expand there, becomes $HOME.
func ContainAfter(in *Script, arg *Arg, prefix, dir string, asDir bool) (word, why string) {
	for s := in; ; s = s.OuterIn {
		if arg.Frozen != "" && s == in {
			return "", arg.Frozen
		}
		if s.Outer == nil {
			break
		}
		if s.Outer.Frozen != "" {
			return "", s.Outer.Frozen
		}
	}
	chunks, why := in.spelled(arg)
	if why != "" {
		return "", why
	}
	before, err := placed(prefix, dir)
	if err != nil {
		return "", err.Error()
	}
	head, tail, why := lastElementOf(chunks, prefix, asDir)
	if why == "" {
		why = loses(head)
	}
	if why != "" {
		return "", why
	}
	if name, ok := literalChunks(tail); ok {
		return namedBelow(prefix, dir, name)
	}
	c := containing{in: in, tail: tail, known: knownName(arg, prefix), slash: asDir && endsInSlash(arg.Value, chunks[len(chunks)-1].text)}
	return c.word(before, asDir)
}

// placed writes the directory, with a slash behind it and the prefix before it.
func placed(prefix, dir string) (string, error) {
	if dir == "" {
		return "", &QuoteError{Text: dir, Message: "there is no directory to put it in"}
	}
	dir = strings.TrimRight(dir, "/") + "/"
	if prefix == "" {
		return QuotePath(dir)
	}
	option, err := Quote(prefix)
	if err != nil {
		return "", err
	}
	for _, home := range [...]string{"~/", "$HOME/"} {
		if rest, ok := strings.CutPrefix(dir, home); ok {
			below, err := QuotePath("$HOME/" + rest)
			return option + below, err
		}
	}
	return Quote(prefix + dir)
}

// namedBelow is the word where the name is known.
func namedBelow(prefix, dir, name string) (word, why string) {
	if name == "" || name == "." || name == ".." {
		return "", "it ends in " + strconv.Quote(name) + ", which names no file"
	}
	word, err := placed(prefix, dir)
	if err != nil {
		return "", err.Error()
	}
	quoted, err := Quote(name)
	if err != nil {
		return "", err.Error()
	}
	if whole, err := QuotePath(strings.TrimRight(dir, "/") + "/" + name); prefix == "" && err == nil {
		return whole, ""
	}
	return word + quoted, ""
}

// lastElementOf splits a word behind its last literal slash.
func lastElementOf(chunks []chunk, prefix string, asDir bool) (head, tail []chunk, why string) {
	chunks = slices.Clone(chunks)
	if prefix != "" {
		if len(chunks) == 0 || !strings.HasPrefix(chunks[0].text, prefix) {
			return nil, nil, "it does not begin with " + strconv.Quote(prefix) + " as written"
		}
		chunks[0].text = chunks[0].text[len(prefix):]
	}
	if n := len(chunks); asDir && n > 0 && chunks[n-1].part == nil {
		chunks[n-1].text = strings.TrimRight(chunks[n-1].text, "/")
	}
	chunks = slices.DeleteFunc(chunks, func(c chunk) bool { return c.part == nil && c.text == "" })
	head, tail = nil, chunks
	for i, c := range slices.Backward(chunks) {
		at := strings.LastIndexByte(c.text, '/')
		if at < 0 {
			continue
		}
		head, tail = chunks[:i], chunks[i:]
		tail[0].text = c.text[at+1:]
		if tail[0].text == "" {
			tail = tail[1:]
		}
		break
	}
	for _, c := range tail {
		if c.tilde && strings.Contains(c.text, "~") {
			return nil, nil, "a tilde begins it, which the shell expands"
		}
	}
	return head, tail, ""
}

// chunkText is the literal text of chunks.
func chunkText(chunks []chunk) string {
	text := ""
	for _, c := range chunks {
		text += c.text
	}
	return text
}

func literalChunks(chunks []chunk) (string, bool) {
	return chunkText(chunks), !slices.ContainsFunc(chunks, func(c chunk) bool { return c.part != nil })
}

// loses says what would be missed where the expansions of these chunks are not made, or is
// empty.
func loses(head []chunk) string {
	for _, c := range head {
		if c.part != nil && !idle(c.part) {
			return "what its expansion " + c.source + " does would be lost"
		}
	}
	return ""
}

// knownName reports whether the word is known to be one of several names without a slash,
// none of which is empty, . or ...
func knownName(arg *Arg, prefix string) bool {
	texts, ok := arg.Value.Texts()
	if !ok || arg.Many {
		return false
	}
	for _, text := range texts {
		name, ok := strings.CutPrefix(text, prefix)
		if !ok || strings.Contains(name, "/") || name == "" || name == "." || name == ".." {
			return false
		}
	}
	return true
}

// endsInSlash reports whether a text that is known, or a pattern, ends in a slash which is
// not written at the end of its word: the last element stands before it (for d in */).
func endsInSlash(v Value, end string) bool {
	written := len(end) - len(strings.TrimRight(end, "/"))
	return slices.ContainsFunc(v.Alts(), func(alt []Part) bool {
		text := ""
		for _, p := range slices.Backward(alt) {
			if text = p.Text + text; len(text) > written || p.Unknown != "" {
				break
			}
		}
		return len(text) > written && text[len(text)-written-1] == '/'
	})
}

// containing writes the last element of one word.
type containing struct {
	in   *Script
	tail []chunk
	// known says that the whole word is one of several names.
	known bool
	// slash says that slashes at its end do not count.
	slash bool
}

func (c *containing) word(before string, asDir bool) (word, why string) {
	q := quoter{}
	q.b.WriteString(before)
	q.b.WriteByte('"')
	leaves := !c.slash && c.separate()
	if asDir && !c.known && !(leaves && c.beginsAName()) {
		q.b.WriteString(dirPrefix)
	}
	if leaves {
		for i := range c.tail {
			q.add(&c.tail[i], true)
		}
	} else {
		if why := c.wraps(); why != "" {
			return "", why
		}
		q.b.WriteString(`$(basename -- "`)
		for i := range c.tail {
			q.add(&c.tail[i], false)
		}
		q.b.WriteString(`")`)
	}
	if q.why != "" {
		return "", q.why
	}
	q.b.WriteByte('"')
	return q.b.String(), ""
}

// separate reports whether the chunks stay below the directory when each is taken for
// itself: plain expansions cut to their last element, and what holds no slash as it is.
// What basename prints may be a slash, so that no .. may stand between two of them, or
// between one and an end.
func (c *containing) separate() bool {
	slash, named, loose, dots := false, false, false, ""
	ends := func() bool { return named || !loose && dots != ".." }
	for i := range c.tail {
		chunk := &c.tail[i]
		holds := c.in.holdsOf(chunk)
		if chunk.plainName() != "" || c.known && holds == anyText {
			holds = noSlash
		}
		switch {
		case holds == anyText, assigns(chunk.part) && !isArithmetic(chunk):
			return false
		case holds == baseName:
			if !ends() {
				return false
			}
			slash, named, loose, dots = true, false, false, ""
		case holds == aName:
			named = true
		case chunk.part == nil:
			dots += chunk.text
		default:
			loose = true
		}
	}
	return !slash || ends()
}

// beginsAName reports whether the tail begins with text that makes it a name whatever
// follows: one byte that is no dot, or more dots than two. What stands at the end would
// not do: zsh keeps a NUL in a variable, which ends a path.
func (c *containing) beginsAName() bool {
	first := &c.tail[0]
	return c.in.holdsOf(first) == aName || len(first.text) > 2
}

// wraps says why the chunks cannot stand in a substitution, or is empty.
func (c *containing) wraps() string {
	if c.in.defines("basename") {
		return "the script makes a basename of its own"
	}
	for _, chunk := range c.tail {
		if chunk.part != nil && assigns(chunk.part) {
			return "what its expansion " + chunk.source + " does would be lost"
		}
	}
	return ""
}

// quoter writes chunks in double quotes.
type quoter struct {
	b   strings.Builder
	why string
}

// add writes a chunk; last says that a plain expansion is cut to its last element.
func (q *quoter) add(c *chunk, last bool) {
	name := c.plainName()
	switch {
	case c.part == nil:
		q.text(c.text)
	case name != "" && last:
		q.b.WriteString("${" + name + "##*/}")
	case name != "":
		q.b.WriteString("${" + name + "}")
	case len(c.source) == 2: // $? beside a letter is read in different ways
		q.b.WriteString("${" + c.source[1:] + "}")
	default:
		q.b.WriteString(c.source)
	}
}

// text writes literal text. A ! is one for every shell in single quotes alone.
func (q *quoter) text(text string) {
	if _, err := Quote(text); err != nil {
		q.why = err.Error()
		return
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '!':
			q.b.WriteString(`"'!'"`)
		case '"', '\\', '$', '`':
			q.b.WriteByte('\\')
			fallthrough
		default:
			q.b.WriteByte(text[i])
		}
	}
}
