package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox-enforcer/ast"
)

// The rules of the acquisition guard.
var (
	// AcquireOutside is reported for an acquisition that would land outside.
	AcquireOutside = &Rule{
		ID: "acquire-outside", Title: "external content that would land outside the sandbox", Verdict: Rewrite, Since: "0.1",
		Doc:  "Content from elsewhere is scanned in one directory only. The destination is moved there; everything else of the command stays as it is.",
		Bad:  "git clone https://host/o/r ~/work/r",
		Good: "git clone https://host/o/r ~/work/sandbox/r",
	}
	// AcquireUnknown is reported where the destination cannot be told.
	AcquireUnknown = &Rule{
		ID: "acquire-unknown", Title: "a destination that is not known", Verdict: Ask, Since: "0.1",
		Doc: "The destination, or the name that the program would give, depends on something that is not known before the command runs, is empty, or has control characters.",
		Bad: `curl -o "$OUT" https://host/f`, Good: "curl -o f https://host/f",
	}
	// AcquireCheckout is reported for content that is fetched into the repository of
	// the directory in effect.
	AcquireCheckout = &Rule{
		ID: "acquire-checkout", Title: "external content fetched into a repository outside the sandbox", Verdict: Deny, Since: "0.1",
		Doc: "gh pr checkout writes into the repository of the current directory and has no option for another one.",
		Bad: "gh pr checkout 12", Good: "cd ~/work/sandbox/r && gh pr checkout 12",
	}
	// AcquireCollision is reported where two outputs would get the same path.
	AcquireCollision = &Rule{
		ID: "acquire-collision", Title: "two outputs that would get the same path in the sandbox", Verdict: Ask, Since: "0.1",
		Doc: "Files of different directories with the same name would overwrite each other.",
		Bad: "curl -o a/f https://host/1 -o b/f https://host/2", Good: "curl -o f1 https://host/1 -o f2 https://host/2",
	}
	// AcquireFollower is reported where a later command would run in another
	// directory than before.
	AcquireFollower = &Rule{
		ID: "acquire-follower", Title: "a later command that would run in the wrong directory", Verdict: Ask, Since: "0.1",
		Doc: "After the move, a later cd into the old place fails. What the shell reaches all the same would run in the directory before it, and may change things there.",
		Bad: "git clone https://host/o/r; cd r; rm -rf build", Good: "git clone https://host/o/r && cd r && rm -rf build",
	}
	// AcquireWorktree is reported for a clone under a work tree of its own.
	AcquireWorktree = &Rule{
		ID: "acquire-worktree", Title: "a clone that checks out somewhere else", Verdict: Ask, Since: "0.1",
		Doc: "Under GIT_WORK_TREE, or with --work-tree, git clone puts the files into that directory and not into its destination, or dies.",
		Bad: "GIT_WORK_TREE=/srv/w git clone https://host/o/r", Good: "env -u GIT_DIR -u GIT_WORK_TREE git clone https://host/o/r",
	}
	// AcquireFrozen is reported where the words cannot be edited safely.
	AcquireFrozen = &Rule{
		ID: "acquire-frozen", Title: "an acquisition whose words cannot be edited", Verdict: Ask, Since: "0.1",
		Doc: "The words stand where an edit would change more than them: in backquotes, made by braces or a variable, joined into a script.",
		Bad: "eval git clone https://host/o/r", Good: "git clone https://host/o/r",
	}
	// AcquireFollow is reported where a later word cannot follow what is moved.
	AcquireFollow = &Rule{
		ID: "acquire-follow", Title: "a word that cannot follow what is moved", Verdict: Ask, Since: "0.3",
		Doc:  "With --follow 1 later words that mean the moved path are changed as well. This one may mean it, and it is not known how it has to be written.",
		Bad:  "git clone https://host/o/r && python3 build.py r",
		Good: "git clone https://host/o/r && python3 build.py ./r",
	}
	// AcquireLink is reported where the place in the sandbox is a link that leads out.
	AcquireLink = &Rule{
		ID: "acquire-link", Title: "a link in the sandbox that leads out of it", Verdict: Ask, Since: "0.1",
		Doc: "The place in the sandbox is a symbolic link to somewhere else: what is written there would land outside all the same.",
	}
	// AcquireUnproved is reported where a rewrite was not proved.
	AcquireUnproved = &Rule{
		ID: "acquire-unproved", Title: "a rewrite that could not be proved", Verdict: Ask, Since: "0.1",
		Doc: "The rewritten command did not parse to the old tree with the edited words, or its analysis still finds something to move.",
	}
)

