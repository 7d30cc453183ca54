// Package install registers the hook with the agents of a machine, and takes it back.
//
// It promises that nothing of a settings file is lost: what is added is spliced into the
// text between the bytes that are there, in the file's own indentation and line ends, so
// that comments, order, trailing commas, a byte order mark and unknown members stay as
// they are; that a file which cannot be read to its end is left alone, with the place
// and what to do; that nobody ever reads half a file, and what another program wrote at
// the same moment is not overwritten; that a second run changes nothing. Uninstall gives
// back the very bytes, unless somebody changed the file since: then only what is ours
// goes. A file in TOML is decoded before and after, and has to say the same but for the hook.
//
// Vocabulary: an agent is data, with the file that its hooks are registered in, or with
// several that are apart, each with hooks for itself; a sheet is the text of one; an event
// is one of the agent's, and a need is what an event is for; an entry is the element of
// an event's list, and a handler what starts the program, which is the entry itself or
// lies in it; a record remembers one file as it was.
//
//	err := install.Install(install.Options{
//		Machine: install.Machine{Env: os.LookupEnv}, Names: []string{"claude"}, Scope: install.User,
//		Program: []string{"/usr/local/bin/sandbox-enforcer-hook"}, Flags: []string{"--sandbox=~/work/sandbox"},
//		Settings: chosen, Speaks: known, Out: os.Stdout, Notes: os.Stderr,
//	})
package install
