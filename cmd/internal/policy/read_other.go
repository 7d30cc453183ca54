//go:build !unix

package policy

import (
	"io"
	"os"
)

// open returns the text of the regular file at path, at most limit+1 bytes of it.
func open(path string, limit int) ([]byte, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errDirectory
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > int64(limit):
		return nil, errTooLarge
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(limit)+1))
}

// private reports whether the directory at path is one and no link, which is all that
// can be told here of who may write to it. The second result is false where nothing
// is there.
func private(path string) (ours, there bool) {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir(), !os.IsNotExist(err)
}
