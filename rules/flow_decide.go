package rules

import (
	"cmp"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// decide reports what is moved, or the first that cannot be: a script is never half
// rewritten.
func (f *flow) decide() {
	slices.SortStableFunc(f.moves, func(a, b moving) int { return a.index - b.index })
	f.settle()
	var outside []moving
	for i := range f.moves {
		if mv := &f.moves[i]; !f.stays(mv) {
			outside = append(outside, *mv)
		}
	}
	f.refuseAll(outside)
	switch {
	case len(f.refused) > 0:
		f.report(f.refused)
	case len(outside) == 0:
		if len(f.moves) > 0 && !f.Brief {
			f.Subject = f.moves[0].as
		}
	default:
		f.move(outside)
	}
}

// report reports findings, in the order of the script.
func (f *flow) report(found []Finding) {
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(a.OuterStart(), b.OuterStart()) })
	for _, finding := range found {
		if f.Subject == nil {
			f.Subject = finding.Acquisition
		}
		f.Report(finding)
	}
	f.At = 0
}

// settle takes into account that some places lie in others that are moved: what is put
// there goes with them.
func (f *flow) settle() {
	if len(f.moves) < 2 {
		return
	}
	for i := range f.moves {
		mv := &f.moves[i]
		l := mv.landing
		f.trail.look(mv.index, mv.call.Inv, mv.call.Inv.Where)
		if l.Given.None() || l.Under != "" {
			continue
		}
		d := f.trail.destinations(touched{does: touchWrites, value: l.Given, dir: l.Dir, span: l.Span}, "")
		if !d.moves || d.why != "" || d.at == nil {
			continue
		}
		names := l.Move.Dir && !l.IntoDir // the file has an option of its own
		l.IntoDir, l.Fills = false, false
		mv.as.New, mv.as.NewPath, mv.as.Replaces = f.trail.written(d, l.Move.Prefix != ""), d.at.new+d.path, false
		l.Move.Dir, l.Move.Text = false, mv.as.New
		if names {
			l.Move.Text = strings.TrimSuffix(directoryText(mv.as.New), "/")
		}
		mv.within = true
	}
}

// stays reports whether a landing needs no move: it is in the sandbox whatever path the
// script takes, or in a directory that is moved, where the program runs.
func (f *flow) stays(mv *moving) bool {
	l := mv.landing
	if problem := mv.call.uncertain(); problem != nil && !f.isMadePlace(problem, l) || mv.call.worktree() || l.Refused && !f.contained(l) {
		return false
	}
	if f.inSandbox(l) {
		return true
	}
	if mv.within {
		return false
	}
	f.trail.look(mv.index, mv.call.Inv, mv.call.Inv.Where)
	dir, known := l.Dir.Text()
	if !known {
		return false
	}
	old := mv.as.Old
	if old == "" {
		return false
	}
	here := f.trail.holder(f.trail.end(dir))
	if here == nil {
		if m := f.trail.over(f.trail.end(dir), &f.trail.places.unnamed); m != nil && f.trail.end(dir) != m.old && !f.Facts.Exists(f.trail.end(dir)) {
			return within(f.trail.end(dir), old)
		}
		return false
	}
	return f.trail.holder(old) == here
}

// inSandbox reports whether a landing is in the sandbox whatever path the script takes, and
// whatever its name turns out to be.
func (f *flow) inSandbox(l *Landing) bool {
	place := ast.Join(l.Dir, l.Dest)
	if text, known := place.Text(); known {
		return f.inside(text)
	}
	return f.containedAt(place) || f.lastElement(l, place) || f.madeContained(l)
}

// lastElement reports whether a landing is a file right in the sandbox whatever its name
// turns out to be: a name that is .. is a directory, which no file replaces.
func (f *flow) lastElement(l *Landing, place ast.Value) bool {
	if l.IntoDir || l.Dest.None() {
		return false
	}
	for _, alt := range place.Alts() {
		if !f.rightIn(alt, l.Fills) {
			return false
		}
	}
	return true
}