// AcquisitionGuard moves what a script fetches into the sandbox. In source order,
// the first acquisition that lands outside decides; one that is contained, or lands
// nothing, does not end the search.
var AcquisitionGuard = &Guard{
	Name:  "acquisition",
	Doc:   "external content lands in the sandbox directory",
	Rules: []*Rule{AcquireCheckout, AcquireCollision, AcquireFollow, AcquireFollower, AcquireFrozen, AcquireLink, AcquireOutside, AcquireRun, AcquireSink, AcquireUnknown, AcquireUnproved, AcquireWorktree},
	On:    func(p *Inspection) bool { return p.Sandbox != nil },
	Check: checkAcquisition,
}

func checkAcquisition(p *Inspection) {
	p.At = -1
	if p.All {
		p.flow()
		return
	}
	all := p.Script.Invocations
	for i, inv := range all {
		if inv.Where&(ast.InSubstitution|ast.InInput) != 0 {
			continue // what is printed, or read as a script, is not followed in this scope
		}
		call, ok := Read(inv)
		if !ok {
			continue
		}
		if p.judge(call, i) {
			p.At, p.deciding = i, call
			return
		}
	}
}

// judge reports whether the acquisitions of one call decide.
func (p *Inspection) judge(call *Call, index int) bool {
	landings := p.landings(call, index)
	if len(landings) == 0 {
		return p.undecided(call)
	}
	var outside []int
	doubtful := call.uncertain() != nil || call.worktree()
	for i := range landings {
		if doubtful || !p.contained(&landings[i]) {
			outside = append(outside, i)
		}
	}
	if len(outside) == 0 {
		if p.Subject == nil && !p.Brief {
			p.Subject = p.acquisition(call, &landings[0])
		}
		return false
	}
	acquisitions := make([]*Acquisition, len(landings))
	for i := range landings {
		acquisitions[i] = p.acquisition(call, &landings[i])
	}
	first := outside[0]
	p.Subject = acquisitions[first]
	if f := p.refusal(call, landings, acquisitions, outside); f != nil {
		p.Report(*f)
		return true
	}
	f := Finding{
		Rule: AcquireOutside, In: landings[first].in(call.Inv), Span: landings[first].Span, Verdict: Rewrite,
		Message:     p.outsideMessage(acquisitions[first]),
		Because:     p.because(call, &landings[first]),
		Acquisition: acquisitions[first],
	}
	edits, frozen := p.edits(call, landings, acquisitions, outside)
	if frozen != "" {
		p.Report(p.finding(AcquireFrozen, call, &landings[first], acquisitions[first],
			"the destination cannot be moved: "+frozen+"; write the command with plain words"))
		return true
	}
	f.Fix = &Suggestion{Message: "write it to " + acquisitions[first].New, Edits: edits}
	var follower *Finding
	var more []ast.Edit
	moves := make([]moving, 0, len(outside))
	for _, i := range outside {
		moves = append(moves, moving{call: call, index: index, landing: &landings[i], as: acquisitions[i]})
	}
	if p.Follow {
		more, follower = new(following).begin(p).follow(moves, edits)
	} else {
		follower = p.follower(moves)
	}
	if follower != nil {
		follower.Acquisition = acquisitions[first]
		p.Report(*follower)
		return true
	}
	f.Fix.Follow = more
	p.Report(f)
	return true
}

// undecided asks about a call that puts nothing on the disk as far as its words are
// known, but has others that may say where to: an option that is not known, a variable
// that may become several words, those that xargs adds.
func (p *Inspection) undecided(call *Call) bool {
	problem := call.doubt()
	if problem == nil {
		return false
	}
	l := Landing{Span: problem.Arg.Span}
	p.Report(p.finding(AcquireUnknown, call, &l, &Acquisition{Noun: nounDownload}, problem.Message))
	return true
}

