package confine

import (
	"io/fs"
	"os"
	"strings"
)

// tempFor makes a directory for temporary files, unless the plan has one, and returns
// how to remove it.
func tempFor(p Plan) (temp string, remove func(), err error) {
	if p.Temp != "" {
		return "", func() {}, nil
	}
	temp, err = os.MkdirTemp("", "sandbox-enforcer-")
	if err != nil {
		return "", nil, failed("make a directory for temporary files, set TMPDIR to one that is writable: %w", err)
	}
	return temp, func() { removeAll(temp) }, nil
}

// removeAll removes a directory, with what its owner may not write in.
func removeAll(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return
	}
	defer root.Close()
	// A root never leaves its directory, whatever links are put there.
	_ = fs.WalkDir(root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && err == nil {
			_ = root.Chmod(path, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(dir) // what is left is left in the directory for such files
}

// withTemp sets TMPDIR, unless temp is "".
func withTemp(environ []string, temp string) []string {
	if temp == "" {
		return environ
	}
	out := make([]string, 0, len(environ)+1)
	for _, variable := range environ {
		if !strings.HasPrefix(variable, "TMPDIR=") {
			out = append(out, variable)
		}
	}
	return append(out, "TMPDIR="+temp)
}