// rightIn is lastElement for one text; a directory must not be .. either.
func (f *flow) rightIn(alt []ast.Part, directory bool) bool {
	if len(alt) == 1 && alt[0].Unknown == "" {
		return f.inside(alt[0].Text)
	}
	if len(alt) < 2 || alt[0].Unknown != "" || !f.inside(directoryText(alt[0].Text)) || directory && strings.HasSuffix(alt[0].Text, "/") {
		return false
	}
	return !slices.ContainsFunc(alt[1:], func(p ast.Part) bool {
		return !(p.LastElement() || p.Plain() || p.Unknown == "" && !strings.Contains(p.Text, "/") || printsName(p))
	})
}

// madeContained reports whether a landing is put into what mktemp makes in the sandbox.
func (f *flow) madeContained(l *Landing) bool {
	of := l.madeBy()
	if of == nil {
		return false
	}
	path := placeOf(l)
	if strings.Contains(path.Display(), climbing) {
		return false
	}
	for i, word := range of.Words {
		if word.Is("-p") && i+1 < len(of.Words) {
			dir, known := ast.Join(of.Dir, of.Words[i+1]).Text()
			return known && f.inside(dir) && len(path.Alts()) == 1 && !slices.ContainsFunc(path.Alts()[0][1:], func(p ast.Part) bool { return p.Unknown != "" })
		}
	}
	return false
}

// isMadePlace reports whether a word that is not known is the place of a landing, one word
// that begins with what mktemp made in the sandbox: it is no option.
func (f *flow) isMadePlace(problem *Problem, l *Landing) bool {
	if problem.Arg == nil || problem.Arg.Span != l.Span || !f.madeContained(l) {
		return false
	}
	// Without quotes it is one word where nothing in it splits: what mktemp adds does not.
	return !problem.Arg.Many || !strings.ContainsAny(f.Sandbox.Path, splitting) && !slices.Contains(f.Script.Assigned, "IFS")
}

// printsName reports whether a part is what basename prints, or date without a slash.
func printsName(p ast.Part) bool {
	if p.Of == nil || len(p.Of.Words) == 0 {
		return false
	}
	if format := p.Of.Words[len(p.Of.Words)-1]; p.Of.Words[0].Is("date") {
		text, known := format.Text()
		return known && strings.HasPrefix(text, "+") && !strings.ContainsAny(text, "/Dx")
	}
	return p.Of.Words[0].Is("basename")
}

// refuseAll notes the landings that cannot be moved.
func (f *flow) refuseAll(outside []moving) {
	for i := range outside {
		mv := &outside[i]
		f.foresee(mv)
		if found := f.cannotMove(mv.call, mv.landing, mv.as); found != nil && !f.said(found.Message) {
			found.Because = append(f.way(mv.index), found.Because...)
			f.refused = append(f.refused, *found)
		}
	}
	if len(f.refused) == 0 {
		f.collide(outside)
	}
}

// said reports whether a finding says the same already.
func (f *flow) said(message string) bool {
	return slices.ContainsFunc(f.refused, func(o Finding) bool { return o.Message == message })
}

// collide notes landings of different places that would get the same path. What is only
// carried on makes room: it goes into a directory named as the one that it was for.
func (f *flow) collide(outside []moving) {
	if len(f.moves) == 1 && f.moves[0].call.Inv.Where&turning == 0 {
		return
	}
	taken := map[string]*moving{}
	for i := range f.moves {
		if mv := &f.moves[i]; f.stays(mv) && mv.as.Old != "" {
			taken[mv.as.Old] = mv
		}
	}
	for i := range outside {
		mv := &outside[i]
		if mv.as.NewPath == "" || mv.within {
			continue
		}
		name, flat := f.flattens(mv.call, mv.landing)
		if flat {
			f.refused = append(f.refused, *f.collidesInTurns(mv.call, mv.landing, mv.as, name))
			return
		}
		if mv.landing.IntoDir && mv.landing.Name.Is("") {
			continue
		}
		other := taken[mv.as.NewPath]
		if other != nil && apart(other, mv) && f.aside(mv) {
			other = taken[mv.as.NewPath]
		}
		if other != nil && apart(other, mv) {
			found := f.collides(mv.call, mv.landing, mv.as, Note{In: other.landing.in(other.call.Inv), Span: other.landing.Span, Message: "the other output is here"})
			f.refused = append(f.refused, *found)
			return
		}
		taken[mv.as.NewPath] = mv
	}
}

