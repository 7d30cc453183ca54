// Made by sandbox-enforcer install: changes are lost when it is run again.
// It sends each tool call to the hook before it runs, and does what the hook says.
import { spawnSync } from "node:child_process"

const words: string[] = WORDS
const closed = CLOSED // whether a hook that fails blocks the call

function ask(event: object): any {
  const ran = spawnSync(words[0], words.slice(1), { input: JSON.stringify(event), encoding: "utf8", timeout: 10000 })
  if (ran.status === 2) return { permissionDecision: "deny", permissionDecisionReason: (ran.stderr || "").trim() }
  try {
    if (ran.error && (ran.error as any).code !== "EPIPE") throw ran.error // it need not read to the end
    if (ran.status !== 0) throw new Error("it ended with the status " + ran.status)
    return ran.stdout.trim() === "" ? {} : JSON.parse(ran.stdout).hookSpecificOutput || {}
  } catch (error: any) {
    const reason = "sandbox-enforcer-hook failed, so the call is refused: " + error.message
    return closed ? { permissionDecision: "deny", permissionDecisionReason: reason } : {}
  }
}

export default function (pi: any) {
  pi.on("tool_call", async (event: any, ctx: any) => {
    const answer = ask({
      agent: "pi",
      hook_event_name: "tool_call",
      session_id: ctx?.sessionManager?.getSessionId?.() ?? "",
      tool_use_id: event.toolCallId,
      tool_name: event.toolName,
      tool_input: event.input,
      cwd: ctx?.cwd ?? process.cwd(),
    })
    const reason = answer.permissionDecisionReason || "the hook refused the call"
    if (answer.permissionDecision === "deny") return { block: true, reason }
    if (answer.permissionDecision === "ask") {
      const yes = ctx?.hasUI !== false && ctx?.ui ? await ctx.ui.confirm("sandbox-enforcer", reason) : false
      if (!yes) return { block: true, reason }
    }
    if (answer.updatedInput) Object.assign(event.input, answer.updatedInput)
  })
}