// doubt is the word of a call that may say where it puts what it fetches, or nil.
func (c *Call) doubt() *Problem {
	problem := c.uncertain()
	if problem == nil || problem.Arg == nil || problem.Ambiguous || c.Exits() {
		return nil
	}
	if _, known := problem.Arg.Value.Text(); !known && !(problem.Arg.Many && slices.Contains(c.Operands, problem.Arg)) {
		return nil // one word, or the value of an option that says nothing of a place
	}
	return problem
}

func (p *Inspection) finding(rule *Rule, call *Call, l *Landing, a *Acquisition, message string) Finding {
	return Finding{
		Rule: rule, In: l.in(call.Inv), Span: l.Span, Verdict: rule.Verdict, Message: message,
		Because: p.because(call, l), Acquisition: a,
	}
}

// because is what led to a finding: the wrappers, and the directory in effect.
func (p *Inspection) because(call *Call, l *Landing) []Note {
	var out []Note
	if len(call.Inv.Via) > 0 {
		out = append(out, Note{In: call.Inv.In, Span: call.Inv.Span, Message: fmt.Sprintf("%s is started by way of %s", call.Tool.Name, strings.Join(call.Inv.Via, ", "))})
	}
	if _, ok := l.Dir.Text(); !ok && !strings.HasPrefix(l.Dest.Prefix(), "/") {
		out = append(out, Note{In: call.Inv.In, Span: call.Inv.Span, Message: "the directory in effect is not known: " + reason(l.Dir)})
	}
	return out
}

func reason(v ast.Value) string {
	if r := v.Reason(); r != "" {
		return r
	}
	return "it cannot be told"
}

func (p *Inspection) outsideMessage(a *Acquisition) string {
	place := " would land outside the sandbox; write it to "
	if a.Destination != "" {
		place = " would land in " + strconv.Quote(a.Destination) + ", outside the sandbox; write it to "
	}
	return a.Noun + place + strconv.Quote(a.New)
}

// refusal is the finding where the landings cannot be moved, or nil.
func (p *Inspection) refusal(call *Call, landings []Landing, as []*Acquisition, outside []int) *Finding {
	for _, i := range outside {
		if f := p.cannotMove(call, &landings[i], as[i]); f != nil {
			return f
		}
	}
	return p.collision(call, landings, as, outside)
}

// cannotMove is the finding where one landing cannot be moved, or nil.
func (p *Inspection) cannotMove(call *Call, l *Landing, a *Acquisition) *Finding {
	ask := func(rule *Rule, message string) *Finding {
		f := p.finding(rule, call, l, a, message)
		return &f
	}
	if l.Refused {
		return ask(AcquireCheckout, l.Problem)
	}
	if call.worktree() {
		return ask(AcquireWorktree, worktreeMessage(call, a))
	}
	if call.Inv.Shadowed && call.Tool.Land != nil {
		return ask(AcquireUnknown, fmt.Sprintf("a function or an alias of the script bears the name %s: what it starts is not known; rename it", call.Tool.Name))
	}
	if l.Problem != "" {
		return ask(AcquireUnknown, l.Problem)
	}
	if message := p.unknownName(l); message != "" && !l.foreseen {
		return ask(AcquireUnknown, message)
	}
	if problem := call.uncertain(); problem != nil && !l.foreseen {
		return ask(AcquireUnknown, problem.Message)
	}
	if !p.Sandbox.Contains(a.NewPath) {
		f := ask(AcquireLink, fmt.Sprintf("%q is a link that leads out of the sandbox, to %q; remove it or give another name", a.New, a.NewPath))
		if p.All {
			f.Verdict = Deny
		}
		return f
	}
	return nil
}

// uncertain is the word that keeps a call from being read, but for a single word
// that can only be the source: the fetched address is not what decides.
func (c *Call) uncertain() *Problem {
	if c.Problem == nil || c.Problem.Arg == nil {
		return c.Problem
	}
	switch {
	case len(c.Operands) == 0 || c.Operands[0] != c.Problem.Arg:
		return c.Problem
	case len(c.Operands) == 1:
		return nil
	case (c.Tool.Name == "git" || c.Tool.Name == "gh") && !c.Problem.Arg.Many && !strings.Contains(c.Operands[1].Value.Prefix(), ":"):
		return nil // git clone "$URL" DIR
	}
	return c.Problem
}