// apart reports whether two landings may be at different old places.
func apart(a, b *moving) bool {
	if a.as.Old != "" || b.as.Old != "" || a.landing.atRun != "" || b.landing.atRun != "" {
		return a.as.Old != b.as.Old
	}
	return !a.landing.Dest.Same(b.landing.Dest) || !a.call.Inv.SameDirectory(b.call.Inv)
}

// aside moves what is only carried on one directory deeper.
func (f *flow) aside(mv *moving) bool {
	l := mv.landing
	dir, named := LastElement(directoryText(mv.as.Old))
	if mv.call.Tool.Land != nil || l.Under != "" || !named {
		return false
	}
	l.Under = dir
	mv.as = f.acquisition(mv.call, l)
	return f.Sandbox.Contains(mv.as.NewPath)
}

// move reports the moves, with all their edits.
func (f *flow) move(outside []moving) {
	var edits []ast.Edit
	fixes := make([]Suggestion, len(outside))
	for i := range outside {
		mv, first := &outside[i], len(edits)
		for _, m := range append([]Move{mv.landing.Move}, mv.landing.Also...) {
			if m.At == nil {
				continue // it goes with another
			}
			e, frozen := f.edit(mv.call.Inv, mv.landing, m, mv.as)
			if frozen != "" {
				f.report([]Finding{f.finding(AcquireFrozen, mv.call, mv.landing, mv.as, "the destination cannot be moved: "+frozen+"; write the command with plain words")})
				return
			}
			if !slices.Contains(edits, e) {
				edits = append(edits, e)
			}
		}
		fixes[i] = Suggestion{Message: "write it to " + mv.as.New, Edits: slices.Clip(edits[first:])}
	}
	follow, found := f.followers(outside, edits)
	if found != nil {
		found.Acquisition = outside[0].as
		f.report([]Finding{*found})
		return
	}
	fixes[0].Follow = follow
	f.needs(outside)
	for i := range outside {
		mv := &outside[i]
		var way []Note
		if mv.call.Tool.Land == nil { // else it is the source itself
			way = f.way(mv.index)
		}
		f.Report(Finding{
			Rule: AcquireOutside, In: mv.landing.in(mv.call.Inv), Span: mv.landing.Span, Verdict: Rewrite,
			Message: f.outsideMessage(mv.as), Because: append(way, f.because(mv.call, mv.landing)...), Acquisition: mv.as, Fix: &fixes[i],
		})
	}
	f.Subject, f.deciding, f.At = outside[0].as, outside[0].call, outside[0].index
	f.several = len(outside) > 1
}

// followers are the edits of later words, or a finding where one cannot follow.
func (f *flow) followers(outside []moving, edits []ast.Edit) ([]ast.Edit, *Finding) {
	if !f.Follow {
		return nil, f.follower(outside)
	}
	if len(f.moves) == 1 && len(outside) == 1 && outside[0] == f.traced && !f.traced.landing.made {
		return f.trail.follow(outside, edits) // it is the only move that the trail knows of
	}
	return new(following).begin(f.Inspection).follow(outside, edits)
}

// needs notes the directories of the sandbox that the moves go into.
func (f *flow) needs(outside []moving) {
	for i := range outside {
		l, a := outside[i].landing, outside[i].as
		switch {
		case l.Fills && !l.IntoDir && a.NewPath != "" && !outside[i].within:
			f.Needs = append(f.Needs, a.NewPath)
		case l.Under != "":
			f.Needs = append(f.Needs, f.Sandbox.Path+"/"+l.Under)
		}
	}
	slices.Sort(f.Needs)
	f.Needs = slices.Compact(f.Needs)
}
