package origin

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
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

// Marked reports whether data came from the server.
func Marked(data []byte) bool { return bytes.Contains(data, []byte(Mark)) }

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
	{".tar", "application/x-tar", tarball},
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

// members are the names in an archive.
var members = []string{"pkg/README", "pkg/src/main.txt"}

func tarball(name string) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		body := text(name + "/" + m)
		// A buffer takes every write, and the headers are constant.
		_ = w.WriteHeader(&tar.Header{Name: m, Mode: 0o644, Size: int64(len(body)), ModTime: modified})
		_, _ = w.Write(body)
	}
	_ = w.Close()
	return b.Bytes()
}

func gzipped(name string) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		return text(name)
	}
	w.Comment = token(name)
	_, _ = w.Write(tarball(name))
	_ = w.Close()
	return b.Bytes()
}

func zipped(name string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m, Method: zip.Store, Modified: modified})
		if err != nil {
			return text(name)
		}
		_, _ = f.Write(text(name + "/" + m))
	}
	_ = w.Close()
	return b.Bytes()
}
