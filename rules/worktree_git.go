package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// What git's subcommands change beyond a linked worktree was found by running each of
// them with git 2.39 and comparing the repository before and after.
const (
	// gitStays change the worktree, its own part of the repository, its own branch, and
	// what cannot hurt another worktree: objects, new branches and tags, remote branches.
	gitStays = "add am annotate apply archive blame bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout-index cherry cherry-pick citool clean clone " +
		"column commit commit-graph commit-tree count-objects describe diagnose diff diff-files diff-index diff-tree difftool fast-export fmt-merge-msg for-each-ref format-patch fsck grep " +
		"gui hash-object help index-pack init instaweb interpret-trailers lfs log ls-files ls-remote ls-tree mailinfo mailsplit merge merge-base merge-file merge-index merge-one-file merge-tree " +
		"mergetool mktag mktree multi-pack-index mv name-rev pack-objects patch-id range-diff read-tree request-pull rerere reset restore rev-list rev-parse revert rm send-email shortlog show show-branch " +
		"show-index show-ref stage status stripspace subtree unpack-file unpack-objects update-index var verify-commit verify-pack verify-tag version whatchanged write-tree"
	// gitShared change what all worktrees of the repository share.
	gitShared = "credential credential-cache credential-store daemon fast-import filter-branch filter-repo pack-refs prune prune-packed receive-pack repack replace send-pack svn update-server-info p4 cvsimport"
	// gitPathOptions are the options by which subcommands write files.
	gitPathOptions = "--output:w --output-directory:w --export-marks:w --separate-git-dir:w --reject-file:w --directory:w --prefix:t -m:t --message:t --author:t --date:t --grep:t -S:t -G:t --format:t --pretty:t --trailer:t -F:r --file:r --template:r --reference:r --pathspec-from-file:r -L:t --since:t --until:t --after:t --before:t -X:t --strategy-option:t --fixup:t --squash:t --cleanup:t --exclude:t --title:t "
	// gitOutputs are the subcommands whose -o names a file or a directory.
	gitOutputs = "archive format-patch bugreport diagnose mailsplit"
)

// gitCall is a call of git that the worktree guard looks at.
type gitCall struct {
	*confinement
	inv *ast.Invocation
	// dir is where it runs, behind its -C.
	dir ast.Value
	// sub is the subcommand, at its span.
	sub  string
	span ast.Span
	// args are the words behind the subcommand.
	args []ast.Arg
}

// git judges a call of git.
func (w *confinement) git(inv *ast.Invocation) {
	g := &gitCall{confinement: w, inv: inv, dir: inv.Dir, span: inv.Span}
	before := len(w.Found)
	g.environment()
	if !g.globals() {
		return
	}
	if len(w.Found) == before {
		w.runsIn(inv, g.dir)
	}
	if g.sub == "" {
		return
	}
	g.paths()
	g.subcommand()
}

// deny and asks report what the call does.
func (g *gitCall) deny(span ast.Span, format string, args ...any) {
	g.Report(Finding{Rule: WorktreeGit, In: g.inv.In, Span: span, Verdict: Deny, Message: fmt.Sprintf(format, args...)})
}

func (g *gitCall) asks(span ast.Span, format string, args ...any) {
	g.Report(Finding{Rule: WorktreeGit, In: g.inv.In, Span: span, Verdict: Ask, Message: fmt.Sprintf(format, args...)})
}

// gitVariables are those by which git finds its repository and writes into it.
const gitVariables = "GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY"

// environment judges the variables by which git finds another repository.
func (g *gitCall) environment() {
	for name := range strings.SplitSeq(gitVariables, " ") {
		if !g.sets(g.inv, name) {
			continue
		}
		v, _ := g.inv.Var(name)
		span := g.inv.Span
		for _, a := range g.inv.Assigns {
			if a.Name == name {
				span = a.Span
			}
		}
		g.repository(span, name, v, g.inv.Dir)
	}
	g.confinement.environment(g.inv)
	for _, a := range g.inv.Assigns {
		g.variable(a)
	}
	for i, name := range g.Script.Assigned { // exported, as it seems
		v, set := g.inv.Var(name)
		if slices.Contains(g.Script.Assigned[:i], name) || slices.ContainsFunc(g.inv.Assigns, func(a ast.Assign) bool { return a.Name == name }) {
			continue
		}
		if a := (ast.Assign{Span: g.inv.Span, Name: name, Value: v}); set && (strings.HasPrefix(name, "GIT_") || has(gitPrograms, name)) {
			g.variable(a)
			if strings.HasPrefix(name, "GIT_TRACE") {
				g.confinement.variable(g.inv, a)
			}
		}
	}
}

