package policy

import (
	"fmt"
	"math"
	"strconv"

	"sandbox-enforcer/rules"
)

// wrongType adds the problem that a value is of another type, unless the text broke
// off in it, which has been told.
func (p *page) wrongType(n node, name, expected string) {
	if n.kind != 0 {
		p.fail(n.start, max(n.end, n.start+1), "%s is %s: write %s", name, n.called(), expected)
	}
}

// boolean is a choice between true and false; a project can only make it the strict one.
type boolean struct {
	of     func(*rules.Policy) *bool
	strict bool
}

func (boolean) expected() string { return "true or false" }

func (b boolean) read(_ *page, n node, into *rules.Policy) bool {
	*b.of(into) = n.kind == 't'
	return n.kind == 't' || n.kind == 'f'
}

func (b boolean) tighten(policy *rules.Policy, by rules.Policy) bool {
	if *b.of(&by) != b.strict || *b.of(policy) == b.strict {
		return false
	}
	*b.of(policy) = b.strict
	return true
}

func (b boolean) replace(policy *rules.Policy, by rules.Policy) { *b.of(policy) = *b.of(&by) }

func (b boolean) write(w *writer, policy rules.Policy) { w.text(strconv.FormatBool(*b.of(&policy))) }

func (boolean) schema() string { return `{"type":"boolean"}` }

func (b boolean) diff(from, to rules.Policy) []string { return changed(*b.of(&from), *b.of(&to)) }

// number is a whole number of one or more; a project can only lower it.
type number struct{ of func(*rules.Policy) *int }

func (number) expected() string { return "a whole number of one or more" }

func (v number) read(_ *page, n node, into *rules.Policy) bool {
	if n.kind != '0' {
		return false
	}
	i, err := strconv.Atoi(n.text)
	*v.of(into) = max(i, 1)
	return err == nil && i >= 1 && i <= math.MaxInt32
}

func (v number) tighten(policy *rules.Policy, by rules.Policy) bool {
	if *v.of(&by) >= *v.of(policy) {
		return false
	}
	*v.of(policy) = *v.of(&by)
	return true
}

func (v number) replace(policy *rules.Policy, by rules.Policy) { *v.of(policy) = *v.of(&by) }

func (v number) write(w *writer, policy rules.Policy) { w.text(strconv.Itoa(*v.of(&policy))) }

func (number) schema() string {
	return fmt.Sprintf(`{"type":"integer","minimum":1,"maximum":%d}`, math.MaxInt32)
}

func (v number) diff(from, to rules.Policy) []string { return changed(*v.of(&from), *v.of(&to)) }

// word is how compound commands are judged. A project can only go from "each" to
// "operators".
type word struct {
	of func(*rules.Policy) *rules.Compound
}

func (word) expected() string { return `"each" or "operators"` }

func (v word) read(_ *page, n node, into *rules.Policy) bool {
	compound, ok := rules.FindCompound(n.text)
	*v.of(into) = compound
	return ok && n.kind == '"'
}

func (v word) tighten(policy *rules.Policy, by rules.Policy) bool {
	if *v.of(&by) != rules.CompoundOperators || *v.of(policy) == rules.CompoundOperators {
		return false
	}
	*v.of(policy) = rules.CompoundOperators
	return true
}

func (v word) replace(policy *rules.Policy, by rules.Policy) { *v.of(policy) = *v.of(&by) }

func (v word) write(w *writer, policy rules.Policy) { w.text(jsonText(v.of(&policy).String())) }

func (word) schema() string { return `{"enum":["each","operators"]}` }

func (v word) diff(from, to rules.Policy) []string { return changed(*v.of(&from), *v.of(&to)) }

func changed[T comparable](from, to T) []string {
	if from == to {
		return nil
	}
	return []string{fmt.Sprintf("%v becomes %v", from, to)}
}