// unknownName says why the place in the sandbox cannot be named, or "".
func (p *Inspection) unknownName(l *Landing) string {
	given, ok := l.Given.Text()
	if !l.Given.None() && !ok {
		return fmt.Sprintf("the destination %s is not known before the command runs (%s); give one that is", l.Given.Display(), reason(l.Given))
	}
	if l.IntoDir {
		return ""
	}
	name, ok := l.Name.Text()
	switch {
	case !ok && l.Given.None(): // nothing to name it after
		return fmt.Sprintf("the name that %s would get is not known before the command runs (%s); give a destination", l.Noun, reason(l.Name))
	case !ok:
		return fmt.Sprintf("the destination %q gives no name (%s); give one that does", given, reason(l.Name))
	case name == "" || name == "." || name == "..":
		return fmt.Sprintf("the destination %q names no file; give one that does", given)
	}
	for _, r := range name {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return fmt.Sprintf("the name %q has control characters; give a destination without", name)
		}
	}
	return ""
}

// worktree reports whether a clone has a work tree of its own, and so checks out
// somewhere else than its destination, wherever that is.
func (c *Call) worktree() bool {
	if c.Tool != &gitClone {
		return false
	}
	return c.hasWorkTree() || givesWorkTree(c.Inv)
}

// givesWorkTree reports whether GIT_WORK_TREE is set where git runs. A file that is sourced,
// or a text that is not known, may set any variable: that counts only where the script, or
// the environment, has this one.
func givesWorkTree(inv *ast.Invocation) bool {
	const name = "GIT_WORK_TREE"
	if _, set := inv.Var(name); !set {
		return false
	}
	for in := inv.In; in != nil; in = in.OuterIn {
		if _, inherited := in.Source.Env[name]; inherited || strings.Contains(in.Source.Text, name) {
			return true
		}
	}
	return false
}

// hasWorkTree reports whether --work-tree is among git's own options.
func (c *Call) hasWorkTree() bool {
	return slices.ContainsFunc(c.Globals, func(o Option) bool { return o.Flag.Role == SideDir })
}

func worktreeMessage(call *Call, a *Acquisition) string {
	if call.hasWorkTree() {
		return "with --work-tree git clone checks out into that directory and not into its destination; leave the option out"
	}
	command := "env -u GIT_DIR -u GIT_WORK_TREE git clone " + a.URL
	if a.New != "" {
		command += " " + a.New
	}
	return "under GIT_WORK_TREE git clone checks out somewhere else, or dies; use: " + command
}

// collision finds two outputs of different places that would get the same path: two
// of this call, or one that another call of the script already puts there.
func (p *Inspection) collision(call *Call, landings []Landing, as []*Acquisition, outside []int) *Finding {
	for _, i := range outside {
		if name, flat := p.flattens(call, &landings[i]); flat {
			return p.collidesInTurns(call, &landings[i], as[i], name)
		}
		if landings[i].IntoDir && landings[i].Name.Is("") {
			continue
		}
		for j := range landings {
			place := as[j].Old
			if slices.Contains(outside, j) {
				place = as[j].NewPath
			}
			if j != i && place == as[i].NewPath && as[j].Old != as[i].Old {
				return p.collides(call, &landings[max(i, j)], as[i], Note{In: call.Inv.In, Span: landings[min(i, j)].Span, Message: "the other output is here"})
			}
		}
		if other := p.occupied(call, as[i].NewPath); other != nil {
			return p.collides(call, &landings[i], as[i], *other)
		}
	}
	return nil
}

func (p *Inspection) collides(call *Call, l *Landing, a *Acquisition, other Note) *Finding {
	f := p.finding(AcquireCollision, call, l, a, fmt.Sprintf("two outputs would get the same path %q in the sandbox; give them different names", a.New))
	f.Because = append(f.Because, other)
	return &f
}