// gitPrograms are variables that hold a command which git runs where its own do not
// tell.
const gitPrograms = "EDITOR VISUAL PAGER SSH_ASKPASS"

// variable judges a variable that git obeys.
func (g *gitCall) variable(a ast.Assign) {
	value, _ := a.Value.Text()
	switch {
	case a.Unset:
	case strings.HasPrefix(a.Name, "GIT_CONFIG_KEY_"), has("GIT_CONFIG_PARAMETERS GIT_ALLOW_PROTOCOL", a.Name):
		g.asks(a.Span, "%s changes what git runs, which is not judged; use git -c NAME=VALUE", a.Name)
	case runsCommand(a.Name) && !has(harmlessPrograms, value) && value != "":
		g.asks(a.Span, "%s has git run %q, which is not judged; leave it out", a.Name, a.Value.Display())
	}
}

// harmlessPrograms may be git's pagers and editors.
const harmlessPrograms = "cat less more true : vim vi nano"

// runsCommand reports whether a variable holds a command that git runs.
func runsCommand(name string) bool {
	if !strings.HasPrefix(name, "GIT_") {
		return has(gitPrograms, name)
	}
	for _, end := range [...]string{"COMMAND", "EDITOR", "PAGER", "ASKPASS", "DIFF", "SSH"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// repository judges a place that git is told to take for its repository, its work tree
// or a part of it.
func (g *gitCall) repository(span ast.Span, what string, v, dir ast.Value) {
	switch at := g.leads(dir, v, false); {
	case at.side == sideOutside && g.Worktree.Git != "" && within(g.Worktree.Git, at.to):
	case at.side == sideOutside:
		g.deny(span, "git command with %s %q, which is %s; leave it out", what, v.Display(), g.where(at.to))
	case at.side == sideUnknown:
		g.asks(span, "what git command acts on is not known: %s is %q (%s); leave it out", what, v.Display(), at.why)
	}
}

// globals reads the options before the subcommand; it reports whether there is more to
// judge.
func (g *gitCall) globals() bool {
	args := g.inv.Args
	for i := 0; i < len(args); i++ {
		text, known := args[i].Value.Text()
		if !known {
			g.asks(args[i].Span, "what git does is not known: %s; name the subcommand", reason(args[i].Value))
			return false
		}
		if text == "" || text[0] != '-' {
			g.sub, g.span, g.args = text, args[i].Span, args[i+1:]
			return true
		}
		name, value, attached := strings.Cut(text, "=")
		v, span := ast.Known(value), args[i].Span
		if has("-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source", name) && !attached {
			if i++; i >= len(args) {
				return false
			}
			v, span = args[i].Value, args[i].Span
		}
		g.global(name, v, span)
	}
	return false
}

const (
	// runningSections are sections of git's configuration all of whose settings are
	// commands, or files with more settings.
	runningSections = "alias include includeif pager"
	// runningKeys are the last parts of the names of settings that hold a command or
	// say where one is found, in any section.
	runningKeys = "askpass browser clean cmd command difffilter driver editor external gitproxy helper hookspath packobjectshook pager path postbuffercmd process program receivepack sendmailcmd smtpserver smudge sshcommand templatedir textconv tocmd tunnel update uploadpack vcs alternaterefscommand fsmonitor"
	// broadSettings have a command change more than it says, whatever their value is.
	broadSettings = "core.worktree fetch.prunetags protocol.allow protocol.ext.allow rebase.updaterefs"
)

// runsSetting reports whether a setting, in small letters, holds a command, or a file with
// more settings.
func runsSetting(setting string) bool {
	section, _, _ := strings.Cut(setting, ".")
	return has(runningSections, section) || has(runningKeys, setting[strings.LastIndexByte(setting, '.')+1:])
}

func (g *gitCall) global(name string, v ast.Value, span ast.Span) {
	switch name {
	case "-C":
		if at := g.leads(g.dir, v, false); at.side == sideOutside {
			g.deny(span, "git -C %q leads to %s; run git in the worktree", v.Display(), g.where(at.to))
		} else if at.side == sideUnknown {
			g.asks(span, "where git -C %q leads is not known (%s); run git in the worktree", v.Display(), at.why)
		}
		g.dir = ast.Join(g.dir, v)
	case "--git-dir", "--work-tree":
		g.repository(span, name, v, g.dir)
	case "-c", "--config-env":
		setting, value, _ := strings.Cut(v.Prefix(), "=")
		setting = strings.ToLower(setting)
		switch {
		case setting == "core.worktree" && name == "-c":
			g.repository(span, setting, ast.Known(value), g.dir)
		case setting == "format.outputdirectory":
			g.judge(touched{does: touchWrites, span: span, value: v.After(len(setting) + 1), dir: g.dir}, g.inv.In, "git -c")
		case strings.HasPrefix(setting, "remote.") || strings.HasPrefix(setting, "url."):
			g.asks(span, "git -c %q makes a remote of another place; leave it out", v.Display())
		case name == "-c" && !has(broadSettings, setting) && (has(harmlessPrograms+" /dev/null false yes no on off 0 1 always auto never", value) || v.Is(setting+"=")):
		case setting == "", has(broadSettings, setting), runsSetting(setting):
			g.asks(span, "git -c %q may run another program, or change more than is seen; leave it out", v.Display())
		}
	case "--exec-path", "--super-prefix":
		if !v.Is("") {
			g.asks(span, "git %s changes what git runs; leave it out", name)
		}
	}
}

// paths judges the words that are paths: those that the subcommand writes, and those
// that name the repository behind the worktree.
func (g *gitCall) paths() {
	options := gitPathOptions
	if has(gitOutputs, g.sub) {
		options += "-o:w "
	}
	operands := "?*"
	switch {
	case g.sub == "init":
		operands, options = "w", options+"-b:t --initial-branch:t --object-format:t "
	case g.sub == "bundle" && len(g.args) > 0 && g.args[0].Value.Is("create"):
		operands = "t w*"
	case g.sub == "merge-file" && g.given("-p --stdout") == "":
		operands = "w r*"
	case g.sub == "mailinfo", g.sub == "pack-objects":
		operands = "w*"
	case has("commit tag notes stash config", g.sub):
		operands = "t*"
	}
	switch g.sub {
	case "apply":
		if g.given("--unsafe-paths") != "" {
			g.asks(g.span, "git apply --unsafe-paths writes wherever the patch says; leave it out")
		}
	case "grep":
		options += "-O:x --open-files-in-pager:x "
	case "checkout-index":
		options = strings.Replace(options, "--prefix:t", "--prefix:w", 1)
	case "difftool", "mergetool", "rebase":
		options += "-x:x --extcmd:x --exec:x "
	case "clone":
		options += "-u:x --upload-pack:x "
	case "archive", "fetch", "ls-remote", "pull", "push":
		options += "--upload-pack:x --exec:x --receive-pack:x "
	}
	t := &touches{inv: &ast.Invocation{In: g.inv.In, Name: g.inv.Name, Args: g.args}, dir: g.dir, writer: readWriter(operands, options)}
	t.read()
	for _, word := range t.out {
		switch {
		case word.does == touchRuns:
			g.handed(word.value, word.span)
		case g.sub == "clone" && word.does == touchMayWrite:
		case word.does == touchMayWrite:
			g.operand(word)
		case g.sub == "apply" && word.option == "--directory" && g.given("--unsafe-paths") == "":
		default:
			g.judge(word, g.inv.In, "git "+g.sub)
		}
	}
	g.cloned()
}

// operand judges a word that git may take for a path or a repository.
func (g *gitCall) operand(word touched) {
	text, known := word.value.Text()
	text = strings.TrimPrefix(text, "file://")
	if !known || text != climbing && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, climbing+"/") && !strings.Contains(text, "/"+climbing) {
		return
	}
	at := g.leads(word.dir, ast.Known(text), false)
	if at.side != sideOutside || g.sub != "push" && !within(g.Worktree.Host, at.to) && !within(g.Worktree.Common, at.to) {
		return // it is read alone
	}
	g.deny(word.span, "git command names %q, which is %s; name a path of the worktree", text, g.where(at.to))
}

// cloned judges where a clone lands, and what it is made from.
func (g *gitCall) cloned() {
	if g.sub != "clone" {
		return
	}
	call, ok := Read(g.inv)
	if !ok {
		return
	}
	for _, l := range call.Landings() {
		g.operand(touched{span: l.Span, value: l.URL, dir: l.Dir})
		if g.moved(g.inv) {
			continue
		}
		g.judge(touched{does: touchWrites, span: l.Span, value: l.Dest, dir: l.Dir}, g.inv.In, "git clone")
	}
}

// words are the operands behind the subcommand: its words that are neither options nor
// the values of those that the list names. Where one is not known the call is asked
// about, and ok is false.
func (g *gitCall) words(values string) (words []string, ok bool) {
	for i := 0; i < len(g.args); i++ {
		text, known := g.args[i].Value.Text()
		switch {
		case !known:
			g.asks(g.args[i].Span, "what git %s acts on is not known: %s; name it", g.sub, reason(g.args[i].Value))
			return nil, false
		case has(values, text), takesValue(values, text):
			i++
		case text == "-" || text != "" && text[0] != '-':
			words = append(words, text)
		}
	}
	return words, true
}

// takesValue reports whether a word of options ends in one whose value is the next
// word: -am, --mess.
func takesValue(values, text string) bool {
	switch {
	case len(text) < 3 || text[0] != '-' || strings.Contains(text, "="):
		return false
	case text[1] == '-':
		return !has(wholeOptions, text) && abbreviates(values, text)
	}
	for i := 1; i < len(text); i++ {
		if has(values, "-"+text[i:i+1]) {
			return i == len(text)-1
		}
	}
	return false
}

// wholeOptions are options with whose names longer ones begin.
const wholeOptions = "--prune --force --unset --rename --merge --no-merge --all --ref"

// given is the first of the options in the list that the call has, or "". Letters that
// share a word count, and so do the beginnings of long ones.
func (g *gitCall) given(list string) string {
	for i := range g.args {
		text, _ := g.args[i].Value.Text()
		name, _, _ := strings.Cut(text, "=")
		switch {
		case text == "--":
			return ""
		case has(list, name):
			return name
		case strings.HasPrefix(name, "--") && !has(wholeOptions, name) && abbreviates(list, name):
			for option := range strings.SplitSeq(list, " ") {
				if strings.HasPrefix(option, name) {
					return option
				}
			}
		case len(text) > 2 && text[0] == '-' && text[1] != '-':
			for _, letter := range text[1:] {
				if option := "-" + string(letter); has(list, option) {
					return option
				}
			}
		}
	}
	return ""
}

// own reports whether a name is that of the worktree's own branch.
func (g *gitCall) own(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "+"), "refs/heads/")
	return name == "HEAD" || name == "@" || name != "" && name == g.Worktree.Branch
}

