package policy

import "sandbox-enforcer/rules"

// key is one key of a profile, or of an object in it.
type key struct {
	name string
	// doc says what it chooses, in one sentence without a full stop.
	doc string
	// value is what it holds; nil where it holds an object of the keys below.
	value value
	keys  []key
}

// value is a kind of value that a key can have: how it is read, what becomes of it
// where two layers name it, and how it is written.
type value interface {
	// expected names what has to be written, for messages.
	expected() string
	// read takes the value of a file into the policy. It reports whether it could.
	read(p *page, n node, into *rules.Policy) bool
	// tighten changes the policy by what a project demands, and never loosens it. It
	// reports whether anything changed.
	tighten(policy *rules.Policy, by rules.Policy) bool
	// replace takes the value of another policy.
	replace(policy *rules.Policy, by rules.Policy)
	// write appends the value as it stands in a file.
	write(w *writer, policy rules.Policy)
	// schema returns its JSON Schema.
	schema() string
	// diff returns how the value of another policy differs, one line each.
	diff(from, to rules.Policy) []string
}

// profileKeys are the keys of a profile in the order in which they are shown.
var profileKeys = []key{
	{
		name: "safe_commands", doc: "words that a command begins with to run without a prompt: \"git status\" means \"git -C x status\" as well, and not \"git statusx\"",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.SafeCommands }, check: plainWords, shrinks: true},
	},
	{
		name: "blocked_patterns", doc: "commands that are refused in any spelling; \"A | B\" is a pipeline in which what A prints reaches B",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.BlockedPatterns }, check: pattern},
	},
	{
		name: "shell_injection_patterns", doc: "operators that are refused where the shell would act on them, never inside quotes",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.ShellInjection }, check: operator},
	},
	{
		name: "blocked_paths", doc: "files, directories with a slash at the end, and patterns of names that no command may name",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.BlockedPaths }, check: printableText},
	},
	{
		name: "path_traversal_patterns", doc: "\"..\" to refuse paths that climb out of the project, or nothing",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.PathTraversal }, check: traversal},
	},
	{
		name: "protected_paths", doc: "files that may be read but not written or removed; .claude/local/** always is among them",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.ProtectedPaths }, check: printableText, kept: []string{".claude/local/**"}},
	},
	{
		name: "authorized_agents", doc: "the types of agents whose commands may run without a prompt; without this key all are",
		value: list{of: func(p *rules.Policy) *[]rules.Entry { return &p.Agents }, check: printableText, shrinks: true, absentIsAll: true},
	},
	{
		name: "compound", doc: "what a script of several commands is: \"each\" judges every part and the strictest answer counts, \"operators\" refuses it for the operators above",
		value: word{of: func(p *rules.Policy) *rules.Compound { return &p.Compound }},
	},
	{
		name: "built_in_knowledge", doc: "whether commands that are known to read only run without a prompt though safe_commands does not list them",
		value: boolean{of: func(p *rules.Policy) *bool { return &p.Knowledge }, strict: false},
	},
	{
		name: "sandbox_enabled", doc: "whether this profile judges anything",
		value: boolean{of: func(p *rules.Policy) *bool { return &p.Enabled }, strict: true},
	},
	{
		name: "circuit_breaker", doc: "when so much was refused in a session that nothing in it runs without a prompt any more",
		keys: []key{
			{
				name: "enabled", doc: "whether refusals are counted",
				value: boolean{of: func(p *rules.Policy) *bool { return &p.Breaker.Enabled }, strict: true},
			},
			{
				name: "threshold", doc: "how many refusals it takes",
				value: number{of: func(p *rules.Policy) *int { return &p.Breaker.Threshold }},
			},
		},
	},
}

// entryKeys are the keys of an entry that is an object.
var entryKeys = []struct {
	name, doc string
	text      func(*rules.Entry) *string
	texts     func(*rules.Entry) *[]string
}{
	{name: "text", doc: "the command, the pattern or the path", text: func(e *rules.Entry) *string { return &e.Text }},
	{name: "reason", doc: "why", text: func(e *rules.Entry) *string { return &e.Reason }},
	{name: "suggest", doc: "what to do instead", text: func(e *rules.Entry) *string { return &e.Suggest }},
	{name: "match", doc: "commands that it has to match, which \"policy check\" tries", texts: func(e *rules.Entry) *[]string { return &e.Match }},
	{name: "not_match", doc: "commands that it must not match", texts: func(e *rules.Entry) *[]string { return &e.NotMatch }},
}

// topKeys are the keys of a file, with their JSON Schemas; profiles comes last, and its
// own is made from the keys of a profile.
var topKeys = []struct{ name, doc, schema string }{
	{"$schema", "where editors find the schema of this file", `{"type":"string"}`},
	{"version", "the version of this file, for people", `{"type":"string"}`},
	{"default_profile", "the profile that counts where SANDBOX_PROFILE names none", `{"type":"string","minLength":1}`},
	{"profiles", "the profiles by their names", ""},
}

// leaves calls do with every key that holds a value, under its full name.
func leaves(do func(name string, v value)) {
	for _, k := range profileKeys {
		if k.value != nil {
			do(k.name, k.value)
			continue
		}
		for _, inner := range k.keys {
			do(k.name+"."+inner.name, inner.value)
		}
	}
}
