package install

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// Uninstall takes the hook out of the agents' files. A file that nobody changed since
// install gets back its bytes; from any other one only what is ours is removed.
func Uninstall(o Options) error {
	agents := Agents()
	if len(o.Names) > 0 {
		o.Speaks = func(string) bool { return true }
		var err error
		if agents, err = o.named(); err != nil {
			return err
		}
	}
	found := false
	var errs []error
	for _, a := range agents {
		if o.Scope == Project && !a.InProject() && len(o.Names) == 0 {
			continue
		}
		there, wrong := o.uninstall(a)
		found = found || there
		for _, err := range wrong {
			errs = append(errs, fmt.Errorf("%s: %w", a.Name, err))
		}
		if len(wrong) == 0 && !there && len(o.Names) > 0 {
			o.say(a, "the hook is not registered")
		}
	}
	if !found && len(errs) == 0 && len(o.Names) == 0 {
		fmt.Fprintln(o.Out, "the hook is registered with no agent")
	}
	return errors.Join(errs...)
}

// uninstall takes the hook out of one agent's files, and reports whether it was there. One
// that cannot be changed does not keep the others from it.
func (o Options) uninstall(a Agent) (there bool, errs []error) {
	paths, inside, err := o.Paths(a, o.Scope)
	if err != nil {
		return false, []error{err}
	}
	store, err := o.records()
	if err != nil {
		return false, []error{err}
	}
	for _, path := range paths {
		gone, err := o.uninstallFile(a, path, inside, store)
		there = there || gone
		if err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return there, errs
	}
	// What the file names goes after it, so that it never names what is not there.
	for _, s := range a.Shims {
		gone, err := o.uninstallShim(a, s, store)
		there = there || gone
		if err != nil {
			return there, []error{err}
		}
	}
	return there, nil
}

// uninstallFile takes the hook out of one file.
func (o Options) uninstallFile(a Agent, path, inside string, store records) (there bool, err error) {
	rec, err := store.find(path)
	if err != nil {
		return false, err
	}
	f, err := open(path, inside)
	if err != nil {
		return false, err
	}
	if !f.there {
		if rec.Path != "" && !o.DryRun {
			return false, store.forget(path)
		}
		return false, nil
	}
	after, gone, exact, err := back(f, a, rec)
	if err != nil {
		return false, err
	}
	if after == f.text && !gone {
		if rec.Path != "" && !o.DryRun {
			return false, store.forget(path)
		}
		return false, nil
	}
	return true, o.take(a, f, after, gone, exact, store, rec)
}

// back returns what a file is to hold, whether it is to be gone, and whether that is
// what it was before install.
func back(f file, a Agent, rec record) (after string, gone, exact bool, err error) {
	if rec.Path == "" || sum(f.text) != rec.After {
		after, err = withdrawn(f.path, f.text, a, rec)
		gone = err == nil && rec.Path != "" && !rec.Existed && after != f.text && void(a, f.path, after)
		return after, gone, false, err
	}
	if !rec.Existed {
		return "", true, true, nil
	}
	// It may have had the hook before install, by hand: that one goes as well.
	original := string(rec.Original)
	after, err = withdrawn(f.path, original, a, record{})
	return after, false, after == original, err
}

// void reports whether a settings file says nothing.
func void(a Agent, path, text string) bool {
	c, err := lay(a, path, text)
	return err == nil && c.void()
}

// take shows what changes, and writes it.
func (o Options) take(a Agent, f file, after string, gone, exact bool, store records, rec record) error {
	o.show(unified(f, f.text, after, gone))
	if o.DryRun {
		o.say(a, "%s would be changed", printable(f.path))
		return nil
	}
	if gone {
		if err := f.remove(); err != nil {
			return err
		}
		for _, dir := range slices.Backward(rec.Dirs) {
			if os.Remove(dir) != nil {
				break // somebody put something there
			}
		}
		o.say(a, "%s is removed, as install made it", printable(f.path))
		return store.forget(f.path)
	}
	if err := f.write(after, f.mode); err != nil {
		return err
	}
	switch {
	case exact:
		dropBackup(rec)
		o.say(a, "%s is as it was before install", printable(f.path))
	case rec.Backup != "" && rec.Backup != noBackup:
		o.say(a, "the hook is taken out of %s; everything else in it stays, and as it was before install, it is in %s", printable(f.path), printable(rec.Backup))
	default:
		o.say(a, "the hook is taken out of %s; everything else in it stays", printable(f.path))
	}
	return store.forget(f.path)
}

// dropBackup removes the copy beside a file that is as it was: the copy has nothing
// more, unless somebody wrote to it.
func dropBackup(rec record) {
	if rec.Backup == "" || rec.Backup == noBackup {
		return
	}
	info, err := os.Lstat(rec.Backup)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	if text, err := content(rec.Backup); err == nil && text == string(rec.Original) {
		_ = os.Remove(rec.Backup)
	}
}