// exists reports whether the repository has a ref of the name; where that is not known
// it does.
func (g *gitCall) exists(name string) bool {
	common := g.Worktree.Common
	if common == "" {
		return true
	}
	for _, ref := range []string{name, "refs/" + name, "refs/heads/" + name, "refs/tags/" + name} {
		if !strings.HasPrefix(ref, "refs/") {
			continue
		}
		if g.Facts.Exists(common + "/" + ref) {
			return true
		}
		packed, err := g.Facts.Read(common+"/packed-refs", 1<<20)
		if err == nil && strings.Contains(string(packed)+"\n", " "+ref+"\n") {
			return true
		}
	}
	return false
}

// subcommand judges what the subcommand does to the repository.
func (g *gitCall) subcommand() {
	judge, special := gitJudges(g.sub)
	switch {
	case special:
		judge(g)
	case g.sub == "maintenance", g.sub == "gc":
		if g.given("--auto") == "" {
			g.asks(g.span, "git %s tidies up what all worktrees of the repository share; leave it to the host repository", g.sub)
		}
	case has(gitShared, g.sub):
		g.asks(g.span, "git %s changes what all worktrees of the repository share; leave it to the host repository", g.sub)
	case !has(gitStays, g.sub):
		g.asks(g.span, "git %s is not known, and may be an alias for anything; write out what it does", g.sub)
	}
}

