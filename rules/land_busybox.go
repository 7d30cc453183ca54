package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// landBusybox: all URLs go into the file of the last -O, which -P does not concern; else
// each into one of its own in the directory of the last -P, which is not made.
func landBusybox(c *Call) []Landing {
	if !fetchesWget(c) {
		return nil
	}
	l := download(c, "wget-download")
	l.Name = nameByURL(c, busyboxName)
	out, dir := effective(c, DestFile), effective(c, DestDir)
	switch {
	case out != nil:
		if isNowhere(out.Value) {
			return nil
		}
		l.toFile(out)
	case dir != nil:
		l.toDir(dir, l.Name)
		l.Creates = ast.Value{}
		if dir.Value.Is("") {
			l.Dest = ast.Known("/") // a slash is put after it, whatever it is
		}
	default:
		l.insert(c, "-P")
	}
	return []Landing{l}
}

// busyboxName returns the file that wget of busybox writes for a URL: what follows its
// last slash, the query's as well, undecoded; index.html where nothing does. Seen with
// busybox 1.35.
func busyboxName(url string) (string, error) {
	if !strings.Contains(url, "://") {
		url = "http://" + url
	}
	path, ok := webPath(url)
	if ok && (path == "" || strings.HasSuffix(path, "/")) {
		return "index.html", nil
	}
	return rawName(url)
}
