package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox-enforcer/ast"
)

// gitOwn are git's own commands, which no alias shadows: git --list-cmds=main,builtins of
// 2.39, and those that 2.55 has more.
const gitOwn = "add add--interactive am annotate apply archive backfill bisect bisect--helper blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout--worker checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config count-objects credential credential-cache credential-cache--daemon credential-store daemon describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool difftool--helper env--helper fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsck-objects fsmonitor--daemon gc get-tar-commit-id grep hash-object help history hook http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers last-modified log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes pack-objects pack-redundant pack-refs patch-id pickaxe prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote remote-ext remote-fd remote-ftp remote-ftps remote-http remote-https repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-pack sh-i18n--envsubst shell shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule submodule--helper subtree switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-archive--writer upload-pack var verify-commit verify-pack verify-tag version web--browse whatchanged worktree write-tree"

// gitFetching are the commands that an alias may not stand for unseen.
const gitFetching = "archimport clone cvsimport fetch fetch-pack http-fetch p4 pull quiltimport subtree submodule svn"

// aliased says why a start of git whose subcommand is none of its own, but an alias, may
// fetch: the alias stands for a command that fetches, for a shell, or for what is not
// known. It is empty where git would find no alias and refuse, and where the alias stands
// for another command. Files that a configuration includes are not read, and what they
// set is passed over.
func (p *Inspection) aliased(inv *ast.Invocation) string {
	if strings.TrimSuffix(inv.Program(), ".exe") != "git" {
		return ""
	}
	if len(inv.Args) > 0 {
		if first, known := inv.Args[0].Value.Text(); known && has(gitOwn, first) {
			return "" // the common case
		}
	}
	g := gitStart{p: p, inv: inv}
	return g.problem(0)
}

// gitStart is one start of git, read up to its subcommand.
type gitStart struct {
	p    *Inspection
	inv  *ast.Invocation
	call *Call
	sub  string
	rest []*ast.Arg // the words after the subcommand
}

// read finds the subcommand; it reports false where there is none that is known.
func (g *gitStart) read() bool {
	r := reader{call: &Call{Tool: &gitClone, Inv: g.inv, Dashes: -1}}
	for i := range g.inv.Args {
		r.words = append(r.words, &g.inv.Args[i])
	}
	r.use(GitGlobals, &r.call.Globals, gitGlobals)
	for len(r.words) > 0 && strings.HasPrefix(r.words[0].Value.Prefix(), "-") {
		r.global("")
	}
	if len(r.words) == 0 || !known(r.words[0]) || r.call.Exits() {
		return false
	}
	g.call, g.sub, g.rest = r.call, r.take().Value.Display(), r.words
	return true
}

// aliasDepth is how many aliases may stand for one another; git refuses a loop.
const aliasDepth = 10

func (g *gitStart) problem(depth int) string {
	if !g.read() || has(gitOwn, g.sub) {
		return ""
	}
	a := g.find()
	switch {
	case a.doubt != "":
		return fmt.Sprintf("git %s may be an alias: %s; write the command out", g.sub, a.doubt)
	case !a.found || depth > aliasDepth:
		return ""
	case strings.HasPrefix(a.text, "!"):
		return fmt.Sprintf("git %s is an alias (%s) for %q, which a shell runs; write the command out", g.sub, a.origin, a.text)
	}
	words, ok := splitAlias(a.text)
	if !ok {
		return "" // git refuses it
	}
	next := gitStart{p: g.p, inv: g.expanded(words)}
	if next.fetches() {
		return fmt.Sprintf("git %s is an alias (%s) for %q, which may fetch; write the command out", g.sub, a.origin, "git "+a.text)
	}
	if why := next.problem(depth + 1); why != "" {
		return fmt.Sprintf("git %s is an alias (%s) for %q: %s", g.sub, a.origin, "git "+a.text, why)
	}
	return ""
}

// expanded is the start that an alias stands for.
func (g *gitStart) expanded(words []string) *ast.Invocation {
	inv := *g.inv
	inv.Args = slices.Clone(g.inv.Args[:len(g.inv.Args)-len(g.rest)-1])
	for _, w := range words {
		inv.Args = append(inv.Args, ast.Arg{Span: g.inv.Span, Value: ast.Known(w)})
	}
	for _, w := range g.rest {
		inv.Args = append(inv.Args, *w)
	}
	return &inv
}