// gitJudges returns the judge of a subcommand that needs one.
func gitJudges(sub string) (judge func(*gitCall), ok bool) {
	switch sub {
	case "branch":
		return (*gitCall).branch, true
	case "checkout", "switch":
		return (*gitCall).checkout, true
	case "config":
		return (*gitCall).config, true
	case "fetch", "pull":
		return (*gitCall).fetch, true
	case "notes", "sparse-checkout", "stash", "submodule", "remote", "worktree", "bisect":
		return (*gitCall).verb, true
	case "push":
		return (*gitCall).push, true
	case "rebase":
		return (*gitCall).rebase, true
	case "reflog":
		return (*gitCall).reflog, true
	case "symbolic-ref", "update-ref":
		return (*gitCall).ref, true
	case "tag":
		return (*gitCall).tag, true
	}
	return nil, false
}

// gitVerbs say of subcommands with a verb of their own which are harmless, which are
// asked about; all others are refused. The first word of a line's verbs is what counts
// where there is none.
const gitVerbs = `
bisect | log start bad good new old reset skip visualize view terms replay help run | |
notes | list show get-ref | add append copy edit merge remove prune |
remote | - -v --verbose show get-url update prune | add set-branches set-head |
sparse-checkout | - list check-rules | set init disable reapply add |
stash | list show create apply | - push save pop store branch -u -a -k -m -p -q -S --include-untracked --all --keep-index --patch --quiet --staged |
submodule | - status summary init update sync add absorbgitdirs foreach | |
worktree | list | |
`

