// Made by sandbox-enforcer install: changes are lost when it is run again.
// It sends each tool call to the hook before it runs, does what the hook says, and tells it
// which command ran.
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

const event = (name, input, args, directory) => ({
  agent: "opencode",
  hook_event_name: name,
  session_id: input.sessionID,
  tool_use_id: input.callID,
  tool_name: input.tool,
  tool_input: args,
  cwd: directory,
})

export const SandboxEnforcer = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = ask(event("tool.execute.before", input, output.args, directory))
    if (answer.permissionDecision === "deny" || answer.permissionDecision === "ask") {
      throw new Error(answer.permissionDecisionReason || "the hook refused the call")
    }
    if (answer.updatedInput) Object.assign(output.args, answer.updatedInput) // a new object would be ignored
  },
  "tool.execute.after": async (input, output) => {
    if (input.tool !== "bash" || !input.args || !words.includes("--check=true")) return
    try {
      const said = ask(event("tool.execute.after", input, input.args, directory)).additionalContext
      if (said) output.output = output.output + "\n" + said
    } catch {} // the command has run: there is nothing left to refuse
  },
})
