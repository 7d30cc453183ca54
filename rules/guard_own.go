package rules

import (
	"errors"
	"fmt"
	"path"
	"slices"
)

// OwnFile is reported where an agent would change what the program lives by.
var OwnFile = &Rule{
	ID: "own-file", Title: "a change of what the guard lives by", Verdict: Deny, Since: "0.3",
	Doc:  "The guard's policy, log and state, and the files by which agents find the hook: settings, hooks, plugins. They may be read, not changed; letter case does not count, and links are followed. A person edits them outside the session.",
	Bad:  `Write {"file_path": ".claude/settings.json", "content": "{}"}`,
	Good: `Read {"file_path": ".claude/settings.json"}`,
}

// OwnGuard keeps agents from the files that this program lives by.
var OwnGuard = &Guard{
	Name:  "own",
	Doc:   "nothing that an agent runs or writes changes the files that this program lives by",
	Rules: []*Rule{OwnFile},
	On:    func(p *Inspection) bool { return p.Own != nil && !p.Brief },
	Check: judgeOwnShell,
	Files: judgeOwn,
}

// judgeOwnShell reports what a script would change of them, but for the words that the
// policy protects already.
func judgeOwnShell(p *Inspection) {
	said := len(p.Found)
	checkOwnShell(p)
	found := slices.DeleteFunc(slices.Clone(p.Found[said:]), func(own Finding) bool {
		return slices.ContainsFunc(p.Found[:said], func(f Finding) bool {
			return f.Rule == PolicyProtected && f.In == own.In && f.Span == own.Span
		})
	})
	p.Found = append(p.Found[:said], found...)
}

// judgeOwn reports the targets that a file tool may write and that are the program's
// own, as they are written or behind their links.
func judgeOwn(p *Inspection) {
	for _, t := range p.Targets {
		if t.Reads {
			continue
		}
		what, err := p.ownTarget(t)
		switch {
		case what != "":
			p.refuse(OwnFile, fmt.Sprintf("%s %.200q is %s: it may be read, not changed; have a person change it outside the session", t.Field, t.Text, what))
		case err != nil && p.Project == nil: // else the path guard has said so
			p.refuse(OwnFile, fmt.Sprintf("%s %v", t.Field, err))
		}
	}
}

// ownTarget says what a target is that must not be written, empty where it may be. What
// cannot be followed could be anything: that is an error.
func (p *Inspection) ownTarget(t Target) (what string, err error) {
	if t.Problem != "" {
		return "", errors.New(t.Problem)
	}
	if t.Base == "" {
		t.Base = "/" // a name such as .claude/settings.json tells enough
	}
	written, err := t.places(p.Own.Home)
	if err != nil {
		return "", fmt.Errorf("%.200q %w", t.Text, err)
	}
	for _, place := range written {
		resolved, unfollowed := p.Facts.Resolve(place)
		if unfollowed != nil {
			resolved, err = place, fmt.Errorf("%.200q cannot be followed (%w); name the file itself", t.Text, unfollowed)
		}
		for _, file := range [...]string{resolved, path.Clean(place), p.unlinked(place)} {
			if what, own := ownFile(p, file); own {
				return what, nil
			}
		}
	}
	return "", err
}

// unlinked is a path with all links followed but one at its end, which the tool may
// replace.
func (p *Inspection) unlinked(place string) string {
	dir, name := path.Split(place)
	if dir == "" || name == "" || name == "." || name == ".." {
		return place
	}
	resolved, err := p.Facts.Resolve(dir)
	if err != nil {
		return place
	}
	return path.Join(resolved, name)
}
