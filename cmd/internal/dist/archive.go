package main

import (
	"archive/tar"
	"compress/gzip"
	"io"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name string
	mode int64
	text []byte
}

// pack writes an archive. Every file is of the same moment and of nobody, and gzip's own
// header names neither.
func pack(out io.Writer, entries []entry) error {
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(zipped)
	for _, e := range entries {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: e.mode, Size: int64(len(e.text)), ModTime: time.Unix(0, 0).UTC(), Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(e.text); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return zipped.Close()
}