// verb judges a subcommand by its verb.
func (g *gitCall) verb() {
	verb := "-"
	for g.sub == "submodule" && len(g.args) > 0 && has("-q --quiet --cached", g.args[0].Value.Prefix()) {
		g.args = g.args[1:]
	}
	if len(g.args) > 0 {
		text, known := g.args[0].Value.Text()
		if !known {
			g.asks(g.args[0].Span, "what git %s does is not known: %s; name it", g.sub, reason(g.args[0].Value))
			return
		}
		if verb = text; g.sub == "remote" && has("-v --verbose", text) && len(g.args) > 1 {
			verb, _ = g.args[1].Value.Text()
		}
	}
	for line := range strings.Lines(gitVerbs) {
		fields := strings.Split(line, "|")
		if strings.TrimSpace(fields[0]) != g.sub {
			continue
		}
		switch {
		case has("foreach run", verb):
			command := g.args[1:]
			for len(command) > 0 && strings.HasPrefix(command[0].Value.Prefix(), "-") { // --recursive, --quiet
				command = command[1:]
			}
			if len(command) > 0 {
				g.handed(joined(command, len(command) > 1), command[0].Span)
			}
		case has(strings.TrimSpace(fields[1]), verb), verb == "--help", g.sub == "notes" && verb == "-":
		case has(strings.TrimSpace(fields[2]), verb):
			g.asks(g.span, "git %s changes what all worktrees of the repository share; leave it to the host repository", strings.TrimSuffix(g.sub+" "+verb, " -"))
		default:
			g.deny(g.span, "git %s acts on the host repository; leave it to the person who set up the worktree", strings.TrimSuffix(g.sub+" "+verb, " -"))
		}
	}
}

