package format

import (
	"bytes"
	"encoding/json"
	"io"
)

func writeJSON(w io.Writer, _ Options, r Report) error { return encode(w, r, "  ") }

// encode writes the report as one document. A command is full of < > and &, which
// stay as they are: the document is for programs and terminals, not for a web page.
func encode(w io.Writer, r Report, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(r); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
