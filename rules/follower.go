package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// follower finds a command that would run in another directory once the landings are
// moved: a later cd means an old place and fails, and the shell goes on all the same.
// It returns nil where there is none.
func (p *Inspection) follower(moves []moving) *Finding {
	for i, cd := range p.Script.Invocations {
		if l := p.named(cd, i, moves); l != nil {
			if f := p.reached(cd, i, p.existed(l)); f != nil {
				return f
			}
		}
		if cd.ChangesTo().None() || i <= moves[0].index && !leadsLater(cd, i, &moves[0]) {
			continue
		}
		l := p.meant(cd.ChangesTo(), moves)
		if l == nil || i < moves[0].index && !p.mayEnd(cd, l) {
			continue
		}
		if f := p.reached(cd, i, p.existed(l)); f != nil {
			return f
		}
	}
	for i := range moves {
		if f := p.filled(&moves[i]); f != nil {
			return f
		}
	}
	return nil
}

// leadsLater reports whether a change of directory that stands before what is moved may run
// after it, in a function or a trap. One on the way to it fails the first time already, and
// one that goes back is as good as the one before it.
func leadsLater(cd *ast.Invocation, at int, m *moving) bool {
	return cd.Where&(ast.InTrap|ast.InFunction) != 0 && runsLater(m.call.Inv, m.index, at, cd.Where) &&
		!m.call.Inv.After(cd) && (cd.Shadowed || cd.Program() != "popd" && (len(cd.Args) == 0 || !goesBack(cd)))
}

// mayEnd reports whether a change of directory from one that is not known, as in a function,
// may lead through the old directory of a landing: its word has that name, or leads there from
// where the script began or from where the landing is made.
func (p *Inspection) mayEnd(cd *ast.Invocation, l *Landing) bool {
	if _, known := cd.ChangesTo().Texts(); known || cd.Shadowed || len(cd.Args) == 0 {
		return true
	}
	word, known := cd.Args[len(cd.Args)-1].Value.Text()
	if !known || strings.HasPrefix(word, "-") || strings.HasPrefix(word, "+") {
		return true
	}
	to, old := ast.Known(word), ast.Join(l.Dir, l.Creates)
	return commonEnd(ast.Known("/"+word), old) || p.mayMean(ast.Join(l.Dir, to), old) ||
		p.mayMean(ast.Join(cd.In.Source.Dir, to), old)
}

// filled finds a command behind a clone that would act on a directory which the clone was to
// fill and which is there before it (git clone URL . && rm -rf .git): there the clone fails
// where the directory holds anything, while the moved one does not.
func (p *Inspection) filled(m *moving) *Finding {
	if m.landing.Noun != nounClone || !p.existed(m.landing) && !p.isHere(m) {
		return nil
	}
	for i, inv := range p.Script.Invocations {
		if i <= m.index && inv.Where&ast.InTrap == 0 || i == m.index || p.readsItself(inv) {
			continue
		}
		return &Finding{
			Rule: AcquireFollower, In: m.landing.in(m.call.Inv), Span: m.landing.Span, Verdict: Ask,
			Message: fmt.Sprintf("%q is there before the clone, and %q would run on it without what is fetched; use the new path",
				m.landing.Dest.Display(), inv.Name.Value.Display()),
			Because: []Note{{In: inv.In, Span: inv.Span, Message: "this would mean the clone"}},
		}
	}
	return nil
}

// isHere reports whether a clone was to fill the directory in effect, or one around it.
func (p *Inspection) isHere(m *moving) bool {
	old, known := ast.Join(m.landing.Dir, m.landing.Creates).Text()
	here, ok := m.call.Inv.Dir.Text()
	if !known || !ok {
		return false
	}
	end, err := p.Facts.Resolve(here)
	place, err2 := p.Facts.Resolve(old)
	return err == nil && err2 == nil && within(place, end)
}

// meant is the moved landing whose old directory one to which a cd leads may mean, or nil.
func (p *Inspection) meant(to ast.Value, moves []moving) *Landing {
	for i := range moves {
		l := moves[i].landing
		if !l.Creates.None() && p.mayMean(to, ast.Join(l.Dir, l.Creates)) {
			return l
		}
	}
	return nil
}

// named is the moved landing whose old directory the only operand of a command names that may
// be a cd, since its name is not known: $(echo cd) r. It is nil where there is none.
func (p *Inspection) named(inv *ast.Invocation, at int, moves []moving) *Landing {
	if !inv.Unsure || at <= moves[0].index && !runsLater(moves[0].call.Inv, moves[0].index, at, inv.Where) {
		return nil
	}
	var operand *ast.Arg
	words := inv.Args
	if len(inv.Via) > 0 { // the unknown word was passed over
		words = append([]ast.Arg{*inv.Name}, words...)
	}
	for i := range words {
		switch {
		case strings.HasPrefix(words[i].Value.Prefix(), "-"):
		case operand != nil:
			return nil // cd takes one
		default:
			operand = &words[i]
		}
	}
	if operand == nil {
		return nil
	}
	if _, known := operand.Value.Texts(); !known {
		return nil
	}
	return p.meant(ast.Join(inv.Dir, operand.Value), moves)
}

