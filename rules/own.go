package rules

import "strings"

// Own are the files that this program itself lives by: who may write them can switch
// it off. Its paths are absolute, with links followed.
type Own struct {
	// Files are files, and Dirs directories with all that is below them: the policy,
	// the audit log, the state, the trusted files, the programs.
	Files, Dirs []string
	// Home is the user's home directory, and Roots are the directories of projects:
	// below them lie the settings by which agents find the hook.
	Home  string
	Roots []string
}

// ownFile reports whether a path is one of the files that the program lives by, or a
// place where agents look for hooks, and what it is, for messages. The path is
// absolute; letter case does not count, since many file systems do not know it.
func ownFile(p *Inspection, path string) (what string, ok bool) {
	if p.Own == nil {
		return "", false
	}
	folded := foldPath(path)
	for _, file := range p.Own.Files {
		if folded == foldPath(file) {
			return "a file that the guard itself lives by", true
		}
	}
	for _, dir := range p.Own.Dirs {
		if within(foldPath(dir), folded) {
			return "a file that the guard itself lives by", true
		}
	}
	for i := range registrations {
		if r := &registrations[i]; r.names(folded) {
			return r.what(), true
		}
	}
	return "", false
}

// holdsOwn reports whether a directory holds such files, so that who removes it, moves
// it or puts another one in its place takes them away or brings others: .claude, a
// project, the home directory. To make files in it that are none of them is nothing to
// ask this about.
func holdsOwn(p *Inspection, path string) (what string, ok bool) {
	if what, ok := ownFile(p, path); ok || p.Own == nil {
		return what, ok
	}
	folded := foldPath(path)
	for _, own := range [...][]string{p.Own.Files, p.Own.Dirs} {
		for _, file := range own {
			if within(folded, foldPath(file)) {
				return "a directory with files that the guard itself lives by", true
			}
		}
	}
	tops := append([]string{p.Own.Home}, p.Own.Roots...)
	for i := range registrations {
		if r := &registrations[i]; r.below(p.Facts, path, tops) {
			return "a directory with hooks or settings of " + r.Agent, true
		}
	}
	return "", false
}

// foldPath is a path as the most forgiving file system compares it: letter case does
// not count, nor do the characters that HFS+ skips.
func foldPath(path string) string {
	plain := true
	for i := 0; i < len(path) && plain; i++ {
		plain = path[i] < 0x80 && (path[i] < 'A' || path[i] > 'Z')
	}
	if plain {
		return path
	}
	return strings.Map(foldRune, path)
}
