package rules

import (
	"strings"
	"unicode"
)

// registration is a place where an agent looks for the hooks that it starts, or where
// the guard's own settings of a project lie.
type registration struct {
	// Agent is whose it is, for messages.
	Agent string
	// Doc says what lies there, and how that is known.
	Doc string
	// Folder is the directory, in lower case: absolute, or what its path ends in,
	// wherever that is. Empty means any directory.
	Folder string
	// Names are what lies in it: a file, a pattern of names, or NAME/** for a directory
	// with all that is below it.
	Names []string
	// Shared says that the folder is there for other things as well: who takes it away
	// takes hooks away only where there are some.
	Shared bool
}

// registrations are ordered by agent. What reads "documented" stands in the agent's own
// documentation, "seen" was tried with the agent itself.
var registrations = []registration{
	{Agent: "this guard", Folder: ".claude", Names: []string{"local/**", "config/sandbox_policy.json", "logs/audit.jsonl"}, Doc: "the project's policy, what is protected by it, and the log"},
	{Agent: "Amazon Q", Folder: ".aws/amazonq", Names: []string{"cli-agents/**"}, Shared: true, Doc: "agents with their hooks; documented"},
	{Agent: "Amazon Q", Folder: ".amazonq", Names: []string{"cli-agents/**"}, Shared: true, Doc: "the same in a project; documented"},
	{Agent: "Antigravity", Folder: ".gemini/config", Names: []string{"hooks.json"}, Doc: "hooks of the user and of a workspace; seen by others"},
	{Agent: "Augment", Folder: ".augment", Names: []string{"settings.json"}, Doc: "hooks among the settings; documented"},
	{Agent: "Augment", Folder: "/etc/augment", Names: []string{"settings.json"}, Doc: "the system's settings; documented"},
	{Agent: "Claude Code", Folder: ".claude", Names: []string{"settings*.json", "hooks/**", "plugins/**"}, Doc: "hooks among the settings of the user and of a project, the scripts that they start, plugins with hooks; seen"},
	{Agent: "Claude Code", Folder: "/etc/claude-code", Names: []string{"**"}, Doc: "managed settings; documented"},
	{Agent: "Claude Code", Folder: "/library/application support/claudecode", Names: []string{"**"}, Doc: "managed settings on macOS; documented"},
	{Agent: "Cline", Folder: ".cline", Names: []string{"hooks/**"}, Doc: "hooks are the files themselves; read in its source"},
	{Agent: "Codex", Folder: ".codex", Names: []string{"hooks.json", "config.toml"}, Doc: "hooks, and the table of hooks in the settings; seen"},
	{Agent: "Codex", Folder: "/etc/codex", Names: []string{"**"}, Doc: "what administrators demand; documented"},
	{Agent: "Copilot", Folder: ".copilot", Names: []string{"hooks/**", "settings.json", "config.json"}, Doc: "hooks of the user, also among the settings; documented"},
	{Agent: "Copilot", Folder: ".github", Names: []string{"hooks/**"}, Shared: true, Doc: "hooks of a repository; seen"},
	{Agent: "Copilot", Folder: ".github/copilot", Names: []string{"settings*.json"}, Shared: true, Doc: "hooks among the settings of a repository; documented"},
	{Agent: "Crush", Folder: "", Names: []string{"crush.json", ".crush.json"}, Doc: "hooks among the settings of a project, and below .config/crush; read in its source"},
	{Agent: "Cursor", Folder: ".cursor", Names: []string{"hooks.json"}, Doc: "hooks of the user and of a project; documented"},
	{Agent: "Cursor", Folder: "/etc/cursor", Names: []string{"hooks.json"}, Doc: "hooks of the system; documented"},
	{Agent: "Cursor", Folder: "/library/application support/cursor", Names: []string{"hooks.json"}, Doc: "hooks of the system on macOS; documented"},
	{Agent: "Devin", Folder: ".devin", Names: []string{"hooks.v1.json"}, Doc: "hooks of a project; documented"},
	{Agent: "Devin", Folder: ".config/devin", Names: []string{"config.json"}, Doc: "hooks among the settings of the user; documented"},
	{Agent: "Factory Droid", Folder: ".factory", Names: []string{"hooks.json", "hooks/**", "settings*.json"}, Doc: "hooks of the user and of a project, also among the settings; documented"},
	{Agent: "Gemini CLI", Folder: ".gemini", Names: []string{"settings.json", "extensions/**"}, Doc: "hooks among the settings, extensions with hooks; seen"},
	{Agent: "Gemini CLI", Folder: "/etc/gemini-cli", Names: []string{"**"}, Doc: "the system's settings; documented"},
	{Agent: "goose", Folder: ".agents", Names: []string{"plugins/**"}, Shared: true, Doc: "plugins with hooks; documented"},
	{Agent: "Grok", Folder: ".grok", Names: []string{"hooks/**"}, Doc: "hooks of the user and of a project; documented"},
	{Agent: "Kimi CLI", Folder: ".kimi", Names: []string{"config.toml"}, Doc: "the hooks of the settings; documented"},
	{Agent: "Kimi Code", Folder: ".kimi-code", Names: []string{"config.toml"}, Doc: "the hooks of the settings; documented"},
	{Agent: "Kiro", Folder: ".kiro", Names: []string{"agents/**", "hooks/**", "settings/cli.json"}, Doc: "agents with their hooks, and which of them is the default; documented"},
	{Agent: "OpenCode", Folder: "", Names: []string{"opencode.json", "opencode.jsonc"}, Doc: "the settings that name plugins, of a project and below .config/opencode; seen"},
	{Agent: "OpenCode", Folder: ".config/opencode", Names: []string{"plugin/**", "plugins/**", "sandbox-enforcer/**"}, Doc: "plugins of the user; seen"},
	{Agent: "OpenCode", Folder: ".opencode", Names: []string{"plugin/**", "plugins/**", "sandbox-enforcer/**"}, Doc: "plugins of a project; seen"},
	{Agent: "pi", Folder: ".pi", Names: []string{"extensions/**", "agent/extensions/**"}, Doc: "extensions, by which it asks; documented"},
	{Agent: "Qwen Code", Folder: ".qwen", Names: []string{"settings.json"}, Doc: "hooks among the settings; seen"},
	{Agent: "Windsurf", Folder: ".windsurf", Names: []string{"hooks.json"}, Doc: "hooks of a workspace; documented"},
	{Agent: "Windsurf", Folder: ".codeium", Names: []string{"hooks.json", "windsurf/hooks.json"}, Doc: "hooks of the user; documented"},
	{Agent: "Windsurf", Folder: "/etc/windsurf", Names: []string{"hooks.json"}, Doc: "hooks of the system; documented"},
}

