package facts

import (
	"path"
	"strings"

	"sandbox-enforcer/rules"
)

// Project returns the root of the project that a directory belongs to: the nearest
// directory above it, itself among them, that has a .git, else the directory itself.
// The directory has to be absolute; "" stays "".
func Project(f rules.Facts, dir string) string {
	if !strings.HasPrefix(dir, "/") {
		return ""
	}
	start, err := f.Resolve(dir)
	if err != nil {
		return dir
	}
	for up := start; ; up = path.Dir(up) {
		if f.Exists(strings.TrimSuffix(up, "/") + "/.git") {
			return up
		}
		if up == "/" {
			return start
		}
	}
}
