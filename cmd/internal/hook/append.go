package hook

import (
	"errors"
	"os"
)

var errNotRegular = errors.New("it is not a regular file")

// appendTo adds text at the end of a regular file by one write. A link is not followed:
// it is compared by what is there before and what was opened. A file that is not there
// is made, for the user alone.
func appendTo(path string, text []byte) error {
	before, err := os.Lstat(path)
	if err == nil && !before.Mode().IsRegular() {
		return errNotRegular
	}
	flags := os.O_WRONLY | os.O_APPEND
	if err != nil {
		flags |= os.O_CREATE | os.O_EXCL // which follows no link either
	}
	file, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return err
	}
	after, err := file.Stat()
	if err == nil && before != nil && !os.SameFile(before, after) {
		err = errNotRegular
	}
	if err == nil {
		_, err = file.Write(text)
	}
	return errors.Join(err, file.Close())
}
