package hook

import (
	"fmt"
	"strings"

	"sandbox-enforcer/cmd/internal/bounds"
)

// envFile is the variable by which Claude Code names the file whose lines its shell
// reads before each command of the session.
const envFile = "CLAUDE_ENV_FILE"

// start answers the start of a session: the model is told the rules of the worktree, and
// git's variables are exported where the user asks for that.
func (h *hook) start() int {
	dir := h.event.Request.Cwd
	if dir == "" {
		dir, _ = h.workingDir().Text()
	}
	chosen, notes := bounds.Find(h.settings, h.Facts, dir, h.Env)
	h.say(notes...)
	if chosen.Worktree == nil || h.agent.Start == nil {
		return exitOK
	}
	if h.settings.Bounds.Export {
		h.export(bounds.Exports(*chosen.Worktree))
	}
	return h.write(h.agent.Start(bounds.Rules(*chosen.Worktree)))
}

// export appends lines to the file that the agent names. Without one there is nothing
// to write to, and no other file is made.
func (h *hook) export(lines []string) {
	file, given := h.Env(envFile)
	if !given || file == "" || len(lines) == 0 {
		return
	}
	if err := h.Append(file, []byte(strings.Join(lines, "\n")+"\n")); err != nil {
		h.say(fmt.Sprintf("git's variables cannot be exported (%v): check %s, or set SANDBOX_WORKTREE_ENV=0", err, envFile))
	}
}