func (r *registration) what() string { return "a hook or a setting of " + r.Agent }

// names reports whether a folded path is one of its files.
func (r *registration) names(path string) bool {
	if r.Folder == "" {
		name := path[strings.LastIndexByte(path, '/')+1:]
		return r.has(name)
	}
	for rest, found := r.after(path); found; rest, found = r.after(rest) {
		if name, ok := strings.CutPrefix(rest, "/"); ok && r.has(name) {
			return true
		}
	}
	return false
}

// after is what stands behind the folder in a path: "/settings.json".
func (r *registration) after(path string) (rest string, found bool) {
	if r.Folder[0] == '/' {
		rest, found = strings.CutPrefix(path, r.Folder)
		return rest, found && (rest == "" || rest[0] == '/')
	}
	for {
		_, after, found := strings.Cut(path, "/"+r.Folder)
		if !found || after == "" || after[0] == '/' {
			return after, found
		}
		path = after
	}
}

// has reports whether a path that is relative to the folder is one of its files.
func (r *registration) has(path string) bool {
	for _, name := range r.Names {
		dir, tree := strings.CutSuffix(name, "**")
		switch {
		case tree && (dir == "" || within(strings.TrimSuffix(dir, "/"), path)):
			return true
		case !tree && strings.Count(name, "/") == strings.Count(path, "/") && matchWild(name, path):
			return true
		}
	}
	return false
}

// below reports whether a directory holds the folder, or is on the way to it. Of a
// folder that holds other things too, and of the directories of projects and the home
// directory, that is so only where the files exist.
func (r *registration) below(f Facts, path string, tops []string) bool {
	folded := foldPath(path)
	if r.Folder == "" || r.Folder[0] == '/' {
		return within(folded, r.Folder) && r.exist(f, r.Folder)
	}
	// The path ends in the folder, in a part of it, or in a directory of its names.
	elements := strings.Split(r.Folder, "/")
	for n := len(elements); n > 0; n-- {
		head := strings.Join(elements[:n], "/")
		if !strings.HasSuffix(folded, "/"+head) {
			continue
		}
		if rest := strings.Join(elements[n:], "/"); rest != "" {
			return r.exist(f, path+"/"+rest)
		}
		return !r.Shared || !f.Exists(path) || r.exist(f, path)
	}
	if rest, found := r.after(folded); found && r.leads(strings.TrimPrefix(rest, "/")) {
		return true
	}
	for _, top := range tops {
		if top != "" && within(folded, foldPath(top)) && r.exist(f, top+"/"+r.Folder) {
			return true
		}
	}
	return false
}

// leads reports whether a path that is relative to the folder is a directory above one
// of its files: "config" where that is config/sandbox_policy.json.
func (r *registration) leads(path string) bool {
	for _, name := range r.Names {
		if path != "" && strings.HasPrefix(name, path+"/") {
			return true
		}
	}
	return false
}

// exist reports whether any of the files is there. Of a pattern of names only the
// usual ones are looked for.
func (r *registration) exist(f Facts, folder string) bool {
	for _, name := range r.Names {
		for _, usual := range [...]string{"", ".local"} {
			file := strings.TrimSuffix(strings.Replace("/"+name, "*.", usual+".", 1), "/**")
			if f.Exists(folder + file) {
				return true
			}
		}
	}
	return false
}

// foldRune is a rune as foldPath has it, -1 for none.
func foldRune(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r < 0x80:
		return r
	case r >= 0x200C && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x206A && r <= 0x206F, r == 0xFEFF:
		return -1 // HFS+ skips them
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if 'A' <= least && least <= 'Z' {
		return least + 'a' - 'A'
	}
	return least
}
