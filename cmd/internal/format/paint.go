package format

// paint puts terminal colours round a text, or leaves it alone.
type paint struct{ on bool }

// The eight colours that every terminal has; their shades are the user's choice.
const (
	reset  = "\x1b[0m"
	bold   = "\x1b[1m"
	faint  = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

func (p paint) with(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return code + s + reset
}

func (p paint) bold(s string) string  { return p.with(bold, s) }
func (p paint) faint(s string) string { return p.with(faint, s) }
func (p paint) red(s string) string   { return p.with(red, s) }
func (p paint) green(s string) string { return p.with(green, s) }

// decision paints the word by how much it stands in the way.
func (p paint) decision(word string) string {
	switch word {
	case "pass", "allow":
		return p.with(bold+green, word)
	case "rewrite", "ask":
		return p.with(bold+yellow, word)
	default:
		return p.with(bold+red, word)
	}
}
