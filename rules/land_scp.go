package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// fetchesScp reports whether scp has a source that is on another host, or of which
// nothing is known, and a destination that is not.
func fetchesScp(c *Call) bool {
	n := len(c.Operands)
	return n > 1 && !isRemote(c.Operands[n-1].Value) && slices.ContainsFunc(c.Operands[:n-1], func(w *ast.Arg) bool {
		return isRemote(w.Value) || w.Value.Prefix() == "" && !known(w)
	})
}

// landScp: the last operand is the file to write, or the directory, which has to be
// there already: but for the copy of a directory scp makes none. So a copy into a
// directory goes into the sandbox itself.
func landScp(c *Call) []Landing {
	if len(c.Operands) < 2 {
		return nil
	}
	return []Landing{landInto(c, c.Operands[len(c.Operands)-1], "scp", len(c.Operands) > 2)}
}

// landInto is the landing of a copy to a file or into a directory.
func landInto(c *Call, last *ast.Arg, kind string, several bool) Landing {
	l := Landing{
		Type: kind, Noun: nounCopy, URL: c.Operands[0].Value, Given: last.Value, Dir: c.Inv.Dir, Dest: last.Value,
		Move: Move{At: last}, Span: last.Span,
	}
	text, ok := last.Value.Text()
	if !ok && !strings.Contains(last.Value.Prefix(), "/") {
		l.Problem = fmt.Sprintf("whether %s is a place on another host is not known: write it out", last.Value.Display())
	}
	_, named := LastElement(text)
	if ok && text != "" && (several || !named || strings.HasSuffix(text, "/") || c.isDir(last.Value)) {
		l.IntoDir, l.Move.Dir = true, true
		l.Name = ast.Known("")
		if !several {
			l.Name = remoteFile(c.Operands[0].Value)
		}
		l.Creates = madeBelow(last.Value, l.Name)
		return l
	}
	l.Name, l.Creates = lastName(last.Value), last.Value
	return l
}

// remoteFile is the name that the source of a copy gets in a directory; known to be
// empty where it is not foreseen.
func remoteFile(source ast.Value) ast.Value {
	text, ok := source.Text()
	if !ok {
		return ast.Known("")
	}
	name, named := LastElement(text[strings.LastIndexByte(text, ':')+1:])
	if !named || strings.ContainsAny(name, `*?[{\~`) {
		return ast.Known("")
	}
	return ast.Known(name)
}

// landSftp: HOST:FILE [LOCAL] fetches the file. Without a file, with a directory, and with
// -b, sftp does what it reads, which may change the local directory as well.
func landSftp(c *Call) []Landing {
	if len(c.Operands) == 0 || len(c.Operands) > 2 {
		return nil
	}
	source := c.Operands[0]
	path, ok := sftpPath(source.Value)
	if !ok || path == "" || strings.HasSuffix(path, "/") || c.batch() {
		l := landHere(c, "sftp", nounCopy, "what sftp is told to fetch, and where to, is not known: give it HOST:FILE and a place in the sandbox")
		l.Dest = ast.Unknown("sftp reads it", "")
		l.Name = l.Dest
		return []Landing{l}
	}
	if len(c.Operands) == 2 {
		return []Landing{landInto(c, c.Operands[1], "sftp", false)}
	}
	l := Landing{
		Type: "sftp", Noun: nounCopy, URL: source.Value, Dir: c.Inv.Dir, Dest: ast.Known(here), IntoDir: true,
		Name: remoteFile(source.Value), Move: Move{At: source, Insert: true, Dir: true}, Span: source.Span,
	}
	l.Creates = madeBelow(l.Dest, l.Name)
	return []Landing{l}
}

// batch reports whether sftp reads commands from a file.
func (c *Call) batch() bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Flag.Short == 'b' })
}

// sftpPath is the path behind the host; false where it is not known.
func sftpPath(source ast.Value) (string, bool) {
	text, ok := source.Text()
	if !ok {
		return "", false
	}
	if _, rest, found := strings.Cut(text, "://"); found {
		_, path, _ := strings.Cut(rest, "/")
		return path, true
	}
	host, path, _ := strings.Cut(text, ":")
	if strings.HasPrefix(host, "[") || strings.Contains(host, "@[") {
		_, path, _ = strings.Cut(text, "]:")
	}
	return path, true
}
