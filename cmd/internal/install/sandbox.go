package install

import (
	"fmt"
	"os"
	"path/filepath"

	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/rules"
)

// temporary are the directories that systems empty on their own.
var temporary = []string{"/tmp", "/var/tmp", "/dev/shm", "/run", "/private/tmp", "/private/var/tmp"}

// Lasting refuses a sandbox in a directory for temporary files: what is kept there for
// review would be gone after the next start. A home directory that is a temporary one
// itself is as lasting as all else there.
func (m Machine) Lasting(box rules.Sandbox) error {
	dirs := temporary
	if dir, _ := m.Env("TMPDIR"); filepath.IsAbs(dir) {
		dirs = append(dirs[:len(dirs):len(dirs)], filepath.Clean(dir))
	}
	home, _ := m.home()
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	for _, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			real = dir
		}
		private := home != "" && within(real, home) && within(home, box.Real)
		if within(real, box.Real) && !private {
			return fmt.Errorf("the sandbox %q lies in %s, which is emptied now and then: give a directory that lasts, such as ~/work/sandbox", box.Given, printable(dir))
		}
	}
	return nil
}

// sandbox makes the directory for the user alone where it does not exist.
func (o Options) sandbox(box rules.Sandbox) error {
	if err := o.Lasting(box); err != nil {
		return err
	}
	if info, err := os.Stat(box.Path); err == nil {
		if !info.IsDir() {
			return fmt.Errorf("the sandbox %q is no directory: give another one, or move it away", box.Given)
		}
		return nil
	}
	if o.DryRun {
		fmt.Fprintf(o.Out, "the sandbox %s would be made\n", format.Escape(box.Path))
		return nil
	}
	if err := os.MkdirAll(box.Path, 0o700); err != nil {
		return fmt.Errorf("the sandbox %q cannot be made (%w): make it yourself, or give another one", box.Given, cause(err))
	}
	fmt.Fprintf(o.Out, "the sandbox %s is made\n", format.Escape(box.Path))
	return nil
}
