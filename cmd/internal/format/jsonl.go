package format

import "io"

// writeJSONL writes the same document as writeJSON on one line. Newlines in strings
// are escaped by JSON itself.
func writeJSONL(w io.Writer, _ Options, r Report) error { return encode(w, r, "") }
