package rules

import "strings"

// awkKind is what a token of an awk program is.
type awkKind uint8

const (
	awkEnd awkKind = iota
	awkLine
	awkName
	awkNumber
	awkString
	awkRegexp
	// awkSign is an operator, a bracket or a separator.
	awkSign
)

// awkToken is one token of an awk program; the text of a string has no quotes.
type awkToken struct {
	kind awkKind
	text string
}

// awkScanner splits an awk program into tokens. A slash begins a regular expression
// where no operand stands before it, as all awks take it.
type awkScanner struct {
	text   string
	at     int
	before awkToken
	// closed says that the bracket closed last belongs to an if, a while or a for.
	closed bool
	// heads holds, for every round bracket that is open, whether it is such a one.
	heads []bool
	// wrong says why the program cannot be split, or "".
	wrong string
}

// awkReads says why a call of awk does more than print, or "".
func awkReads(r *Reading) string {
	if why := splits(r); why != "" {
		return why
	}
	for _, option := range r.Options {
		text, known := textOf(option)
		switch {
		case has("--field-separator --assign", option.Name) && option.Value == nil:
			return "some awks take the word behind " + option.Name + " for the program"
		case has("-v --assign", option.Name) && known && strings.Contains(text, "/inet"):
			return "it may open a connection"
		}
	}
	if len(r.Operands) == 0 {
		if len(r.Inv.Args) == 1 && given(r, "-V -C -h") {
			return "" // the version, the licence or the help
		}
		return "it has no program"
	}
	for _, arg := range r.Operands {
		if text, _ := arg.Value.Text(); strings.Contains(text, "/inet") {
			return "it may open a connection"
		}
	}
	program, known := r.Operands[0].Value.Text()
	if !known {
		return "its program is not known"
	}
	return judgeAwk(program)
}

// judgeAwk says why an awk program does more than print, or "".
func judgeAwk(program string) string {
	s := awkScanner{text: program}
	tokens := make([]awkToken, 0, 32)
	for {
		token := s.next()
		if s.wrong != "" {
			return s.wrong
		}
		tokens = append(tokens, token)
		if token.kind == awkEnd {
			break
		}
	}
	return judgeAwkTokens(tokens)
}

// awkFiles are the texts behind a < in an awk program: the files of its getline are among
// them.
func awkFiles(program string) []string {
	var files []string
	s := awkScanner{text: program}
	for opens := false; ; {
		token := s.next()
		if s.wrong != "" || token.kind == awkEnd {
			return files
		}
		if opens && token.kind == awkString {
			files = append(files, token.text)
		}
		opens = token.kind == awkSign && token.text == "<"
	}
}

// judgeAwkTokens follows the statements: a > within those of print, and outside of
// brackets, opens a file; elsewhere it compares.
func judgeAwkTokens(tokens []awkToken) string {
	depth, printing := 0, -1
	for i, token := range tokens {
		switch token.kind {
		case awkLine:
			if i > 0 && depth <= printing && endsOperand(tokens[i-1]) {
				printing = -1
			}
		case awkString:
			if strings.Contains(token.text, "/inet") {
				return "it may open a connection"
			}
		case awkName:
			switch token.text {
			case "system":
				return "its program calls system"
			case "print", "printf":
				printing = depth
			case "getline":
				if why := awkGetline(tokens[i+1:]); why != "" {
					return why
				}
			}
		case awkSign:
			switch token.text {
			case "(", "[":
				depth++
			case ")", "]":
				depth--
			case ";", "{", "}":
				printing = -1
			case "|", "|&":
				return "its program starts another one by a pipe"
			case "@":
				return "its program loads or calls what is not known"
			case ">", ">>":
				if (token.text == ">>" || printing >= depth) && !awkSink(tokens[i+1:]) {
					return "its program writes a file"
				}
			}
		}
	}
	return ""
}

// awkSink reports whether the tokens behind a > name a place where nothing stays, and
// nothing more.
func awkSink(rest []awkToken) bool {
	if len(rest) < 2 || rest[0].kind != awkString || rest[0].text != "/dev/null" && rest[0].text != "/dev/stdout" {
		return false
	}
	after := rest[1]
	return after.kind == awkEnd || after.kind == awkLine || after.kind == awkSign && (after.text == ";" || after.text == "}")
}

// awkGetline says why a getline may do more than read a file, or "": in gawk the name
// of a file can be that of a connection.
func awkGetline(rest []awkToken) string {
	i := 0
	if rest[i].kind == awkSign && rest[i].text == "$" {
		i++
	}
	if rest[i].kind == awkName || i > 0 && rest[i].kind == awkNumber {
		i++
		if rest[i].kind == awkSign && rest[i].text == "[" {
			for i < len(rest)-1 && rest[i].text != "]" {
				i++
			}
			i++
		}
	}
	if i >= len(rest) {
		return "its getline is not understood"
	}
	switch token := rest[i]; {
	case token.kind == awkEnd || token.kind == awkLine:
		return ""
	case token.kind != awkSign:
		return "its getline is not understood"
	case token.text == "<":
		return awkFile(rest[i+1:])
	case token.text == ")" || token.text == ";" || token.text == "}" || token.text == ">" || token.text == "==" || token.text == "!=" || token.text == "&&" || token.text == "||":
		return ""
	}
	return "its getline is not understood"
}

