package install

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

func trimmed(extra hujson.Extra) []byte { return bytes.Trim(extra, blanks) }

// begin reads a text. A blank one is as an empty object, which is what agents take a
// missing file for.
func begin(file, text string) (*change, error) {
	mark := ""
	if strings.HasPrefix(text, byteOrderMark) {
		mark = byteOrderMark
	}
	if strings.Trim(text[len(mark):], blanks) == "" {
		end := "\n"
		if strings.Contains(text, "\r\n") {
			end = "\r\n"
		}
		text = mark + "{}" + end
	}
	d, err := read(file, text)
	if err != nil {
		return nil, err
	}
	return &change{document: d}, nil
}

// withdrawn returns the text of a file without the hook.
func withdrawn(file, text string, a Agent, r record) (string, error) {
	if strings.Trim(strings.TrimPrefix(text, byteOrderMark), blanks) == "" {
		return text, nil
	}
	c, err := lay(a, file, text)
	if err != nil {
		return "", err
	}
	if err := c.withdraw(a, r); err != nil {
		return "", err
	}
	return c.body(), nil
}
