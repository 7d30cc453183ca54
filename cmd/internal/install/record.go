package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"

	"sandbox-enforcer/cmd/internal/digest"
)

// record is what is remembered of one file, so that uninstall can give it back as it
// was.
type record struct {
	Version int    `json:"version"`
	Agent   string `json:"agent"`
	Path    string `json:"path"`
	// Existed says that there was a file, with Original as its bytes.
	Existed  bool   `json:"existed"`
	Original []byte `json:"original,omitzero"`
	// After is the SHA-256 of the text that install left.
	After string `json:"after"`
	// Made are the lists and objects that install made, Directory what it put into the
	// agent's list of directories, Backup the copy of the original beside the file and
	// Dirs the directories that it made for the file, the outermost first.
	Made      [][]string `json:"made,omitzero"`
	Directory string     `json:"directory,omitzero"`
	Backup    string     `json:"backup,omitzero"`
	Dirs      []string   `json:"dirs,omitzero"`
}

const recordVersion = 1

// records is the directory with a record for each file.
type records string

// find returns the record of a file. Without one its path is empty.
func (r records) find(path string) (record, error) {
	dir, err := os.Lstat(string(r))
	if errors.Is(err, fs.ErrNotExist) {
		return record{}, nil
	}
	if err != nil || !dir.IsDir() || !mine(dir) || dir.Mode().Perm()&0o022 != 0 {
		return record{}, fmt.Errorf("what install remembers in %s does not count, because the directory is a link, not yours, or open to others: make it your own with mode 0700", printable(string(r)))
	}
	text, err := os.ReadFile(r.name(path))
	if errors.Is(err, fs.ErrNotExist) {
		return record{}, nil
	}
	if err != nil {
		return record{}, unreadable(r.name(path), err)
	}
	var found record
	if err := json.Unmarshal(text, &found); err != nil || found.Version != recordVersion || found.Path != path {
		return record{}, fmt.Errorf("%s is not what install wrote: remove it, and look at the backup beside the settings file", printable(r.name(path)))
	}
	return found, nil
}

func (r records) name(path string) string {
	return filepath.Join(string(r), digest.Hex([]byte(path))+".json")
}

// keep stores a record in one step.
func (r records) keep(rec record) error {
	rec.Version = recordVersion
	text, err := json.Marshal(rec)
	if err == nil {
		err = os.MkdirAll(string(r), 0o700)
	}
	var temp string
	if err == nil {
		temp, err = beside(r.name(rec.Path), string(text)+"\n", 0o600)
	}
	if err == nil {
		err = os.Rename(temp, r.name(rec.Path))
	}
	if err != nil {
		return fmt.Errorf("what is changed cannot be remembered in %s (%w): make it writable for yourself, or set XDG_STATE_HOME", printable(string(r)), cause(err))
	}
	return nil
}

// forget removes the record of a file.
func (r records) forget(path string) error {
	if err := os.Remove(r.name(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("what was changed cannot be forgotten: %w", err)
	}
	return nil
}

func sum(text string) string { return digest.Hex([]byte(text)) }

// within reports whether a path is a directory or lies in it.
func within(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}
