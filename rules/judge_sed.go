package rules

import "strings"

// sedScript is a program of sed that is being scanned. Where seds differ, it is read
// in each of their ways: no reading may find a command that writes or runs something.
type sedScript struct {
	text string
	at   int
	// longLabels says that a label goes on to the end of its line (BSD, older GNU).
	longLabels bool
	// brackets says that a delimiter within [...] ends nothing (BSD, GNU since 4.9).
	brackets bool
	// broken says that sed would refuse the program here, and so run none of it.
	broken bool
	// running says that only what starts commands counts, and no file that is written.
	running bool
	// files are those that its commands r and R read.
	files []string
}

// sedReads says why a call of sed does more than print, or "".
func sedReads(r *Reading) string {
	if why := splits(r); why != "" {
		return why
	}
	script, given := "", false
	for _, option := range r.Options {
		if option.Name != "-e" && option.Name != "--expression" {
			continue
		}
		text, known := textOf(option)
		if !known {
			return "its program is not known"
		}
		if given {
			script += "\n"
		}
		script, given = script+text, true
	}
	if given && optionBehind(r) {
		return "an option follows an operand, which is the program to some seds"
	}
	if !given {
		if len(r.Operands) == 0 {
			return "it has no program"
		}
		text, known := r.Operands[0].Value.Text()
		if !known {
			return "its program is not known"
		}
		script = text
	}
	return judgeSed(script)
}

// judgeSed says why a program of sed does more than print, or "".
func judgeSed(script string) string {
	runs := false
	for way := range 4 {
		s := sedScript{text: script, longLabels: way&1 != 0, brackets: way&2 != 0}
		if why := s.commands(); why != "" {
			return why
		}
		runs = runs || !s.broken
	}
	if !runs {
		return "its program is not understood"
	}
	return ""
}

// sedRuns reports whether a program of sed may start a command.
func sedRuns(script string) bool {
	for way := range 4 {
		s := sedScript{text: script, longLabels: way&1 != 0, brackets: way&2 != 0, running: true}
		if s.commands() != "" {
			return true
		}
	}
	return false
}

// sedFiles are the files that a program of sed reads by its commands, in any way that it
// can be read.
func sedFiles(script string) []string {
	var files []string
	for way := range 4 {
		s := sedScript{text: script, longLabels: way&1 != 0, brackets: way&2 != 0}
		s.commands()
		files = append(files, s.files...)
	}
	return files
}

// commands reads the commands one after the other.
func (s *sedScript) commands() string {
	for !s.broken {
		s.skip(" \t\r\n;")
		if s.at >= len(s.text) {
			return ""
		}
		s.addresses()
		if s.broken || s.at >= len(s.text) {
			s.broken = true
			return ""
		}
		c := s.text[s.at]
		s.at++
		if why := s.command(c); why != "" {
			return why
		}
	}
	return ""
}

// command reads what follows the letter of a command.
func (s *sedScript) command(c byte) string {
	switch c {
	case 'w', 'W':
		return s.writes("the command " + string(c))
	case 'e':
		return "the command e of its program runs commands"
	case 's':
		return s.substitute()
	case 'y':
		if s.delimiter() {
			open := s.at - 1
			s.until(s.text[open], false)
			s.until(s.text[open], false)
			s.end()
		}
	case 'r', 'R':
		s.files = append(s.files, strings.TrimLeft(s.line(), " \t"))
	case '#':
		s.line()
	case 'a', 'i', 'c':
		s.textLines()
	case ':', 'b', 't', 'T', 'v':
		s.label()
	case '{', '}':
	case 'q', 'Q', 'l', 'L':
		s.skip(" \t0123456789")
		s.end()
	case '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z':
		s.end()
	default:
		s.broken = true
	}
	return ""
}

// addresses reads the addresses before a command, with the ! behind them.
func (s *sedScript) addresses() {
	if s.address() {
		s.skip(" \t")
		if s.peek() == ',' {
			s.at++
			s.skip(" \t+~")
			s.broken = !s.address() || s.broken
		}
	}
	s.skip(" \t!")
}