// fetches reports whether the start is of a command that may fetch.
func (g *gitStart) fetches() bool {
	if _, ok := ReadAny(g.inv); ok {
		return true
	}
	if !g.read() {
		return false
	}
	switch g.sub {
	case "archive":
		return slices.ContainsFunc(g.rest, func(w *ast.Arg) bool { return strings.HasPrefix(w.Value.Prefix(), "--re") || !known(w) })
	case "remote":
		return slices.ContainsFunc(g.rest, func(w *ast.Arg) bool {
			return w.Value.Is("update") || w.Value.Is("--fetch") || strings.HasPrefix(w.Value.Prefix(), "-f")
		})
	}
	return has(gitFetching, g.sub)
}

// gitAlias is what git would find under a name.
type gitAlias struct {
	text, origin string
	found        bool
	doubt        string // why that is not known
}

// find looks the subcommand up where git does, the strongest place first.
func (g *gitStart) find() gitAlias {
	for _, look := range [...]func() gitAlias{g.inOptions, g.inEnvironment, g.inScript, g.inRepository, g.inUser} {
		if a := look(); a.found || a.doubt != "" {
			return a
		}
	}
	return gitAlias{}
}

// inOptions looks among -c and --config-env; the last one counts.
func (g *gitStart) inOptions() gitAlias {
	for i := len(g.call.Globals) - 1; i >= 0; i-- {
		o := &g.call.Globals[i]
		if o.Name() != "-c" && o.Name() != "--config-env" {
			continue
		}
		text, whole := o.Value.Text()
		if !whole {
			text = o.Value.Prefix()
		}
		key, value, ok := strings.Cut(text, "=")
		switch mine := g.isKey(key); {
		case !whole && !ok && !strings.HasPrefix(strings.ToLower(text), "alias.") && text != "":
		case !whole && (!ok || mine):
			return gitAlias{doubt: fmt.Sprintf("what %s sets is not known (%s)", o.Name(), o.Value.Reason())}
		case mine && o.Name() == "--config-env":
			return gitAlias{doubt: "--config-env sets it from a variable"}
		case mine && ok:
			return gitAlias{text: value, origin: "set by -c", found: true}
		case strings.EqualFold(key, "help.autocorrect") && corrects(value) && resembles(g.sub):
			return gitAlias{doubt: correcting}
		}
	}
	return gitAlias{}
}

// isKey reports whether a key is the alias: alias.NAME, or since 2.53 alias.NAME.command.
func (g *gitStart) isKey(key string) bool {
	key = strings.ToLower(key)
	rest, ok := strings.CutPrefix(key, "alias.")
	sub := strings.ToLower(g.sub)
	return ok && (rest == sub || rest == sub+".command")
}

// inEnvironment looks among GIT_CONFIG_COUNT and its like.
func (g *gitStart) inEnvironment() gitAlias {
	if _, set := g.inv.Var("GIT_CONFIG_PARAMETERS"); set {
		return gitAlias{doubt: "GIT_CONFIG_PARAMETERS is set"}
	}
	v, set := g.inv.Var("GIT_CONFIG_COUNT")
	if !set {
		return gitAlias{}
	}
	text, _ := v.Text()
	n, err := strconv.Atoi(text)
	if err != nil || n > 100 {
		return gitAlias{doubt: "GIT_CONFIG_COUNT is set"}
	}
	for i := n - 1; i >= 0; i-- {
		key, _ := g.inv.Var("GIT_CONFIG_KEY_" + strconv.Itoa(i))
		value, _ := g.inv.Var("GIT_CONFIG_VALUE_" + strconv.Itoa(i))
		name, known := key.Text()
		text, valued := value.Text()
		switch {
		case !known, g.isKey(name) && !valued:
			return gitAlias{doubt: "GIT_CONFIG_COUNT is set"}
		case g.isKey(name):
			return gitAlias{text: text, origin: "set by GIT_CONFIG_KEY_" + strconv.Itoa(i), found: true}
		}
	}
	return gitAlias{}
}

// inScript finds the alias among those that git config sets elsewhere in the script.
func (g *gitStart) inScript() gitAlias {
	if g.p.Script == nil {
		return gitAlias{}
	}
	g.p.scanWrites()
	if slices.Contains(g.p.configs.aliases, strings.ToLower(g.sub)) {
		return gitAlias{doubt: "the script itself sets one of this name"}
	}
	return gitAlias{}
}