// branch judges git branch: what it lists, what it makes, and whose branch it changes.
func (g *gitCall) branch() {
	words, ok := g.words("-u --set-upstream-to --contains --no-contains --merged --no-merged --points-at --sort --format")
	if !ok {
		return
	}
	if option := g.given("-u --set-upstream-to --unset-upstream --edit-description"); option != "" && len(words) > 0 && !g.own(words[0]) && g.exists(words[0]) {
		g.asks(g.span, "git branch %s %s changes settings of a branch that is not this worktree's; leave it alone", option, words[0])
		return
	}
	option := g.given("-d -D --delete -m -M --move -c -C --copy -f --force")
	if option == "" || len(words) == 0 {
		return
	}
	if g.given("-r --remotes") != "" {
		g.deny(g.span, "git branch %s -r changes what all worktrees share; leave it alone", option)
		return
	}
	changed := words
	switch option {
	case "-c", "-C", "--copy":
		changed = words[len(words)-1:]
	case "-f", "--force":
		changed = words[:1]
	}
	for _, name := range changed {
		moves := has("-m -M --move", option)
		switch {
		case g.own(name) || moves && len(words) == 1 && !g.exists(name):
			if !has("-f --force", option) {
				g.asks(g.span, "git branch %s changes the branch %q of this worktree; work on it as it is", option, name)
			}
		case g.exists(name):
			g.deny(g.span, "git branch %s %s changes a branch that is not this worktree's; leave it alone", option, name)
		}
	}
}

// checkout judges git checkout and git switch: another branch is asked about, files are
// not.
func (g *gitCall) checkout() {
	if option := g.given("--ignore-other-worktrees"); option != "" {
		g.deny(g.span, "git %s %s takes the branch of another worktree; leave it out", g.sub, option)
		return
	}
	if n := len(g.args); g.givenBefore("--") && !g.args[n-1].Value.Is("--") && g.given("-b -B -c -C --orphan --detach -d -t --track") == "" {
		return // files
	}
	words, ok := g.words("--conflict --pathspec-from-file")
	if !ok {
		return
	}
	create := g.given("-b -c --orphan")
	force := g.given("-B -C --force-create")
	if name := g.attachedTo("BC", "--force-create"); name != "" {
		words = append([]string{name}, words...)
	}
	switch {
	case force != "" && len(words) > 0 && !g.own(words[0]) && g.exists(words[0]):
		g.deny(g.span, "git %s %s %s moves a branch that is not this worktree's; leave it alone", g.sub, force, words[0])
	case create != "" || force != "" && len(words) > 0 && !g.own(words[0]):
		g.asks(g.span, "git %s leaves the branch that this worktree is for; stay on it", g.sub)
	case len(words) == 0 && g.given("--detach") != "":
		g.asks(g.span, "git %s --detach leaves the branch that this worktree is for; stay on it", g.sub)
	case len(words) == 0, len(words) > 1 && g.sub == "checkout" && g.given("--detach -d -t --track") == "", g.own(words[0]), g.given("-p --patch --ours --theirs") != "" && g.sub == "checkout":
	case g.sub == "checkout" && g.isFile(words[0]):
	default:
		g.asks(g.span, "git %s %s leaves the branch that this worktree is for; stay on it", g.sub, words[0])
	}
}

// attachedTo is the value that stands in one word with its option, or "": -Bmain,
// --force-create=main.
func (g *gitCall) attachedTo(letters, long string) string {
	for i := range g.args {
		text, _ := g.args[i].Value.Text()
		if name, value, found := strings.Cut(text, "="); found && len(name) > 2 && strings.HasPrefix(long, name) {
			return value
		}
		if at := strings.IndexAny(text, letters); at > 0 && text[0] == '-' && text[1] != '-' {
			return text[at+1:]
		}
	}
	return ""
}

// givenBefore reports whether a word stands among the arguments.
func (g *gitCall) givenBefore(word string) bool {
	return slices.ContainsFunc(g.args, func(a ast.Arg) bool { return a.Value.Is(word) })
}

// isFile reports whether a word names a file, and no branch.
func (g *gitCall) isFile(word string) bool {
	path, ok := ast.Join(g.dir, ast.Known(word)).Text()
	return ok && !(g.Worktree.Common != "" && g.exists(word)) && word != "-" && (g.Facts.Exists(path) || strings.ContainsAny(word, "*") || word == ".")
}

