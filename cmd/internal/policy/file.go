package policy

import (
	"maps"
	"slices"

	"sandbox-enforcer/rules"
)

// File is a policy file that was read.
type File struct {
	// Path is where it was read.
	Path string
	// Default is the value of default_profile, or "".
	Default string
	// Sum is the SHA-256 of its content in hexadecimal digits.
	Sum string

	profiles []layer
	chosen   rules.Origin // of Default
}

// layer is one profile as a file gives it.
type layer struct {
	// policy has the values of the keys that are given, and for the others those built
	// into development.
	policy rules.Policy
	// given has the place of each key that the file gives, by its full name, as
	// circuit_breaker.threshold.
	given map[string]rules.Origin
}

// Profiles returns the profiles of the file in its order, each with everything that it
// leaves out filled in.
func (f File) Profiles() []rules.Policy {
	out := make([]rules.Policy, len(f.profiles))
	for i, l := range f.profiles {
		out[i] = l.policy
	}
	return out
}

// find returns the profile of that name.
func (f File) find(name string) (layer, bool) {
	i := slices.IndexFunc(f.profiles, func(l layer) bool { return l.policy.Profile == name })
	if i < 0 {
		return layer{}, false
	}
	return f.profiles[i], true
}

// Parse reads the text of a policy file; path is what messages call it. Where a
// problem is Broken, nothing of the file may count.
func Parse(path string, text []byte) (File, []Problem) {
	p := newPage(path, text)
	f := File{Path: path, Sum: sum(text)}
	if root, ok := p.parse(); ok {
		p.policy(root, &f)
	}
	return f, p.sorted()
}

// policy reads the object that a file is.
func (p *page) policy(root node, f *File) {
	if root.kind != '{' {
		if root.kind != 0 && len(p.problems) == 0 {
			p.wrongType(root, "the policy", "an object with \"profiles\"")
		}
		return
	}
	names := make([]string, len(topKeys))
	for i, k := range topKeys {
		names[i] = k.name
	}
	whole := len(p.problems) == 0 // else profiles may be missing
	var chosen node
	p.members(root, "a policy", names, func(_ int, name, v node) {
		switch {
		case name.text == "profiles":
			p.profiles(v, f)
		case v.kind != '"':
			p.wrongType(v, quote(name.text), "a string")
		case name.text == "default_profile":
			f.Default, chosen, f.chosen = v.text, v, p.origin(v.start)
		}
	})
	if chosen.kind != 0 && whole && !f.offers(f.Default) {
		p.fail(chosen.start, chosen.end, "there is no profile %s: %s", quote(f.Default), instead(f.Default, f.known()))
	}
}

// offers reports whether a profile of that name can be chosen.
func (f File) offers(name string) bool {
	_, ours := f.find(name)
	_, builtIn := rules.FindProfile(name)
	return ours || builtIn
}

// known returns the names of the profiles that can be chosen.
func (f File) known() []string {
	names := map[string]bool{}
	for _, p := range rules.Profiles() {
		names[p.Profile] = true
	}
	for _, l := range f.profiles {
		names[l.policy.Profile] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func (p *page) profiles(n node, f *File) {
	if n.kind != '{' {
		p.wrongType(n, `"profiles"`, "an object with a profile under each name")
		return
	}
	base := development()
	first := map[string]node{}
	for i, name := range n.names {
		before, twice := first[name.text]
		switch {
		case isComment(name.text):
			continue
		case name.text == "":
			p.fail(name.start, name.end, "a profile has no name: give it one")
		case twice:
			p.fail(name.start, name.end, "the profile %s is there twice, first on line %d: keep one", quote(name.text), p.origin(before.start).Line)
		default:
			p.profile(name, n.values[i], base, f)
		}
		first[name.text] = name
	}
}

func (p *page) profile(name, n node, base rules.Policy, f *File) {
	if n.kind != '{' {
		p.wrongType(n, "the profile "+quote(name.text), "an object")
		return
	}
	l := layer{policy: base, given: map[string]rules.Origin{}}
	l.policy.Profile = name.text
	p.keys(n, "a profile", "", profileKeys, &l)
	f.profiles = append(f.profiles, l)
}

// keys reads an object of keys.
func (p *page) keys(n node, of, prefix string, keys []key, into *layer) {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	p.members(n, of, names, func(i int, name, v node) {
		k := keys[i]
		switch {
		case k.value == nil && v.kind == '{':
			p.keys(v, quote(k.name), k.name+".", k.keys, into)
		case k.value == nil:
			p.wrongType(v, quote(k.name), "an object")
		case k.value.read(p, v, &into.policy):
			into.given[prefix+k.name] = p.origin(name.start)
		default:
			p.wrongType(v, quote(k.name), k.value.expected())
		}
	})
}

// development returns the built-in profile whose values count where a file leaves a
// key out.
func development() rules.Policy {
	p, _ := rules.FindProfile("development")
	return p
}
