package install

import (
	"strings"

	"github.com/tailscale/hujson"
)

// value is what is written into a file: a scalar as it is written, or the members of an
// object in their order, or the elements of a list.
type value struct {
	scalar  string
	members []member
	list    []value
	isList  bool
}

// member is one member of an object.
type member struct {
	Name  string
	Value value
}

// text is a string.
func text(s string) value { return value{scalar: string(hujson.String(s))} }

func raw(s string) value             { return value{scalar: s} }
func object(members ...member) value { return value{members: members} }
func list(elements ...value) value   { return value{list: elements, isList: true} }

// print writes a value; the layout is that of the line which it begins on.
func (v value) print(l layout) string {
	switch {
	case v.scalar != "":
		return v.scalar
	case v.isList && len(v.list) == 0:
		return "[]"
	case !v.isList && len(v.members) == 0:
		return "{}"
	}
	inner := l.deeper()
	var parts []string
	for _, e := range v.list {
		parts = append(parts, e.print(inner))
	}
	for _, m := range v.members {
		parts = append(parts, m.print(inner))
	}
	brackets := "{}"
	if v.isList {
		brackets = "[]"
	}
	return brackets[:1] + inner.open() + strings.Join(parts, inner.between()) + l.open() + brackets[1:]
}

func (m member) print(l layout) string {
	return text(m.Name).scalar + l.named() + m.Value.print(l)
}

// same reports whether a value of a file means this one: the same members, in any
// order, written in any way.
func (v value) same(other hujson.Value) bool {
	switch o := other.Value.(type) {
	case hujson.Literal:
		want := hujson.Literal(v.scalar)
		if o.Kind() == '"' && want.Kind() == '"' {
			return o.String() == want.String()
		}
		return v.scalar != "" && string(o) == v.scalar
	case *hujson.Array:
		if !v.isList || len(v.list) != len(o.Elements) {
			return false
		}
		for i, e := range o.Elements {
			if !v.list[i].same(e) {
				return false
			}
		}
		return true
	case *hujson.Object:
		if v.isList || v.scalar != "" || len(v.members) != len(o.Members) {
			return false
		}
		for _, m := range o.Members {
			if !v.has(m) {
				return false
			}
		}
		return true
	}
	return false
}

func (v value) has(other hujson.ObjectMember) bool {
	for _, m := range v.members {
		if m.Name == other.Name.Value.(hujson.Literal).String() {
			return m.Value.same(other.Value)
		}
	}
	return false
}
