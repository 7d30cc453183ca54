package origin

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"strings"
	"time"
)

// Mark is the token in every line that the server sends.
const Mark = "MARK-c0ffee5eed"

// bodyLines is how many marked lines a text body has.
const bodyLines = 16

// modified is the time that all files carry, so that equal requests have equal
// answers.
var modified = time.Date(2024, time.February, 3, 4, 5, 6, 0, time.UTC)

// coded is Mark as it stands at the start of a text in base64.
const coded = "TUFSSy1jMGZmZWU1ZWVk"

// Marked reports whether data came from the server.
func Marked(data []byte) bool {
	return bytes.Contains(data, []byte(Mark)) || bytes.Contains(data, []byte(coded))
}

// token is the marker of one file: the common token and what tells the files apart.
func token(name string) string {
	sum := fnv.New32a()
	sum.Write([]byte(name)) // a hash never fails to be written to
	return fmt.Sprintf("%s-%08x", Mark, sum.Sum32())
}

// Body returns the bytes of the file called name: the form is told by the name's
// ending, the content differs from name to name.
func Body(name string) []byte {
	for _, f := range forms {
		if strings.HasSuffix(name, f.ending) {
			return f.make(name)
		}
	}
	return text(name)
}

// forms are the endings that have a form of their own, longer endings first.
var forms = []struct {
	ending      string
	contentType string
	make        func(name string) []byte
}{
	{".tar.gz", "application/gzip", gzipped},
	{".tgz", "application/gzip", gzipped},
	{".tar.xz", "application/x-xz", func(name string) []byte { return storedXz(tarball(strings.TrimSuffix(name, ".xz"))) }},
	{".tar", "application/x-tar", tarball},
	{".txt.gz", "application/gzip", gzippedText},
	{".txt.xz", "application/x-xz", func(name string) []byte { return storedXz(text(strings.TrimSuffix(name, ".xz"))) }},
	{".txt.zst", "application/zstd", func(name string) []byte { return storedZstd(text(strings.TrimSuffix(name, ".zst"))) }},
	{".txt.b64", "text/plain; charset=utf-8", func(name string) []byte { return lines(text(strings.TrimSuffix(name, ".b64"))) }},
	{".sh.b64", "text/plain; charset=utf-8", func(name string) []byte { return lines(script(strings.TrimSuffix(name, ".b64"))) }},
	{".cpio", "application/x-cpio", cpio},
	{".asc", "application/pgp-keys", func(name string) []byte { return armored(text(name)) }},
	{".diff", "text/x-diff", patch},
	{".zip", "application/zip", zipped},
	{".json", "application/json", jsonText},
	{".html", "text/html; charset=utf-8", page},
	{".sh", "text/x-shellscript", script},
}

// contentType returns the media type of the file called name.
func contentType(name string) string {
	for _, f := range forms {
		if strings.HasSuffix(name, f.ending) {
			return f.contentType
		}
	}
	return "text/plain; charset=utf-8"
}

func text(name string) []byte {
	return []byte(strings.Repeat(token(name)+" "+path.Base(name)+"\n", bodyLines))
}

func jsonText(name string) []byte {
	type item struct {
		Mark string `json:"mark"`
	}
	out, err := json.Marshal(struct {
		Mark  string `json:"mark"`
		Items []item `json:"items"`
	}{token(name), []item{{token(name + "#1")}, {token(name + "#2")}}})
	if err != nil {
		return text(name)
	}
	return append(out, '\n')
}

// script is a shell script that does nothing, since a test may run what it fetched.
func script(name string) []byte {
	return []byte("#!/bin/sh\n" + strings.Repeat(": "+token(name)+"\n", bodyLines))
}

// page is a page with links, for fetchers that follow them.
func page(name string) []byte {
	t := token(name)
	return fmt.Appendf(nil, "<html><head><title>%s</title></head><body>%s\n<a href=\"one.txt\">%s</a>\n<a href=\"two.txt\">%s</a>\n<a href=\"below/three.txt\">%s</a>\n</body></html>\n", t, t, t, t, t)
}

// members are the files in an archive.
var members = []struct {
	name string
	mode int64
	body func(name string) []byte
}{
	{"pkg/README", 0o644, text},
	{"pkg/src/main.txt", 0o644, text},
	{"pkg/run.sh", 0o755, script},
}

func tarball(name string) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		body := m.body(name + "/" + m.name)
		// A buffer takes every write, and the headers are constant.
		_ = w.WriteHeader(&tar.Header{Name: m.name, Mode: m.mode, Size: int64(len(body)), ModTime: modified})
		_, _ = w.Write(body)
	}
	_ = w.Close()
	return b.Bytes()
}

func gzipped(name string) []byte { return storedGzip(tarball(name), token(name)) }

func gzippedText(name string) []byte {
	return storedGzip(text(strings.TrimSuffix(name, ".gz")), token(name))
}

func zipped(name string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		header := &zip.FileHeader{Name: m.name, Method: zip.Store, Modified: modified}
		header.SetMode(fs.FileMode(m.mode))
		f, err := w.CreateHeader(header)
		if err != nil {
			return text(name)
		}
		_, _ = f.Write(m.body(name + "/" + m.name))
	}
	_ = w.Close()
	return b.Bytes()
}
