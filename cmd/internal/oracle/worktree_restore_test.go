package oracle

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// stamps say of every path below a directory what it is: a file that was written, made
// anew or given another mode has another one.
type stamps map[string]string

// stamp takes them. A directory's says nothing of what lies in it.
func stamp(root string) (stamps, error) {
	out := stamps{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		line := info.Mode().String()
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			line = fmt.Sprint(line, st.Ino, " ", st.Uid, " ", st.Gid)
		}
		if !d.IsDir() {
			line = fmt.Sprint(line, info.Size(), info.ModTime().UnixNano())
		}
		out[name] = line
		return nil
	})
	return out, err
}

// reset makes everything below root as it was built: what a script touched is copied
// again.
func (f *fence) reset() error {
	now, err := stamp(f.root)
	if err != nil || f.stamps == nil {
		return f.remake()
	}
	var renew []string
	for name, was := range f.stamps {
		if now[name] == was {
			continue
		}
		if _, there := f.stamps[filepath.Dir(name)]; there && now[filepath.Dir(name)] != f.stamps[filepath.Dir(name)] && name != "." {
			continue // it comes with its directory
		}
		renew = append(renew, name)
	}
	for name := range now {
		if _, was := f.stamps[name]; !was {
			if err := os.RemoveAll(filepath.Join(f.root, name)); err != nil {
				return f.remake()
			}
		}
	}
	for _, name := range renew {
		if name == "." {
			return f.remake()
		}
		if err := os.RemoveAll(filepath.Join(f.root, name)); err != nil {
			return f.remake()
		}
		if out, err := exec.Command("cp", "-a", filepath.Join(f.built, name), filepath.Join(f.root, name)).CombinedOutput(); err != nil {
			return fmt.Errorf("cannot copy %s: %w: %s", name, err, out)
		}
	}
	if len(renew) > 0 {
		f.stamps, err = stamp(f.root)
	}
	return err
}

// remake copies the whole tree.
func (f *fence) remake() error {
	if err := os.RemoveAll(f.root); err != nil {
		// A script may have taken the right to write from a directory.
		if err := exec.Command("chmod", "-R", "u+rwX", f.root).Run(); err != nil {
			return fmt.Errorf("cannot open what a script closed: %w", err)
		}
		if err := os.RemoveAll(f.root); err != nil {
			return err
		}
	}
	if out, err := exec.Command("cp", "-a", f.built, f.root).CombinedOutput(); err != nil {
		return fmt.Errorf("cannot copy the tree: %w: %s", err, out)
	}
	var err error
	f.stamps, err = stamp(f.root)
	return err
}