// mayMean reports whether a directory is old, lies below it or is reached through it.
// One that is not known may mean anything.
func (p *Inspection) mayMean(to, old ast.Value) bool {
	places, ok := old.Texts()
	if !ok {
		return commonEnd(to, old)
	}
	targets, ok := to.Texts()
	if !ok {
		return true
	}
	for _, target := range targets {
		for _, place := range places {
			if p.passes(target, place) {
				return true
			}
		}
	}
	return false
}

// commonEnd compares two directories below one that is not known: they may be the
// same unless both are known to end in different names.
func commonEnd(to, old ast.Value) bool {
	a, okA := LastElement(to.Suffix())
	b, okB := LastElement(old.Suffix())
	return !okA || !okB || a == b || strings.Contains(to.Suffix(), "/"+b+"/")
}

// passes reports whether any element on the way to target is place: cd fails where one
// is missing, also before a .. that leads out again.
func (p *Inspection) passes(target, place string) bool {
	old, err := p.Facts.Resolve(place)
	if err != nil {
		return true
	}
	if !strings.Contains(target, "/..") && !p.Facts.IsDir(old) {
		end, err := p.Facts.Resolve(target) // nothing on the way leads out again
		return err != nil || within(old, end)
	}
	for i := 1; i <= len(target); i++ {
		if i < len(target) && target[i] != '/' {
			continue
		}
		way, err := p.Facts.Resolve(target[:i])
		if err != nil || within(old, way) {
			return true
		}
	}
	return false
}

// existed reports whether the old directory is there already, so that a cd into it
// does not even fail.
func (p *Inspection) existed(l *Landing) bool {
	text, ok := ast.Join(l.Dir, l.Creates).Text()
	return ok && p.Facts.IsDir(text)
}

// reached finds what the shell still reaches after cd failed (or, where the old
// directory was there before, after it did not mean the moved one) and that does
// more than read.
func (p *Inspection) reached(cd *ast.Invocation, index int, existed bool) *Finding {
	for i, inv := range p.Script.Invocations {
		if inv == cd {
			continue
		}
		reached := i > index && (inv.ReachedWithout(cd) || existed && inv.After(cd))
		if !reached && inv.Where&ast.InTrap == 0 || p.readsItself(inv) {
			continue
		}
		word := cd.Name
		if len(cd.Args) > 0 {
			word = &cd.Args[len(cd.Args)-1]
		}
		command := cd.Program() + " " + word.Value.Display()
		if cd.Unsure {
			command = rawText(cd.In, cd.Span)
		}
		message := fmt.Sprintf("after the move %q fails and %q would run in the directory before it; join them with && or use the new path",
			command, inv.Name.Value.Display())
		if existed {
			message = fmt.Sprintf("%q leads into a directory that was there before, where %q would run without what is fetched; use the new path",
				command, inv.Name.Value.Display())
		}
		return &Finding{
			Rule: AcquireFollower, In: cd.In, Span: word.Span, Verdict: Ask, Message: message,
			Because: []Note{{In: inv.In, Span: inv.Span, Message: "this runs all the same"}},
		}
	}
	return p.reachedRedirect(cd)
}

// readsItself reports whether an invocation only reads by its own words: what a
// function or a script handed over starts may be reached by another way than is known.
func (p *Inspection) readsItself(inv *ast.Invocation) bool {
	return !inv.Shadowed && !carriesScript(p, inv) && Reads(p, inv) == ""
}

// reachedRedirect finds a redirect of no single command that is opened after cd.
func (p *Inspection) reachedRedirect(cd *ast.Invocation) *Finding {
	for _, r := range p.Script.Redirs {
		text, ok := r.Target.Value.Text()
		if r.Own != nil || !r.Writes() || !r.ReachedWithout(cd) || ok && strings.HasPrefix(text, "/") {
			continue
		}
		return &Finding{
			Rule: AcquireFollower, In: cd.In, Span: cd.Span, Verdict: Ask,
			Message: fmt.Sprintf("after the move a %s fails and the redirect to %q would write in the directory before it; join them with && or use the new path", cd.Program(), r.Target.Value.Display()),
			Because: []Note{{In: r.In, Span: r.Span, Message: "this is opened all the same"}},
		}
	}
	return nil
}
