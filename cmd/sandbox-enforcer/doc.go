// Command sandbox-enforcer explains what the guards make of a shell command, and is
// the hook as well.
//
//	sandbox-enforcer lint 'git clone https://example.com/o/r.git && cd r && make'
//	sandbox-enforcer lint --format json <script.sh
//	sandbox-enforcer lint --jsonl <commands.jsonl
//
// lint only explains: it runs no command and makes no file or directory. Its exit
// status is 0 where the command would run as it is, 1 where something would be
// rewritten, asked or denied, and 2 for bad usage or input that cannot be read.
//
// install registers the hook with the agents of a machine, uninstall takes it back, and
// doctor looks whether it guards them.
//
// policy checks, shows, trusts, tests and writes the files of the policy guard, and
// audit reads its log.
//
// "sandbox-enforcer hook" is the same code as the program sandbox-enforcer-hook, and
// is started before anything of the command line below it is set up.
package main
