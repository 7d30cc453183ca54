package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// gitNot are the options of git's diff and revision walk that write a file or start
// the configured comparer.
const gitNot = "--output --ext-diff -o --output-directory"

// gitUse knows git's subcommands that read; from the manuals of git 2.39 to 2.52. Their
// options do not mix with those before the subcommand, so judgeGit reads the two apart.
func gitUse(name string) *Use {
	switch name {
	case "status":
		return &Use{Doc: "prints the state of the work tree"}
	case "diff", "diff-tree", "diff-files", "diff-index", "log", "show", "whatchanged", "rev-list":
		return &Use{Doc: "print commits and differences; --output writes a file, --ext-diff starts a program", Values: "-S -G -L -n -O -I --author --committer --grep --since --until --after --before --max-count --skip", Not: gitNot, Judge: gitPaths}
	case "shortlog", "range-diff":
		return &Use{Doc: "print commits in short; --output writes a file", Not: gitNot}
	case "blame", "annotate":
		return &Use{Doc: "print who changed lines", Values: "-L -S --contents --ignore-rev --ignore-revs-file", Not: gitNot, Judge: gitPaths}
	case "cherry", "name-rev", "merge-base", "describe", "rev-parse", "ls-tree", "show-branch", "show-ref", "for-each-ref", "count-objects",
		"check-ignore", "check-attr", "check-mailmap", "check-ref-format", "verify-commit", "verify-tag", "verify-pack", "patch-id",
		"stripspace", "column", "get-tar-commit-id", "show-index", "version", "var", "diff-pairs":
		return &Use{Doc: "print facts of a repository", Not: "--output --ext-diff"}
	case "ls-files":
		return &Use{Doc: "lists files of the index and the work tree", Values: "-x -X --exclude --exclude-from --exclude-per-directory --with-tree"}
	case "ls-remote":
		return &Use{Doc: "lists what a remote has; --upload-pack names a program to run", Not: "--upload-pack --exec -u -o --server-option", Judge: gitRemotes}
	case "cat-file":
		return &Use{Doc: "prints objects; --textconv and --filters start configured programs", Not: "--textconv --filters", Judge: gitPaths}
	case "grep":
		return &Use{Doc: "searches the tree; -O opens what it finds in a program", Text: 1, TextValues: "-e", Values: "-f -A -B -C -m --max-depth --threads --max-count", Not: "-O --open-files-in-pager --ext-grep --textconv"}
	case "branch":
		return &Use{Doc: "lists branches; an operand without --list makes one", Text: -1,
			Only:   "-a --all -r --remotes --remote --list -l -v --verbose --show-current --column --no-column --color --no-color --abbrev --no-abbrev -i --ignore-case -q --quiet --omit-empty",
			Values: "--contains --no-contains --merged --no-merged --points-at --sort --format", Judge: listsRefs}
	case "tag":
		return &Use{Doc: "lists and verifies tags; an operand without -l makes one", Text: -1,
			Only:   "-l --list -n -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --column --no-column --color --no-color -i --ignore-case --omit-empty -v --verify",
			Values: "--contains --no-contains --merged --no-merged --points-at --sort --format", Judge: listsRefs}
	case "replace":
		return &Use{Doc: "lists replacements; an operand without -l makes one", Only: "-l --list --format", Judge: listsRefs}
	case "remote":
		return &Use{Doc: "lists remotes", Flags: "-v --verbose", Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{
				{Names: "show", Doc: "shows a remote", Only: "-n -v --verbose", Judge: gitRemotes},
				{Names: "get-url", Doc: "prints URLs", Only: "--push --all"},
			}
		}}
	case "stash":
		return &Use{Doc: "list and show print stashes; without either it stashes", Subs: func() []Use {
			return []Use{
				{Names: "list", Doc: "lists stashes", Not: gitNot},
				{Names: "show", Doc: "prints a stash", Not: gitNot, Judge: gitPaths},
			}
		}}
	case "config":
		return &Use{Doc: "prints settings; a second operand without --get sets one",
			Only: "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list --global --system --local --worktree -z --null " +
				"--name-only --show-origin --show-scope --show-names --bool --int --bool-or-int --bool-or-str --path --expiry-date --no-type " +
				"--includes --no-includes --all --regexp --fixed-value",
			Values: "-f --file --blob --type --default --value --url", Judge: gitConfigReads, Bare: true, Subs: func() []Use {
				return []Use{
					{Names: "list", Doc: "lists settings", Most: NoOperand},
					{Names: "get", Doc: "prints a setting", Most: 1},
				}
			}}
	case "worktree":
		return &Use{Doc: "list prints the work trees", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists work trees", Most: NoOperand}} }}
	case "submodule":
		return &Use{Doc: "prints the state of submodules", Flags: "-q --quiet --cached", Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{
				{Names: "status summary", Doc: "print the state of submodules"},
			}
		}}
	case "reflog":
		return &Use{Doc: "prints the log of a reference", Not: gitNot, Bare: true, Subs: func() []Use {
			return []Use{
				{Names: "show list exists", Doc: "print the log of a reference"},
				{Names: "expire delete drop write", Doc: "change the log", Never: "it changes the log of references"},
			}
		}}
	case "bisect":
		return &Use{Doc: "prints the state of a search; the words after view are a command of git", Subs: func() []Use {
			return []Use{
				{Names: "log terms", Doc: "print the search so far"},
				{Names: "visualize view", Doc: "shows the commits that are left", Most: NoOperand, Not: gitNot},
			}
		}}
	case "notes":
		return &Use{Doc: "prints notes", Values: "--ref", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list show get-ref", Doc: "print notes"}} }}
	case "symbolic-ref":
		return &Use{Doc: "prints where a reference points; a second operand sets it", Only: "--short -q --quiet --recurse --no-recurse", Most: 1}
	case "help":
		return &Use{Doc: "prints manuals; -w opens a browser", Not: "-w --web -i --info"}
	case "fsck", "fsck-objects":
		return &Use{Doc: "checks objects; --lost-found writes them", Not: "--lost-found"}
	case "hash-object":
		return &Use{Doc: "prints the name of an object; -w writes it", Not: "-w"}
	case "archive":
		return &Use{Doc: "prints an archive; -o writes a file, --exec names a program to run", Values: "--format --prefix --remote --add-file", Not: "-o --output --exec", Judge: gitRemotes}
	case "apply":
		return &Use{Doc: "checks a patch with --check; without it the patch is applied", Values: "-p -C --directory --exclude --include --whitespace", Only: "--check --stat --numstat --summary -v --verbose -R --reverse --index --cached --recount --unidiff-zero --ignore-whitespace " +
			"--ignore-space-change", Judge: checksOnly}
	case "format-patch":
		return &Use{Doc: "prints patches with --stdout; without it files are written", Only: "--stdout -1 -2 -3 -4 -5 -6 -7 -8 -9 -0 -k --keep-subject -s --signoff -p --no-stat --stat --cover-letter --no-signature " +
			"--zero-commit --full-index --binary --no-binary -M --root --no-renames --minimal -n --numbered -N --no-numbered", Judge: toStdout}
	case "request-pull":
		return &Use{Doc: "prints a summary of changes", Judge: gitRemotes, Only: "-p"}
	case "rerere":
		return &Use{Doc: "prints recorded resolutions", Subs: func() []Use { return []Use{{Names: "status diff remaining", Doc: "print recorded resolutions"}} }}
	case "sparse-checkout":
		return &Use{Doc: "list prints the patterns", Subs: func() []Use { return []Use{{Names: "list", Doc: "prints the patterns"}} }}
	case "bundle":
		return &Use{Doc: "verifies and lists a bundle", Subs: func() []Use { return []Use{{Names: "verify list-heads", Doc: "verify and list a bundle"}} }}
	case "commit-graph", "multi-pack-index":
		return &Use{Doc: "verify checks the files", Subs: func() []Use { return []Use{{Names: "verify", Doc: "checks the files"}} }}
	case "refs":
		return &Use{Doc: "lists and checks references", Subs: func() []Use { return []Use{{Names: "list verify exists", Doc: "list and check references"}} }}
	case "interpret-trailers":
		return &Use{Doc: "prints messages with trailers; --in-place writes, configured trailers run programs", Only: "--parse --only-input --only-trailers --unfold", Judge: parsesOnly}
	case "lfs":
		return &Use{Doc: "lists large files", Subs: func() []Use {
			return []Use{
				{Names: "ls-files status env version locks", Doc: "list large files"},
				{Names: "track", Doc: "lists the patterns", Most: NoOperand},
			}
		}}
	}
	return nil
}

