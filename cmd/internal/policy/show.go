package policy

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"sandbox-enforcer/rules"
)

// Show returns a policy as the text of a file that loads to the same policy, each line
// with a comment that says where it comes from. The keys that from does not have are
// taken to be built in.
func Show(p rules.Policy, from map[string]rules.Origin) []byte {
	w := &writer{origins: from, showOrigins: true}
	w.line("// The policy in effect, and where each line of it comes from.")
	if p.Mistrusted != "" {
		w.line("// Nothing is safe until this is mended: " + commentText(p.Mistrusted))
	}
	w.file(p)
	return []byte(w.String())
}

// Template returns the text of a file to begin with: the built-in profile standard,
// with a comment for each key.
func Template() []byte {
	standard, _ := rules.FindProfile("standard")
	w := &writer{docs: true}
	for _, line := range []string{
		"// What the commands of coding agents may do: a command is SAFE and runs without a",
		"// prompt, is BLOCKED, or is left to the agent's own prompt. \"sandbox-enforcer policy",
		"// check\" says what is wrong with this file.",
		"//",
		"// Comments, commas at the end of a list, \"description\" and keys that begin with _ are",
		"// skipped. A key that a profile leaves out has the built-in value of development. An",
		"// entry is a string, or an object:",
		`//   {"text": "git push", "reason": "releases do that", "suggest": "open a pull request",`,
		`//    "match": ["git push origin main"], "not_match": ["git pull"]}`,
	} {
		w.line(line)
	}
	w.file(standard)
	return []byte(w.String())
}

// writer makes the text of a policy file.
type writer struct {
	strings.Builder
	depth       int
	docs        bool
	showOrigins bool
	origins     map[string]rules.Origin
	key         string // the full name of the key that is written
}

func (w *writer) line(text string) {
	w.indent()
	w.text(text + "\n")
}

func (w *writer) indent() { w.text(strings.Repeat("  ", w.depth)) }

func (w *writer) text(s string) { w.WriteString(s) }

func (w *writer) file(p rules.Policy) {
	w.open("{")
	w.line(`"version": "1.0.0",`)
	w.doc("the profile that counts where SANDBOX_PROFILE names none: one of these, or a built-in one (" + strings.Join(File{}.known(), ", ") + ")")
	w.line(`"default_profile": ` + jsonText(p.Profile) + ",")
	w.open(`"profiles": {`)
	w.open(jsonText(p.Profile) + ": {")
	w.keys(profileKeys, "", p)
	w.close("}")
	w.close("}")
	w.close("}")
}

func (w *writer) open(text string) {
	w.line(text)
	w.depth++
}

// close ends a line of its own for a bracket. A comma behind the last one of a file
// would be no trailing comma.
func (w *writer) close(bracket string) {
	w.depth--
	if w.depth > 0 {
		bracket += ","
	}
	w.line(bracket)
}

func (w *writer) doc(text string) {
	if w.docs {
		w.line("// " + text)
	}
}

func (w *writer) keys(keys []key, prefix string, p rules.Policy) {
	for _, k := range keys {
		w.doc(k.doc)
		if absent(k, p) {
			w.doc(jsonText(k.name) + `: ["implementer", "reviewer"],`)
			continue
		}
		if k.value == nil {
			w.open(jsonText(k.name) + ": {")
			w.keys(k.keys, k.name+".", p)
			w.close("}")
			continue
		}
		w.key = prefix + k.name
		w.indent()
		w.text(jsonText(k.name) + ": ")
		k.value.write(w, p)
		w.text(",")
		if l, isList := k.value.(list); !isList || len(*l.of(&p)) == 0 {
			w.origin(w.origins[w.key])
		}
		w.text("\n")
	}
}

// absent reports whether a key has to be left out to mean what it does.
func absent(k key, p rules.Policy) bool {
	l, isList := k.value.(list)
	return isList && l.absentIsAll && *l.of(&p) == nil
}

// origin ends a line with the comment that says where it comes from.
func (w *writer) origin(o rules.Origin) {
	switch {
	case !w.showOrigins:
	case o.BuiltIn():
		w.text(" // built in")
	default:
		w.text(" // " + commentText(o.File) + ":" + strconv.Itoa(o.Line))
	}
}

func (l list) write(w *writer, policy rules.Policy) {
	entries := *l.of(&policy)
	if len(entries) == 0 {
		w.text("[]")
		return
	}
	w.text("[\n")
	w.depth++
	for _, e := range entries {
		w.indent()
		w.text(entryText(e) + ",")
		w.origin(e.Origin)
		w.text("\n")
	}
	w.depth--
	w.indent()
	w.text("]")
}

// entryText returns an entry as it stands in a file.
func entryText(e rules.Entry) string {
	if e.Reason == "" && e.Suggest == "" && len(e.Match) == 0 && len(e.NotMatch) == 0 {
		return jsonText(e.Text)
	}
	var members []string
	for _, k := range entryKeys {
		switch {
		case k.text != nil && *k.text(&e) != "":
			members = append(members, jsonText(k.name)+": "+jsonText(*k.text(&e)))
		case k.texts != nil && len(*k.texts(&e)) > 0:
			texts := make([]string, len(*k.texts(&e)))
			for i, text := range *k.texts(&e) {
				texts[i] = jsonText(text)
			}
			members = append(members, jsonText(k.name)+": ["+strings.Join(texts, ", ")+"]")
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// jsonText returns a JSON string. What a terminal would act on is escaped.
func jsonText(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // texts of a file are UTF-8
	var b strings.Builder
	for _, r := range string(quoted) {
		switch {
		case strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			b.WriteString(hexEscape(0xd800+r>>10) + hexEscape(0xdc00+r&0x3ff))
		default:
			b.WriteString(hexEscape(r))
		}
	}
	return b.String()
}

func hexEscape(r rune) string {
	digits := strconv.FormatInt(int64(r), 16)
	return `\u` + strings.Repeat("0", 4-len(digits)) + digits
}

// commentText returns a text that stays inside a line comment.
func commentText(text string) string { return printable(text) }