// setsAlias records the alias that a git config sets.
func (c *configFiles) setsAlias(inv *ast.Invocation) {
	config := false
	for i := range inv.Args {
		text := strings.ToLower(inv.Args[i].Value.Prefix())
		config = config || text == "config"
		if name, ok := strings.CutPrefix(text, "alias."); ok && config {
			c.aliases = append(c.aliases, strings.TrimSuffix(name, ".command"))
		}
	}
}

// inRepository looks into the repository that the directory in effect lies in.
func (g *gitStart) inRepository() gitAlias {
	dir := g.inv.Dir
	given := ast.Value{}
	for i := range g.call.Globals {
		switch o := &g.call.Globals[i]; {
		case o.Role() == DestBase:
			dir = ast.Join(dir, o.Value)
		case o.Name() == "--git-dir":
			given = o.Value
		}
	}
	at, ok := dir.Text()
	if v, set := g.inv.Var("GIT_DIR"); set && given.None() {
		given = v
	}
	if !given.None() {
		at, _ = ast.Join(dir, given).Text()
		return g.inGitDir(at)
	}
	if !ok || !strings.HasPrefix(at, "/") {
		return gitAlias{} // what is not known is not looked for
	}
	for {
		text, isFile := g.p.configText(strings.TrimSuffix(at, "/") + "/.git")
		if target, ok := strings.CutPrefix(text, "gitdir: "); isFile && ok {
			real, _ := ast.Join(ast.Known(at), ast.Known(strings.TrimSpace(target))).Text()
			return g.inGitDir(real)
		}
		for _, gitDir := range [...]string{"/.git", ""} {
			a, there := g.inFile(strings.TrimSuffix(at, "/") + gitDir + "/config")
			if there && (gitDir != "" || g.p.Facts.Exists(at+"/HEAD")) {
				return a
			}
		}
		if at == "/" || at == "" {
			return gitAlias{}
		}
		if at = at[:strings.LastIndexByte(at, '/')]; at == "" {
			at = "/"
		}
	}
}

// inGitDir looks into a git directory, or for one of a worktree the one that it is part of.
func (g *gitStart) inGitDir(dir string) gitAlias {
	if !strings.HasPrefix(dir, "/") {
		return gitAlias{}
	}
	if common, ok := g.p.configText(dir + "/commondir"); ok {
		dir, _ = ast.Join(ast.Known(dir), ast.Known(strings.TrimSpace(common))).Text()
	}
	a, _ := g.inFile(dir + "/config")
	return a
}

// inUser looks into the user's files and the system's.
func (g *gitStart) inUser() gitAlias {
	var files []string
	home, _ := g.p.variable(g.inv, "HOME")
	global, unknown := g.p.variable(g.inv, "GIT_CONFIG_GLOBAL")
	switch xdg, _ := g.p.variable(g.inv, "XDG_CONFIG_HOME"); {
	case unknown:
		return gitAlias{doubt: "GIT_CONFIG_GLOBAL is set to something that is not known"}
	case global != "":
		files = append(files, pathIn(g.inv, global))
	default:
		if strings.HasPrefix(home, "/") {
			files = append(files, home+"/.gitconfig")
		}
		if strings.HasPrefix(xdg, "/") {
			files = append(files, xdg+"/git/config")
		} else if strings.HasPrefix(home, "/") {
			files = append(files, home+"/.config/git/config")
		}
	}
	if system, unknown := g.p.variable(g.inv, "GIT_CONFIG_SYSTEM"); system != "" {
		files = append(files, pathIn(g.inv, system))
	} else if _, none := g.inv.Var("GIT_CONFIG_NOSYSTEM"); !none && !unknown {
		files = append(files, "/etc/gitconfig")
	}
	for _, file := range files {
		if a, _ := g.inFile(file); a.found || a.doubt != "" {
			return a
		}
	}
	return gitAlias{}
}

// inFile looks into one file; there says that it exists.
func (g *gitStart) inFile(file string) (a gitAlias, there bool) {
	if file == "" {
		return gitAlias{}, false
	}
	if why := g.p.writesConfig(g.inv, file, "git"); why != "" {
		return gitAlias{doubt: why}, true
	}
	text, found := g.p.configText(file)
	if !found {
		return gitAlias{}, false
	}
	if why := tooLong(file, text); why != "" {
		return gitAlias{doubt: why}, true
	}
	value, line := aliasIn(text, g.sub)
	if line == 0 {
		help, _ := lastEntry(text, func(section, key string) bool { return section == "help" && strings.EqualFold(key, "autocorrect") })
		if corrects(help) && resembles(g.sub) {
			return gitAlias{doubt: correcting}, true
		}
		return gitAlias{}, true
	}
	return gitAlias{text: value, origin: fmt.Sprintf("%q, line %d", file, line), found: true}, true
}

