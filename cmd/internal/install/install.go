package install

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/settings"
)

// Options are the choices of one run.
type Options struct {
	Machine
	// Names are the agents; none means those that are on the machine.
	Names []string
	Scope Scope
	// DryRun shows what would change, and changes nothing.
	DryRun bool
	// Program are the words that start the hook, the first an absolute path.
	Program []string
	// Flags are the user's choices as --name=value, and Settings what they mean.
	Flags    []string
	Settings settings.Settings
	// Speaks reports whether the hook knows the protocol of an agent.
	Speaks func(name string) bool
	// Out is for what is done, and Notes for what a person has to know.
	Out, Notes io.Writer
}

// Install registers the hook with each agent. One whose file cannot be changed does not
// keep the others from it: all errors are returned together.
func Install(o Options) error {
	agents, err := o.agents()
	if err != nil {
		return err
	}
	if box := o.Settings.Analyzer.Sandbox; box != nil {
		if err := o.sandbox(*box); err != nil {
			return err
		}
	}
	var errs []error
	for _, a := range agents {
		for _, err := range o.install(a) {
			errs = append(errs, fmt.Errorf("%s: %w", a.Name, err))
		}
	}
	return errors.Join(errs...)
}

// agents are those that the hook is to be registered with.
func (o Options) agents() ([]Agent, error) {
	if _, err := o.home(); err != nil {
		return nil, err
	}
	if len(o.Names) > 0 {
		return o.named()
	}
	var out []Agent
	for _, a := range Agents() {
		switch here := o.Here(a); {
		case here && o.Scope == Project && !a.InProject():
			o.note(a, "it has no hooks of a project, so nothing is registered: leave --project out")
		case here && o.Speaks(a.Name):
			out = append(out, a)
		case here:
			o.note(a, "%s is on this machine, but the hook does not speak its protocol yet: nothing is registered", a.Title)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no agent is found on this machine: name one, as in 'sandbox-enforcer install claude'")
	}
	return out, nil
}

func (o Options) named() ([]Agent, error) {
	var out []Agent
	for _, name := range o.Names {
		a, known := Find(name)
		switch {
		case !known:
			return nil, fmt.Errorf("there is no agent %q: give one of %s", name, strings.Join(Names(), ", "))
		case !o.Speaks(name):
			return nil, fmt.Errorf("the hook does not speak the protocol of %s yet, so it would judge nothing there: nothing is registered", a.Title)
		case !slices.ContainsFunc(out, func(b Agent) bool { return b.Name == name }):
			out = append(out, a)
		}
	}
	return out, nil
}

// Names returns the names of all agents.
func Names() (names []string) {
	for _, a := range Agents() {
		names = append(names, a.Name)
	}
	return names
}

// Checked is the flag that install adds where the agent tells what it ran.
const Checked = "--check=true"

// wish is what the file of an agent should say.
func (o Options) wish(a Agent) wish {
	words := slices.Clone(o.Program)
	if !a.Shared {
		words = append(words, "--agent="+a.Name)
	}
	s := o.Settings
	w := wish{agent: a, needs: needs(s)}
	w.words = append(words, o.Flags...)
	given := slices.ContainsFunc(o.Flags, func(flag string) bool { return strings.HasPrefix(flag, "--check=") })
	if moves(s) && !given && a.tells() {
		w.words = append(w.words, Checked)
	}
	w.command = CommandLine(w.words)
	w.closed = s.Analyzer.Fail == analyzer.FailClosed
	if box := s.Analyzer.Sandbox; box != nil && !(o.Scope == Project && within(o.Project, box.Path)) {
		w.directory = box.Path
	}
	return w
}

// install registers the hook with one agent, in each of its files. One that cannot be
// changed does not keep the others from it.
func (o Options) install(a Agent) (errs []error) {
	paths, inside, err := o.Paths(a, o.Scope)
	if err != nil {
		return []error{err}
	}
	store, err := o.records()
	if err != nil {
		return []error{err}
	}
	w := o.wish(a)
	if a.Plugins != nil {
		plugin, _, err := o.shimPath(a, a.Shims[0], o.Scope)
		if err != nil {
			return []error{err}
		}
		w.plugin = fileURL(plugin)
	}
	changed := false
	if len(paths) == 0 {
		if changed, err = o.installShims(a, w, store, true); err != nil {
			return []error{err}
		}
	}
	for _, path := range paths {
		wrote, err := o.installFile(a, path, inside, w, store)
		if err != nil {
			errs = append(errs, err)
		}
		changed = changed || wrote
	}
	for _, path := range o.unguarded(a) {
		o.note(a, "%s starts no hook, so nothing is judged there: run this %s as well", printable(path), o.otherwise())
	}
	if len(errs) == 0 || changed {
		o.advise(a, w, changed && !o.DryRun)
	}
	return errs
}

// otherwise is how install is run for the other scope.
func (o Options) otherwise() string {
	if o.Scope == User {
		return "with --project"
	}
	return "without --project"
}

// installFile registers the hook in one file, and reports whether that changed it.
func (o Options) installFile(a Agent, path, inside string, w wish, store records) (changed bool, err error) {
	f, err := open(path, inside)
	if err != nil {
		return false, err
	}
	was, err := store.find(path)
	if err != nil {
		return false, err
	}
	c, err := lay(a, path, f.text)
	if err != nil {
		return false, err
	}
	if !f.there {
		w.members = a.New
	}
	if err := c.register(w, &was); err != nil {
		return false, err
	}
	// What the file names is made before it, so that it never names what is not there.
	if _, err := o.installShims(a, w, store, false); err != nil {
		return false, err
	}
	err = o.put(a, f, c, w, store, was)
	return err == nil && c.body() != f.text, err
}

// put shows what changes, and writes it.
func (o Options) put(a Agent, f file, c sheet, w wish, store records, was record) error {
	text := c.body()
	defer o.tell(a, f.path, c)
	if text == f.text {
		o.say(a, "%s has the hook already", printable(f.path))
		return nil
	}
	o.show(unified(f, f.text, text, false))
	if o.DryRun {
		o.say(a, "%s would be changed", printable(f.path))
		return nil
	}
	rec, err := was.renewed(a, f, c, w)
	if err != nil {
		return err
	}
	if f.there && rec.Backup == "" {
		if rec.Backup, err = f.backUp(); err != nil {
			return err
		}
	}
	linked := hardLinked(f)
	if err := o.commit(f, text, filePrivate, rec, store); err != nil {
		return err
	}
	o.say(a, "%s starts the hook now", printable(f.path))
	if f.there && rec.Backup != noBackup {
		o.say(a, "as it was before, it is in %s", printable(rec.Backup))
	}
	if linked {
		o.note(a, "%s has another name (a hard link), which keeps the old text: link it again", printable(f.path))
	}
	return nil
}

// The modes of files that install makes.
const (
	filePrivate fs.FileMode = 0o600
	fileProgram fs.FileMode = 0o700
)

// commit remembers a change and makes it.
func (o Options) commit(f file, text string, mode fs.FileMode, rec record, store records) error {
	if !f.there {
		dirs, err := makeParents(f.real)
		rec.Dirs = append(rec.Dirs, dirs...)
		if err != nil {
			return err
		}
	}
	// It is remembered first: what is remembered and did not happen is recognised by the
	// file's text, what happened and is not remembered could not be taken back.
	if err := store.keep(rec); err != nil {
		return err
	}
	return f.write(text, mode)
}

// installShims writes the shims of an agent, tells of it where they are all, and reports
// whether that changed anything.
func (o Options) installShims(a Agent, w wish, store records, alone bool) (changed bool, err error) {
	for _, s := range a.Shims {
		wrote, err := o.installShim(a, s, w, store)
		if err != nil {
			return changed, err
		}
		changed = changed || wrote
	}
	switch {
	case !alone:
	case !changed:
		o.say(a, "the hook is registered already")
	case o.DryRun:
		o.say(a, "the hook would be registered")
	default:
		o.say(a, "the hook is registered now")
	}
	return changed, nil
}

// renewed is the record of a file once a change is made. The original stays what it was
// before the first change, unless somebody else changed the file since: then it is the
// file as it is now without what is ours.
func (r record) renewed(a Agent, f file, c sheet, w wish) (record, error) {
	made := c.done().made
	next := record{Agent: a.Name, Path: f.path, Existed: f.there, Original: []byte(f.text), After: sum(c.body()), Made: made, Directory: r.Directory}
	if c.done().added {
		next.Directory = w.directory
	}
	if r.Path == "" || !f.there {
		next.Dirs = r.Dirs
		return next, nil
	}
	next.Made = slices.Concat(r.Made, made)
	next.Dirs = r.Dirs
	if sum(f.text) == r.After {
		next.Existed, next.Original, next.Backup = r.Existed, r.Original, r.Backup
		if !r.Existed {
			next.Backup = noBackup
		}
		return next, nil
	}
	original, err := withdrawn(f.path, f.text, a, r)
	next.Original = []byte(original)
	return next, err
}

// noBackup stands for the copy of a file that was not there.
const noBackup = "none"

// tell says what a person has to know about a file, once it is changed and before.
func (o Options) tell(a Agent, file string, c sheet) {
	for _, note := range c.done().notes {
		o.note(a, "%s", note)
	}
	seen := Seen{Path: file}
	c.see(a, &seen)
	for _, note := range seen.siblings(a) {
		o.note(a, "%s", note)
	}
	for _, path := range o.others(a, file) {
		o.elsewhere(a, path)
	}
}

// advise says what is to be known of the agent whatever its file holds.
func (o Options) advise(a Agent, w wish, changed bool) {
	if w.closed && !a.closes() {
		o.note(a, "%s runs a command where the hook itself %s, and has no setting against it", a.Title, cmp.Or(a.Open, "fails or takes too long"))
	}
	if !changed {
		return
	}
	for _, note := range a.Notes {
		o.note(a, "%s", note)
	}
}

// elsewhere warns of hooks in another file of the agent. One that cannot be read is none
// of the business of this run.
func (o Options) elsewhere(a Agent, path string) {
	seen := look(a, path, "", o.Scope)
	for _, note := range seen.siblings(a) {
		o.note(a, "%s", note)
	}
	if slices.ContainsFunc(seen.Hooks, func(h Hook) bool { return h.Ours }) {
		o.note(a, "%s starts the hook as well, so it runs twice: remove it there, or here by uninstall", printable(path))
	}
}

// say tells what is done, note what a person has to know, and show prints a diff.
// Everything is escaped: a settings file can hold what a terminal obeys.
func (o Options) say(a Agent, form string, args ...any) {
	fmt.Fprintf(o.Out, "%s: %s\n", a.Name, format.Escape(fmt.Sprintf(form, args...)))
}

func (o Options) note(a Agent, form string, args ...any) {
	fmt.Fprintf(o.Notes, "sandbox-enforcer: %s: %s\n", a.Name, format.Escape(fmt.Sprintf(form, args...)))
}

func (o Options) show(diff string) {
	for line := range strings.Lines(diff) {
		fmt.Fprintln(o.Out, format.Escape(strings.TrimSuffix(line, "\n")))
	}
}

// hardLinked reports whether the file has another name, which would keep the old text.
func hardLinked(f file) bool {
	info, err := os.Lstat(f.real)
	return err == nil && f.there && info.Mode()&fs.ModeType == 0 && links(info) > 1
}