// collidesInTurns is the finding for a landing that other turns of its loop overwrite. The
// name is empty where a.New tells it.
func (p *Inspection) collidesInTurns(call *Call, l *Landing, a *Acquisition, name string) *Finding {
	at := *a
	if l.IntoDir && l.Name.Is("") && name != "" {
		at.New += "/" + name
	}
	return p.collides(call, l, &at, Note{In: l.in(call.Inv), Span: l.Span, Message: "the other output is here"})
}

// occupied finds the output of another call of the script that has this path already.
func (p *Inspection) occupied(but *Call, path string) *Note {
	for i, inv := range p.Script.Invocations {
		if inv == but.Inv || inv.Where&ast.InSubstitution != 0 {
			continue
		}
		call, ok := Read(inv)
		if !ok {
			continue
		}
		for _, l := range p.landings(call, i) {
			if p.acquisition(call, &l).Old == path {
				return &Note{In: inv.In, Span: l.Span, Message: "the other output is here"}
			}
		}
	}
	return nil
}

// landings are the places where the bytes of a call land, those by way of a redirect
// among them.
func (p *Inspection) landings(call *Call, index int) []Landing {
	if !p.All { // which reads the files themselves
		call = call.withConfiguredURLs()
	}
	out := call.Landings()
	if Stdout(call) {
		if r := p.outputFile(index, 1); r != nil {
			out = append(out, redirectLanding(call, r))
		}
	}
	for i := range call.Options {
		o := &call.Options[i]
		if o.Role() != DestFile || isStdout(o.Value) || call.Has(DestDir) {
			continue
		}
		path, _ := o.Value.Text()
		fd, is := descriptorPath(path)
		if !is {
			continue
		}
		if r := p.outputFile(index, fd); r != nil {
			out = append(out, redirectLanding(call, r))
		}
	}
	return out
}

// acquisition describes a landing, with its place in the sandbox.
func (p *Inspection) acquisition(call *Call, l *Landing) *Acquisition {
	a := &Acquisition{Type: l.Type, Noun: l.Noun}
	if !p.Brief {
		url, _ := l.URL.Text()
		a.URL, a.Flags = MaskURL(url), call.flagWords()
	}
	if given, ok := l.Given.Text(); ok {
		a.Destination = given
	}
	name, ok := l.Name.Text()
	slash := ""
	if name != "" {
		slash = "/"
	}
	if old, ok := ast.Join(l.Dir, l.Dest).Text(); ok {
		if l.IntoDir {
			old += slash + name
		}
		if resolved, err := p.Facts.Resolve(old); err == nil {
			a.Old = resolved
		}
	}
	if !ok || name == "" && !l.IntoDir {
		return a
	}
	if l.Under != "" {
		name, slash = l.Under+slash+name, "/"
	}
	a.New, a.NewPath = p.spelling(call.Inv, l.Move)+slash+name, p.Sandbox.Path+slash+name
	if resolved, err := p.Facts.Resolve(a.NewPath); err == nil {
		a.NewPath = resolved
		a.Replaces = name != "" && p.Facts.Exists(resolved) && !p.Facts.IsDir(resolved)
	}
	return a
}

// spelling is the sandbox as it is written into a word: as the user gave it where
// the word stands alone and its shell has the caller's HOME, else absolute.
func (p *Inspection) spelling(inv *ast.Invocation, m Move) string {
	if m.Prefix != "" || inv.HomeChanged || !inv.In.Source.Env["HOME"].Is(p.Sandbox.Home) {
		return p.Sandbox.Path
	}
	return p.Sandbox.Given
}

// contained reports whether a landing stays inside the sandbox whatever path the
// script takes.
func (p *Inspection) contained(l *Landing) bool {
	return p.containedAt(ast.Join(l.Dir, l.Dest))
}

// containedAt reports whether all places that a value may be are in the sandbox.
func (p *Inspection) containedAt(place ast.Value) bool {
	if text, ok := place.Text(); ok {
		return p.inside(text)
	}
	texts, ok := place.Texts()
	for _, text := range texts {
		ok = ok && p.inside(text)
	}
	return ok
}

