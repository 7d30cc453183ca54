//go:build !unix

package facts

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lstat says what is at a path, without following a link at its end.
func lstat(path string) (kind, string, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return missing, "", nil
	case err != nil:
		return missing, "", cause(err)
	case info.IsDir():
		return dir, "", nil
	case info.Mode()&fs.ModeSymlink == 0:
		return file, "", nil
	}
	target, err := os.Readlink(path)
	if err != nil {
		return missing, "", cause(err)
	}
	return link, target, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
