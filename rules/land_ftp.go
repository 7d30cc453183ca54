package rules

import (
	"strings"
)

// landFtp: the first URL goes into the file of -o, every other one into a file named
// after it in the directory in effect, for which there is no option.
func landFtp(c *Call) []Landing {
	if c.Has(Sends) {
		return nil // -u, an upload
	}
	l := download(c, "ftp-download")
	if !onlyURLs(c) {
		l.ask("what a session of ftp fetches is not known", "give it URLs, or use curl")
		return []Landing{l}
	}
	several := l
	out := effective(c, DestFile)
	switch {
	case out == nil:
		l.insert(c, "-o")
		l.Move.Dir = false
		l.Name = nameByURL(c, ftpName)
		if l.Name.Is("") && len(c.Operands) == 1 {
			l.Problem = "the name that ftp takes from the URL is not foreseen: give one by -o"
		}
	case strings.HasPrefix(out.Value.Prefix(), "|"):
		l.ask("ftp hands what it fetches to a program", "write it to a file of the sandbox first")
	default:
		l.toFile(out)
	}
	switch {
	case len(c.Operands) > 1 && (out == nil || !out.Value.Is("-")):
		several.Problem = "ftp puts one of several URLs where -o says: fetch them one by one, with -o"
		if out == nil || isNowhere(out.Value) {
			return []Landing{several}
		}
		several.Span = c.Operands[1].Span
		return []Landing{l, several}
	case out != nil && isNowhere(out.Value):
		return nil
	}
	return []Landing{l}
}

// onlyURLs reports whether the operands are URLs, without which ftp begins a session.
func onlyURLs(c *Call) bool {
	for _, w := range c.Operands {
		if !strings.Contains(w.Value.Prefix(), "://") {
			return false
		}
	}
	return len(c.Operands) > 0
}

// ftpName is rawName for a program that decodes percent signs, slashes among them, and
// fails where there is no name. Seen with tnftp 20210827.
func ftpName(url string) (string, error) {
	if strings.Contains(url, "%") {
		return "", errNoName
	}
	return rawName(url)
}

func stdoutFtp(c *Call) bool {
	out := effective(c, DestFile)
	return out != nil && isStdout(out.Value) && onlyURLs(c) || !onlyURLs(c) && !c.Has(Sends)
}

// landLftp: a script of lftp may fetch to anywhere, and so may what is typed.
func landLftp(c *Call) []Landing {
	l := download(c, "lftp-download")
	l.ask("where the commands of lftp put files is not known", "use lftpget in the sandbox, or curl -o")
	return []Landing{l}
}

// stdoutLftp: a script may print what it fetches.
func stdoutLftp(*Call) bool { return true }

// landLftpget: names are what follows the last slash of each URL.
func landLftpget(c *Call) []Landing {
	if len(c.Operands) == 0 {
		return nil
	}
	l := download(c, "lftp-download")
	l.Name = nameByURL(c, rawName)
	l.Problem = "lftpget has no option for a directory: change into the sandbox, or use curl -o"
	return []Landing{l}
}
