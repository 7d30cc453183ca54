// Made by sandbox-enforcer install: changes are lost when it is run again.
// It sends each tool call to the hook before it runs, and does what the hook says.
import { spawnSync } from "node:child_process"

const words = WORDS
const closed = CLOSED // whether a hook that fails blocks the call

function ask(event) {
  const ran = spawnSync(words[0], words.slice(1), { input: JSON.stringify(event), encoding: "utf8", timeout: 10000 })
  if (ran.status === 2) throw new Error((ran.stderr || "").trim() || "the hook refused the call")
  try {
    if (ran.error && ran.error.code !== "EPIPE") throw ran.error // it need not read to the end
    if (ran.status !== 0) throw new Error("it ended with the status " + ran.status)
    return ran.stdout.trim() === "" ? {} : JSON.parse(ran.stdout).hookSpecificOutput || {}
  } catch (error) {
    if (closed) throw new Error("sandbox-enforcer-hook failed, so the call is refused: " + error.message)
    return {}
  }
}

export const SandboxEnforcer = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = ask({
      agent: "opencode",
      hook_event_name: "tool.execute.before",
      session_id: input.sessionID,
      tool_use_id: input.callID,
      tool_name: input.tool,
      tool_input: output.args,
      cwd: directory,
    })
    if (answer.permissionDecision === "deny" || answer.permissionDecision === "ask") {
      throw new Error(answer.permissionDecisionReason || "the hook refused the call")
    }
    if (answer.updatedInput) Object.assign(output.args, answer.updatedInput) // a new object would be ignored
  },
})