// correcting is why a command that git does not know may be another one.
const correcting = "help.autocorrect has git run the command that it resembles"

// corrects reports whether a value of help.autocorrect has git run what it guesses
// without a question; a program has no terminal to be asked at.
func corrects(value string) bool {
	return value != "" && !has("0 no off false never show prompt", strings.ToLower(value))
}

// resembles reports whether git might take a name for that of a command that fetches: it
// is a beginning of it, or few letters are to be added, taken away or exchanged.
func resembles(name string) bool {
	for word := range strings.FieldsSeq(gitFetching + " archive remote") {
		if strings.HasPrefix(word, name) || distance(name, word) <= 3 {
			return true
		}
	}
	return false
}

// distance is how many letters one word differs from another in.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// aliasIn returns the last value of an alias in a configuration file, and its line; 0
// where there is none.
func aliasIn(text, name string) (value string, line int) {
	return lastEntry(text, func(section, key string) bool {
		return section == "alias" && strings.EqualFold(key, name) || strings.EqualFold(section, "alias."+name) && strings.EqualFold(key, "command")
	})
}

// lastEntry returns the last value of those that a configuration file gives for a key,
// and its line; 0 where there is none. Lines that end in a backslash go on in the next.
func lastEntry(text string, mine func(section, key string) bool) (value string, line int) {
	section, n := "", 0
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\n")
	for n < len(lines) {
		content := strings.TrimLeft(lines[n], " \t")
		n++
		if strings.HasPrefix(content, "[") {
			var rest string
			section, rest = configSection(content)
			content = strings.TrimLeft(rest, " \t")
		}
		begin := n
		for strings.HasSuffix(content, `\`) && trailing(content)%2 == 1 && n < len(lines) {
			content = content[:len(content)-1] + lines[n]
			n++
		}
		key, raw, ok := strings.Cut(content, "=")
		key = strings.TrimSpace(key)
		if ok && mine(section, key) && !strings.HasPrefix(key, "#") && !strings.HasPrefix(key, ";") {
			value, line = configValue(raw), begin
		}
	}
	return value, line
}

// configSection reads [name] or [name "sub"]; the name is in small letters, and joined to
// the other by a dot.
func configSection(content string) (name, rest string) {
	name, rest, _ = strings.Cut(content[1:], "]")
	name, sub, found := strings.Cut(strings.TrimSpace(name), " ")
	name = strings.ToLower(name)
	if found {
		name += "." + strings.Trim(strings.TrimSpace(sub), `"`)
	}
	return name, rest
}

// trailing is how many backslashes a text ends in.
func trailing(text string) int { return len(text) - len(strings.TrimRight(text, `\`)) }

// configValue reads a value: quotes and backslashes are taken away, and what follows a
// comment sign or stands in blanks at the ends outside quotes.
func configValue(raw string) string {
	var b strings.Builder
	raw = strings.TrimLeft(raw, " \t")
	quoted, solid := false, 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			quoted = !quoted
			solid = b.Len()
			continue
		case c == '\\' && i+1 < len(raw):
			i++
			c = raw[i]
			if at := strings.IndexByte("ntb", c); at >= 0 {
				c = "\n\t\b"[at]
			}
			b.WriteByte(c)
		case (c == '#' || c == ';') && !quoted:
			return b.String()[:solid]
		case (c == ' ' || c == '\t') && !quoted:
			b.WriteByte(c)
			continue
		default:
			b.WriteByte(c)
		}
		solid = b.Len()
	}
	return b.String()[:solid]
}

// splitAlias splits the text of an alias as git does: blanks part words, quotes of both
// kinds keep them, and a backslash keeps the next byte outside single quotes. It reports
// false where git refuses the text.
func splitAlias(text string) (words []string, ok bool) {
	var b strings.Builder
	quote, open := byte(0), false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			if open {
				words = append(words, b.String())
			}
			b.Reset()
			open = false
		case quote == 0 && (c == '\'' || c == '"'):
			quote, open = c, true
		case c == quote && quote != 0:
			quote = 0
		case c == '\\' && quote != '\'':
			if i++; i == len(text) {
				return nil, false
			}
			b.WriteByte(text[i])
			open = true
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if open {
		words = append(words, b.String())
	}
	return words, quote == 0 && len(words) > 0
}