func (p *Inspection) inside(path string) bool {
	if !strings.HasPrefix(path, "/") {
		return false
	}
	resolved, err := p.Facts.Resolve(path)
	return err == nil && p.Sandbox.Contains(resolved)
}

// edits are the changes that move the landings: each once, though landings may share
// one. The second result says why a word must not be edited, or "".
func (p *Inspection) edits(call *Call, landings []Landing, as []*Acquisition, outside []int) ([]ast.Edit, string) {
	var out []ast.Edit
	for _, i := range outside {
		for _, m := range append([]Move{landings[i].Move}, landings[i].Also...) {
			e, frozen := p.edit(call.Inv, &landings[i], m, as[i])
			if frozen != "" {
				return nil, frozen
			}
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out, ""
}

func (p *Inspection) edit(inv *ast.Invocation, l *Landing, m Move, a *Acquisition) (ast.Edit, string) {
	if m.At.Frozen != "" {
		return ast.Edit{}, m.At.Frozen
	}
	if inv.Frozen() != "" && l.in(inv) == inv.In {
		return ast.Edit{}, inv.Frozen()
	}
	path := a.New
	switch {
	case m.Text != "":
		path = m.Text
	case m.Dir && l.Under != "":
		path = p.spelling(inv, m) + "/" + l.Under
	case m.Dir:
		path = p.spelling(inv, m)
	}
	path += m.Suffix
	if m.Twice && strings.ContainsAny(path, "'\"\\$`") {
		return ast.Edit{}, "bash takes quotes away twice behind >&, and the sandbox has some in its name"
	}
	word, err := ast.QuotePath(path)
	if m.Prefix != "" {
		word, err = ast.Quote(m.Prefix + path)
	}
	if l.atRun != "" {
		word, err = l.atRun, nil
	}
	if err != nil {
		return ast.Edit{}, err.Error()
	}
	if !m.Insert {
		return ast.Edit{In: l.in(inv), Span: m.At.Span, Text: word}, ""
	}
	words := append(append([]string(nil), m.Words...), word)
	return ast.Edit{In: l.in(inv), Span: ast.Span{Start: m.At.Span.End, End: m.At.Span.End}, Text: strings.Join(words, " ")}, ""
}

// in is the script that a landing's words stand in.
func (l *Landing) in(inv *ast.Invocation) *ast.Script {
	if l.In != nil {
		return l.In
	}
	return inv.In
}

// flagWords are the option words of a call, in order, with their values; a value that
// may be secret, or is not known, is replaced by …
func (c *Call) flagWords() []string {
	var out []string
	for _, list := range [][]Option{c.Globals, c.Options} {
		for _, o := range list {
			text, _ := o.Word.Value.Text()
			switch value, known := o.Value.Text(); {
			case o.ValueWord != nil && (!harmless[o.Role()] || !known):
				if o.ValueWord == o.Word {
					text = o.Prefix
				}
				out = append(out, text, "…")
			case o.ValueWord != nil && o.ValueWord != o.Word:
				out = append(out, text, value)
			case len(out) == 0 || out[len(out)-1] != text:
				out = append(out, text) // the flags of one cluster share a word
			}
		}
	}
	return out
}

// MaskURL hides what may be secret in a URL: the user's part, and the values of a
// query.
func MaskURL(url string) string {
	if strings.IndexByte(url, '@') < 0 && strings.IndexByte(url, '?') < 0 {
		return url
	}
	scheme, rest := "", url
	if i := strings.Index(url, "://"); i >= 0 {
		scheme, rest = url[:i+3], url[i+3:]
		authority, path := rest, ""
		if j := strings.IndexAny(rest, "/?#"); j >= 0 {
			authority, path = rest[:j], rest[j:]
		}
		if k := strings.LastIndexByte(authority, '@'); k >= 0 {
			authority = "***@" + authority[k+1:]
		}
		rest = authority + path
	}
	path, query, ok := strings.Cut(rest, "?")
	if !ok {
		return scheme + rest
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		if name, _, ok := strings.Cut(pair, "="); ok {
			pairs[i] = name + "=***"
		}
	}
	return scheme + path + "?" + strings.Join(pairs, "&")
}
