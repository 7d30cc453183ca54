package doctor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sandbox-enforcer/cmd/internal/digest"
	"sandbox-enforcer/cmd/internal/install"
)

// unseen is what of an agent's trust its files do not tell, for the scopes where it
// matters.
var unseen = map[string]struct {
	what  string
	scope []install.Scope
}{
	"gemini":  {"hooks of a project run only in a folder that is trusted", []install.Scope{install.Project}},
	"copilot": {"hooks of a project run only in a folder that is trusted", []install.Scope{install.Project}},
	"grok":    {"hooks run only once they are trusted", []install.Scope{install.User, install.Project}},
}

// checkTrust says what is known of whether the agent runs the hook unasked. Of most agents
// nothing is to be known: they have no such gate, or keep what they trust elsewhere.
func (e *exam) checkTrust() {
	if e.agent.Name == "codex" && len(e.hooks) > 0 {
		e.checkCodex()
		return
	}
	for _, r := range e.hooks {
		if gate, known := unseen[e.agent.Name]; known && slices.Contains(gate.scope, r.scope) {
			e.fine("trust", "%s, which its files do not tell: look in %s itself", gate.what, e.agent.Title)
			return
		}
	}
}

// codexConfig is what of Codex's config.toml concerns hooks. Only the user's own file
// counts for trust.
type codexConfig struct {
	Features map[string]any `toml:"features"`
	Projects map[string]struct {
		Level string `toml:"trust_level"`
	} `toml:"projects"`
	Hooks struct {
		State map[string]struct {
			Enabled *bool  `toml:"enabled"`
			Hash    string `toml:"trusted_hash"`
		} `toml:"state"`
	} `toml:"hooks"`
}

// approve is how a person trusts a hook of Codex.
const approve = "start codex, and approve the hook in /hooks"

// checkCodex reads what Codex trusts. A hook that it does not trust is passed over in
// silence, and the command runs.
func (e *exam) checkCodex() {
	path, _, err := e.Path(e.agent, install.User)
	if err != nil {
		return
	}
	path = filepath.Join(filepath.Dir(path), "config.toml")
	var config codexConfig
	text, _, err := install.ReadFile(path)
	if err != nil {
		what, mend := apart(err.Error())
		e.problem("trust", mend, "%s, so that it is not known whether Codex trusts the hook", what)
		return
	}
	if _, err := toml.Decode(text, &config); err != nil {
		e.problem("trust", "edit "+path, "%s cannot be read (%v), so that it is not known whether Codex trusts the hook", path, err)
		return
	}
	for _, name := range []string{"hooks", "codex_hooks"} {
		if on, set := config.Features[name].(bool); set && !on {
			e.problem("off", "edit "+path+": remove "+name+" = false below [features]", "%s switches all hooks off", path)
		}
	}
	for _, r := range e.hooks {
		if r.scope == install.Project && config.Projects[e.Project].Level != "trusted" {
			e.problem("trust", "start codex in "+e.Project+", and trust the project", "Codex does not trust the project %s, so that the hooks of its files do not run", e.Project)
			return
		}
		e.checkApproval(config, r)
	}
}

// checkApproval looks for the approval of one hook, which is for the very definition.
func (e *exam) checkApproval(config codexConfig, r registered) {
	keys := []string{codexKey(r.path, r.Hook)}
	if real, err := filepath.EvalSymlinks(r.path); err == nil {
		keys = append(keys, codexKey(real, r.Hook))
	}
	for _, key := range keys {
		state, there := config.Hooks.State[key]
		switch {
		case !there || state.Hash == "" && state.Enabled == nil:
			continue
		case state.Enabled != nil && !*state.Enabled:
			e.problem("trust", "start codex, and enable the hook in /hooks", "Codex does not run the hook of %s, because it is disabled", r.Event)
		case state.Hash == "":
			continue
		case state.Hash != codexHash(r.Hook):
			e.problem("trust", approve, "Codex trusts another form of the hook of %s: it was changed since, and commands run unjudged until it is approved", r.Event)
		default:
			e.fine("trust", "Codex trusts the hook of %s", r.Event)
		}
		return
	}
	e.problem("trust", approve, "Codex does not trust the hook of %s yet, so that it is passed over in silence", r.Event)
}

// codexKey is the name of a hook in Codex's config.toml: its file, its event in lower case
// with underscores, and its place there.
func codexKey(path string, h install.Hook) string {
	return fmt.Sprintf("%s:%s:%d:%d", path, snake(h.Event), h.Entry, h.Position)
}

// codexHash is the sum that Codex compares: SHA-256 of what the hook says, as JSON without
// blanks and with sorted names, as codex-rs/hooks/src/engine/discovery.rs makes it.
func codexHash(h install.Hook) string {
	limit := 600
	if h.Limit != "" {
		limit = max(int(h.Number), 1)
	}
	handler := map[string]any{"type": "command", "command": h.Line, "timeout": limit, "async": h.Late}
	if h.Status != "" {
		handler["statusMessage"] = h.Status
	}
	identity := map[string]any{"event_name": snake(h.Event), "hooks": []any{handler}}
	if h.Matcher != "" {
		identity["matcher"] = h.Matcher
	}
	text, err := json.Marshal(identity, json.Deterministic(true), jsontext.EscapeForHTML(false))
	if err != nil {
		return "" // no such text is trusted
	}
	return "sha256:" + digest.Hex(text)
}

// snake is PreToolUse as pre_tool_use.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
