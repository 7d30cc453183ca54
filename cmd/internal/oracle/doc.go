// Package oracle holds no code, only tests: it puts what we read in a command beside
// what real programs do with it. The real program is the judge.
//
//   - Starts: real bash runs generated scripts with a PATH of shims that log their
//     words and their directory. Every start that was logged must be among the
//     invocations that [sandbox-enforcer/ast.Parse] found, with the same words and in
//     the same directory where it calls them known.
//   - Landing: real git, curl and wget fetch from the loopback server of
//     [sandbox-enforcer/cmd/internal/origin], once as written and once as rewritten.
//     Nothing may land outside the sandbox, as much must land as without us, and what
//     follows must end alike and never run in another directory.
//   - Harmless: commands that put nothing on the disk must stay as they are.
//   - Naming: real git names the clones of odd URLs; the rewritten command must use
//     the same names.
//   - Follow: the same fetchers, with later words that mean what is moved. As written and
//     as rewritten a script must end alike, print the same and leave the same files, what
//     was moved in the sandbox; text that only looks like a path must stay.
//   - Flow: scripts of the scope all, of a source, a place, a sink, and what carries the
//     bytes on: fetchers of all sorts, an rsync daemon and repositories on this machine
//     alone. Nothing that was fetched may lie outside the sandbox then, an interpreter that
//     is fed is refused, and what can be known ends as it does without us. Beside it
//     commands that fetch nothing onto the disk.
//   - Contain: words that stand for a destination known only at run time are run over
//     hostile values by bash, dash and zsh; nothing may be written outside.
//   - Fetchers, Copies: the other programs that fetch, as written and as rewritten: all of
//     it must land in the sandbox, and as much as without us.
//   - Worktree: real git and real programs run in a worktree beside its host repository.
//     What the guard lets run must leave everything outside as it was, and what stays
//     inside must be let run.
//   - Beliefs: in scripts run by real bash and zsh a command writes down its words and its
//     directory; what we call known of them must be what it wrote.
//   - Exec: attempts at changing what is outside, confined by each mechanism of the
//     operating system, must fail, and succeed without it.
//   - Splices: edits of words in the shell scripts that the machine has leave every
//     other byte alone and are read back as exactly that edit.
//
// SANDBOX_ENFORCER_ORACLE_FAULTS names a file for the faults of the flow oracle, the most
// frequent first.
//
// By default a seeded tenth runs, within a minute. SANDBOX_ENFORCER_ORACLE=full runs
// everything. A program that is not installed skips what needs it, with a message; in
// CI, where the variable CI is true, it fails instead.
package oracle
