// Command sandbox-enforcer-hook is what an agent starts before each tool call. It
// reads the call as JSON on standard input and answers on standard output: nothing
// where the agent's own permissions apply, else the command to run instead, a question
// or a refusal.
//
//	sandbox-enforcer-hook --sandbox ~/work/sandbox <event.json
//
// It links nothing that costs start-up, since it runs before every command; the
// program for people is sandbox-enforcer.
package main