// config judges git config: what is written for all worktrees, or for the user.
func (g *gitCall) config() {
	words, ok := g.words("-f --file --blob --type --default --value --comment --url")
	if !ok {
		return
	}
	if g.given("--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list --show-origin --show-scope --name-only") != "" || len(words) > 0 && has("get list", words[0]) {
		return
	}
	removes := g.given("--unset --unset-all --remove-section --rename-section --replace-all --add -e --edit")
	switch {
	case removes == "" && len(words) < 2, g.given("--worktree") != "", g.given("--blob") != "":
	case g.given("--global --system") != "":
		if v, set := g.inv.Var("GIT_CONFIG_GLOBAL"); set && g.given("--global") != "" && g.leads(g.inv.Dir, v, false).side == sideInside {
			return
		}
		g.deny(g.span, "git config %s changes more than this worktree; use git -c NAME=VALUE for one command", g.given("--global --system"))
	case g.given("-f --file") != "":
		g.configFile()
	case has("--unset --unset-all --remove-section --rename-section", removes), len(words) > 0 && tellingSetting(strings.ToLower(words[0])):
		g.deny(g.span, "git config changes the configuration of the host repository; use git -c NAME=VALUE for one command")
	default:
		g.asks(g.span, "git config changes the configuration that all worktrees of the repository share; use git -c NAME=VALUE for one command, or git config --worktree")
	}
}

// tellingSetting reports whether a setting decides what git runs, or where it works.
func tellingSetting(name string) bool {
	for _, section := range [...]string{"core.", "alias.", "remote.", "filter.", "include.", "includeif.", "url.", "credential.", "diff.", "merge.", "extensions."} {
		if strings.HasPrefix(name, section) {
			return true
		}
	}
	return false
}

// configFile judges the file that git config is told to change.
func (g *gitCall) configFile() {
	t := &touches{inv: &ast.Invocation{In: g.inv.In, Name: g.inv.Name, Args: g.args}, dir: g.dir, writer: readWriter("t*", "-f:w --file:w")}
	t.read()
	for _, word := range t.out {
		g.judge(word, g.inv.In, "git config")
	}
}

// fetch judges git fetch and git pull by the refs that they write.
func (g *gitCall) fetch() {
	words, ok := g.words("--depth --deepen --shallow-since --shallow-exclude -j --jobs -o --server-option --upload-pack --refmap --negotiation-tip -s --strategy -X --filter --recurse-submodules-default")
	if !ok {
		return
	}
	if option := g.given("--stdin --depth --deepen --shallow-since --shallow-exclude --unshallow"); option != "" {
		g.asks(g.span, "git %s %s may change what all worktrees of the repository share; leave it out", g.sub, option)
	}
	for i := range g.args {
		text, _ := g.args[i].Value.Text()
		if name, value, found := strings.Cut(text, "="); found && len(name) > 4 && strings.HasPrefix("--refmap", name) {
			words = append(words, value)
		}
		if text == "--refmap" && i+1 < len(g.args) {
			next, _ := g.args[i+1].Value.Text()
			words = append(words, next)
		}
	}
	if option := g.given("-f --force"); option != "" && g.given("-t --tags") != "" {
		g.deny(g.span, "git %s %s moves tags that all worktrees share; leave it out", g.sub, option)
		return
	}
	if g.given("--prune-tags -P") != "" {
		g.deny(g.span, "git %s --prune-tags removes tags that all worktrees share; leave it out", g.sub)
		return
	}
	for _, word := range words {
		_, to, found := strings.Cut(word, ":")
		if !found || isURL(word) || to == "" || strings.HasPrefix(to, "refs/remotes/") || strings.Contains(word, "@") && !strings.HasPrefix(to, "refs/") {
			continue
		}
		if strings.Contains(to, "*") || g.exists(to) && !g.own(to) {
			g.deny(g.span, "git %s writes %q, which is not this worktree's; leave the part behind the colon out", g.sub, to)
		}
	}
}