// awkFile says why what stands behind the < of a getline may be no file, or "".
func awkFile(rest []awkToken) string {
	i := 0
	switch {
	case rest[0].kind == awkString && !strings.Contains(rest[0].text, "\\"):
		i = 1
	case rest[0].kind == awkName && (rest[0].text == "FILENAME" || rest[0].text == "ARGV"):
		i = 1
		if rest[0].text == "ARGV" && len(rest) > 4 && rest[1].text == "[" && rest[2].kind == awkNumber && rest[3].text == "]" {
			i = 4
		}
	default:
		return "what its getline opens is not known"
	}
	if after := rest[i]; after.kind == awkString || after.kind == awkName || after.kind == awkNumber || after.kind == awkSign && strings.Contains("[($", after.text) {
		return "what its getline opens is not known"
	}
	return ""
}

// endsOperand reports whether a line end behind the token ends the statement.
func endsOperand(token awkToken) bool {
	switch token.kind {
	case awkName, awkNumber, awkString, awkRegexp:
		return true
	case awkSign:
		return token.text == ")" || token.text == "]" || token.text == "}" || token.text == ";" || token.text == "++" || token.text == "--"
	}
	return false
}

// next reads one token.
func (s *awkScanner) next() awkToken {
	s.blanks()
	token := awkToken{kind: awkEnd}
	if s.at < len(s.text) {
		token = s.token(s.text[s.at])
	}
	if token.kind == awkSign {
		switch token.text {
		case "(":
			s.heads = append(s.heads, s.before.kind == awkName && (s.before.text == "if" || s.before.text == "while" || s.before.text == "for"))
		case ")":
			s.closed = false
			if n := len(s.heads); n > 0 {
				s.closed, s.heads = s.heads[n-1], s.heads[:n-1]
			}
		}
	}
	s.before = token
	return token
}

// blanks reads over blanks, comments and continued lines.
func (s *awkScanner) blanks() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			s.at++
		case strings.HasPrefix(rest, "\\\n"):
			s.at += 2
		case strings.HasPrefix(rest, "\\\r\n"):
			s.at += 3
		case rest[0] == '#':
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.at += end
		default:
			return
		}
	}
}

// awkSigns are the operators of more than one character, the longest first.
var awkSigns = [...]string{"**=", "|&", "||", "&&", ">>", ">=", "<=", "==", "!=", "!~", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**"}

// token reads the token that begins with c.
func (s *awkScanner) token(c byte) awkToken {
	start := s.at
	switch {
	case c == '\n':
		s.at++
		return awkToken{awkLine, "\n"}
	case c == '"':
		return s.quoted()
	case c == '/' && !s.operandBefore():
		return s.regexp()
	case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z':
		for s.at < len(s.text) && awkWord(s.text[s.at]) {
			s.at++
		}
		return awkToken{awkName, s.text[start:s.at]}
	case c >= '0' && c <= '9' || c == '.':
		for s.at < len(s.text) && (awkWord(s.text[s.at]) || s.text[s.at] == '.') {
			s.at++
		}
		return awkToken{awkNumber, s.text[start:s.at]}
	case c < ' ' || c >= 0x7f || c == '\\' || c == '`' || c == '\'':
		s.wrong = "its program is not understood"
	}
	for _, sign := range awkSigns {
		if strings.HasPrefix(s.text[s.at:], sign) {
			s.at += len(sign)
			return awkToken{awkSign, sign}
		}
	}
	s.at++
	return awkToken{awkSign, s.text[start:s.at]}
}

// quoted reads a string.
func (s *awkScanner) quoted() awkToken {
	start := s.at + 1
	for s.at = start; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch s.text[s.at] {
		case '"':
			s.at++
			return awkToken{awkString, s.text[start : s.at-1]}
		case '\\':
			s.at++
		}
	}
	s.wrong = "its program has a string without an end"
	return awkToken{}
}

// regexp reads a regular expression; a slash within [...] does not end it. Lists where
// awks differ in what ends them are not read.
func (s *awkScanner) regexp() awkToken {
	start, list := s.at, -1
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at++
		case list >= 0 && c == ']':
			if inner := s.text[list+1 : s.at]; inner == "" || inner == "^" {
				s.wrong = "a regular expression of its program is not understood"
				return awkToken{}
			}
			list = -1
		case list >= 0 && c == '[':
			rest := s.text[s.at:]
			end := -1
			if strings.HasPrefix(rest, "[:") {
				end = strings.Index(rest, ":]")
			}
			if end >= 0 && end < 12 {
				s.at += end + 1
			}
		case list < 0 && c == '[':
			list = s.at
		case list < 0 && c == '/':
			s.at++
			return awkToken{awkRegexp, s.text[start:s.at]}
		}
	}
	s.wrong = "its program has a regular expression without an end"
	return awkToken{}
}

// operandBefore reports whether a slash divides: an operand stands before it.
func (s *awkScanner) operandBefore() bool {
	switch s.before.kind {
	case awkNumber, awkString, awkRegexp:
		return true
	case awkName:
		return !has("print printf return in if else do while for exit delete case getline BEGIN END", s.before.text)
	case awkSign:
		switch s.before.text {
		case ")":
			return !s.closed
		case "]":
			return true
		case "++", "--", "$":
			s.wrong = "a / of its program may divide or begin a regular expression"
			return true
		}
	}
	return false
}

func awkWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
