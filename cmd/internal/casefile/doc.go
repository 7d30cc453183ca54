// Package casefile reads the case files under testdata/cases: prose that says what a
// behaviour is, and commands with the answers they get. They are the project's
// documentation by example; its tests run them and its README quotes them.
//
// A case file is a txtar archive. The text before the first section is the prose;
// its first line is the title. All sections but one are optional:
//
//	-- settings --   settings by flag name, one a line: "sandbox ~/work/sandbox", "mode block"
//	-- cwd --        the working directory
//	-- env --        NAME=value, one a line; "NAME?" is set to something that is not known
//	-- tree --       what exists: "dir/", "file", "file = its text", "link -> target", one a line, absolute
//	-- rows --       commands, each followed by its answer, indented by a tab
//	-- calls --      in their place, calls of other tools: "Read {"file_path": "../x"}"
//
// A row's command is one line; a line that is a Go string in double quotes stands for
// its text, for commands with newlines and odd bytes. The answer reads
//
//	pass                          nothing is printed
//	rewrite: COMMAND              this is run instead
//	rewrite granted: COMMAND      so, and the client need not ask
//	ask: MESSAGE [rule]           a person decides
//	deny: MESSAGE [rule]          refused
//
// followed, where the report has one, by "use: COMMAND" (the command to run instead,
// in the modes block and instruct), or by "replaces: PATH" (a file that is there
// already).
package casefile