// judgeGit reads the options before the subcommand, and the subcommand by gitUse.
func judgeGit(r *Reading) string {
	args := r.Inv.Args
	for len(args) > 0 {
		text, ok := args[0].Value.Text()
		if !ok {
			return "the word " + args[0].Value.Display() + " is not known, and the subcommand could stand there"
		}
		if text == "" || text[0] != '-' {
			return gitSubcommand(r, text, args[1:])
		}
		n, why := gitGlobal(text, args[1:])
		if why != "" {
			return why
		}
		args = args[n:]
	}
	return ""
}

// gitGlobal reads one option before the subcommand, and tells how many words it is.
func gitGlobal(text string, rest []ast.Arg) (words int, why string) {
	name, _, attached := strings.Cut(text, "=")
	switch {
	case has("--no-pager -P --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs "+
		"--no-advice --no-lazy-fetch --bare --version -v -h --help --html-path --man-path --info-path --exec-path", text):
		return 1, ""
	case attached && has("--git-dir --work-tree --namespace --attr-source --list-cmds", name):
		return 1, ""
	case len(rest) == 0 || rest[0].Many:
	case has("-C --git-dir --work-tree --namespace", text):
		return 2, ""
	case text == "-c":
		if setting, ok := rest[0].Value.Text(); ok && gitSettingReads(setting) {
			return 2, ""
		}
		return 0, "the setting " + rest[0].Value.Display() + " may run programs"
	}
	return 0, "the option " + name + " before the subcommand does more than read, or is not known"
}

