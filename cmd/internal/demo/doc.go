// Demo shows the main job from end to end, in a temporary directory and without the
// internet: a server inside the program offers a repository and files; for each
// command that an agent could write it shows the command, the explanation of
// "sandbox-enforcer lint" and the answer of sandbox-enforcer-hook, then runs the
// rewritten command with the real git and the real curl and prints what landed. It
// ends with status 1 where anything landed outside the sandbox.
//
//	go run ./cmd/internal/demo -hook bin/sandbox-enforcer-hook -lint bin/sandbox-enforcer
package main
