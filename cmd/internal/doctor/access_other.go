//go:build !unix

package doctor

import "os"

// writable reports whether the mode of a file lets its owner write to it.
func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o200 != 0
}