// gitSettings are settings that change how git prints, and run nothing whatever their
// value is. A dot at the end stands for all of a section.
const gitSettings = "color. advice. log. status. blame. grep. i18n. column. core.quotepath core.abbrev core.ignorecase core.precomposeunicode " +
	"core.preloadindex core.autocrlf core.filemode core.symlinks core.untrackedcache diff.renames diff.renamelimit diff.context " +
	"diff.interhunkcontext diff.noprefix diff.mnemonicprefix diff.srcprefix diff.dstprefix diff.algorithm diff.colormoved " +
	"diff.colormovedws diff.wserrorhighlight diff.submodule diff.ignoresubmodules diff.indentheuristic diff.relative " +
	"diff.statgraphwidth diff.statnamewidth diff.suppressblankempty diff.wordregex diff.dirstat diff.autorefreshindex " +
	"merge.conflictstyle tag.sort branch.sort versionsort.suffix gc.auto pack.threads"

// gitOff are settings in the one value with which they run nothing.
const gitOff = "core.pager=cat core.pager= core.fsmonitor=false core.fsmonitor=0 core.hookspath=/dev/null pager.log=false pager.diff=false pager.show=false pager.branch=false pager.tag=false pager.status=false"

// gitSettingReads reports whether git -c SETTING runs nothing.
func gitSettingReads(setting string) bool {
	key, _, _ := strings.Cut(strings.ToLower(setting), "=")
	if has(gitSettings, key) || has(gitOff, strings.ToLower(setting)) {
		return true
	}
	i := strings.IndexByte(key, '.')
	return i > 0 && has(gitSettings, key[:i+1])
}

// gitSubcommand reads a subcommand and the words after it.
func gitSubcommand(r *Reading, name string, args []ast.Arg) string {
	u := gitUse(name)
	if u == nil && len(args) == 1 && args[0].Value.Is("--help") {
		return "" // the manual of any word, for which an alias or a program is not started
	}
	if u == nil {
		return "the subcommand " + name + " is not one that is known to read only"
	}
	sub := &Reading{Inv: r.Inv, Use: u, Path: []string{"git", name}, program: r.program}
	sub.words(args, []*Use{u})
	why := sub.judge()
	r.Use, r.Path, r.Options, r.Operands = sub.Use, sub.Path, sub.Options, sub.Operands
	return why
}

// listsRefs allows operands only where they are patterns of a list.
func listsRefs(r *Reading) string {
	if len(r.Operands) == 0 || given(r, "-l --list --contains --no-contains --merged --no-merged --points-at") {
		return ""
	}
	if r.Path[1] == "tag" && given(r, "-n -v --verify") {
		return ""
	}
	return "with an operand it makes a reference"
}

// gitConfigReads allows what prints a setting.
func gitConfigReads(r *Reading) string {
	n := len(r.Operands)
	switch {
	case given(r, "-l --list"):
		if n == 0 {
			return ""
		}
	case given(r, "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool"):
		if n == 1 || n == 2 {
			return ""
		}
	case n == 1 && !r.Operands[0].Many:
		if name, ok := r.Operands[0].Value.Text(); ok && strings.Contains(name, ".") {
			return ""
		}
	}
	return "with these operands it may set something"
}

// gitRemotes refuses remotes that name a program to run (ext::sh -c …).
func gitRemotes(r *Reading) string {
	for _, arg := range r.Operands {
		if text, ok := arg.Value.Text(); !ok || strings.Contains(text, "::") {
			return "the remote " + arg.Value.Display() + " may run a program"
		}
	}
	for _, o := range r.Options {
		if o.Name != "--remote" || o.Value == nil {
			continue
		}
		if text, ok := o.Value.Text(); !ok || strings.Contains(text, "::") {
			return "the remote " + o.Value.Display() + " may run a program"
		}
	}
	return ""
}

// gitPaths refuses to print files with keys out of a commit (HEAD:.ssh/id_rsa).
func gitPaths(r *Reading) string {
	for _, arg := range r.Operands {
		text, _ := arg.Value.Text()
		_, path, ok := strings.Cut(text, ":")
		if !ok {
			continue
		}
		for key := range strings.SplitSeq(".ssh/ .gnupg/ .aws/ .netrc .kube/ id_rsa id_ed25519", " ") {
			if strings.Contains(path, key) {
				return "the file " + path + " may hold a key"
			}
		}
	}
	return ""
}

func checksOnly(r *Reading) string {
	if given(r, "--check") {
		return ""
	}
	return "without --check it changes files"
}

func toStdout(r *Reading) string {
	if given(r, "--stdout") {
		return ""
	}
	return "without --stdout it writes files"
}

func parsesOnly(r *Reading) string {
	if given(r, "--parse") {
		return ""
	}
	return "without --parse it may run configured programs"
}