// address reads one address; it reports whether there is one.
func (s *sedScript) address() bool {
	switch c := s.peek(); {
	case c >= '0' && c <= '9':
		s.skip("0123456789")
		if s.peek() == '~' {
			s.at++
			s.skip("0123456789")
		}
	case c == '$':
		s.at++
	case c == '/' || c == '\\':
		if c == '\\' {
			s.at++
		}
		if !s.delimiter() {
			return false
		}
		s.until(s.text[s.at-1], true)
		s.skip("IM")
	default:
		return false
	}
	return true
}

// substitute reads the rest of an s command; its flag e runs what it makes, and w
// writes it to a file.
func (s *sedScript) substitute() string {
	if !s.delimiter() {
		return ""
	}
	mark := s.text[s.at-1]
	s.until(mark, true)
	s.until(mark, false)
	for !s.broken && s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == 'w':
			s.at++
			return s.writes("the flag w of its command s")
		case c == 'e':
			return "the flag e of its command s runs commands"
		case strings.IndexByte("gpiImM0123456789", c) < 0:
			s.end()
			return ""
		}
		s.at++
	}
	return ""
}

// writes says that a file is written, unless its name is one where nothing stays.
func (s *sedScript) writes(what string) string {
	switch file := strings.TrimLeft(s.line(), " \t"); file {
	case "/dev/null", "/dev/stdout", "/dev/stderr":
		return ""
	}
	if s.running {
		return ""
	}
	return what + " of its program writes a file"
}

// delimiter reads the character that bounds what follows.
func (s *sedScript) delimiter() bool {
	if c := s.peek(); c == 0 || c == '\n' || c == '\\' || c >= 0x80 {
		s.broken = true
		return false
	}
	s.at++
	return true
}

// until reads up to the delimiter and over it.
func (s *sedScript) until(mark byte, pattern bool) {
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch {
		case c == mark:
			return
		case c == '\\':
			s.at++
		case c == '\n' && pattern:
			s.broken = true
			return
		case c == '[' && pattern && s.brackets:
			s.bracket()
		}
	}
	s.broken = true
}

// bracket reads a list of characters after its [, where it is one.
func (s *sedScript) bracket() {
	i := s.at
	if i < len(s.text) && s.text[i] == '^' {
		i++
	}
	for first := true; i < len(s.text) && s.text[i] != '\n'; first = false {
		if s.text[i] == ']' && !first {
			s.at = i + 1
			return
		}
		if s.text[i] == '[' && i+1 < len(s.text) && strings.IndexByte(":.=", s.text[i+1]) >= 0 {
			if end := strings.Index(s.text[i+2:], s.text[i+1:i+2]+"]"); end >= 0 {
				i += end + 4
				continue
			}
		}
		i++
	}
	s.broken = true
}

// textLines reads the text of a, i and c: up to a line end without a backslash.
func (s *sedScript) textLines() {
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		if c == '\\' {
			s.at++
		} else if c == '\n' {
			return
		}
	}
}

// label reads the label of a branch.
func (s *sedScript) label() {
	if s.longLabels {
		s.line()
		return
	}
	s.skip(" \t")
	for s.at < len(s.text) && strings.IndexByte(" \t\n;}", s.text[s.at]) < 0 {
		s.at++
	}
}

// line reads the rest of the line.
func (s *sedScript) line() string {
	line := s.text[min(s.at, len(s.text)):]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	s.at += len(line)
	return line
}

// end reads what may stand behind a command.
func (s *sedScript) end() {
	s.skip(" \t\r")
	if c := s.peek(); c != 0 && strings.IndexByte(";\n}#", c) < 0 {
		s.broken = true
	}
}

func (s *sedScript) skip(chars string) {
	for s.at < len(s.text) && strings.IndexByte(chars, s.text[s.at]) >= 0 {
		s.at++
	}
}

// peek is the next byte, or 0 at the end.
func (s *sedScript) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}