// push judges git push: into a repository on this machine it moves branches of others.
func (g *gitCall) push() {
	const values = "-o --push-option --receive-pack --exec --recurse-submodules --repo"
	for i := 0; i < len(g.args); i++ {
		text, known := g.args[i].Value.Text()
		if known && strings.HasPrefix(text, "-") {
			if has(values, text) || takesValue(values, text) {
				i++
			}
			continue
		}
		switch {
		case !known && g.args[i].Value.Prefix() == "" && !severalWords(&g.args[i]):
			g.asks(g.args[i].Span, "where git push goes is not known: %s; name the remote", reason(g.args[i].Value))
		case slices.ContainsFunc(g.Found, func(f Finding) bool { return f.Rule == WorktreeGit && f.Span == g.args[i].Span }): // said already
		case g.isRepository(strings.TrimPrefix(text, "file://")):
			g.deny(g.args[i].Span, "git push %s moves branches of the host repository; commit on your own branch", text)
		}
		return // what follows are refs of that repository
	}
}

// isRepository reports whether a path is the worktree, the checkout that it belongs to,
// or lies in the repository itself.
func (g *gitCall) isRepository(text string) bool {
	path, ok := ast.Join(g.dir, ast.Known(text)).Text()
	if !ok || !strings.HasPrefix(path, "/") {
		return text == "."
	}
	real, err := g.Facts.Resolve(path)
	t := g.Worktree
	return err != nil || slices.Contains([]string{t.Root, t.Root + "/.git", t.Host}, real) || t.Common != "" && within(t.Common, real)
}

// rebase judges the branch that git rebase switches to.
func (g *gitCall) rebase() {
	words, ok := g.words("--onto -s --strategy -X --strategy-option -C --whitespace -x --exec --empty")
	if !ok {
		return
	}
	if g.given("--root") != "" {
		words = append([]string{"--root"}, words...)
	}
	switch {
	case g.given("--update-refs") != "":
		g.asks(g.span, "git rebase --update-refs moves every branch on the way; leave it out")
	case len(words) > 1 && !g.own(words[1]):
		g.deny(g.span, "git rebase %s %s moves the branch %q, which is not this worktree's; leave it out", words[0], words[1], words[1])
	}
}

func (g *gitCall) reflog() {
	words, ok := g.words("--expire --expire-unreachable")
	if !ok || len(words) == 0 || !has("expire delete", words[0]) {
		return
	}
	for _, name := range words[1:] {
		if base, _, _ := strings.Cut(name, "@"); !g.own(base) {
			g.deny(g.span, "git reflog %s %s removes what is not this worktree's; leave it alone", words[0], name)
			return
		}
	}
	if len(words) == 1 {
		g.deny(g.span, "git reflog %s removes the logs of all branches; leave them alone", words[0])
	}
}

// ref judges the commands that write refs as they are.
func (g *gitCall) ref() {
	words, ok := g.words("-m")
	switch {
	case !ok:
	case g.given("--stdin") != "":
		g.asks(g.span, "git %s --stdin may move any branch; name it", g.sub)
	case len(words) == 0, g.sub == "symbolic-ref" && len(words) == 1 && g.given("-d --delete") == "":
	case g.sub == "symbolic-ref" && words[0] == "HEAD":
		g.asks(g.span, "git symbolic-ref leaves the branch that this worktree is for; stay on it")
	case g.own(words[0]) && words[0] != "@" && g.given("-d") == "":
	case strings.HasPrefix(words[0], "refs/heads/") && !g.exists(words[0]) && g.sub == "update-ref":
	default:
		g.deny(g.span, "git %s %s changes a ref that is not this worktree's; leave it alone", g.sub, words[0])
	}
}

func (g *gitCall) tag() {
	words, ok := g.words("-m --message -F --file -u --local-user --sort --contains --no-contains --points-at --merged --no-merged --format -n --cleanup")
	switch option := g.given("-d --delete -f --force"); {
	case !ok, option == "", len(words) == 0:
	case has("-d --delete", option), g.exists(words[0]):
		g.deny(g.span, "git tag %s changes a tag that all worktrees share; make another one", option)
	}
}
