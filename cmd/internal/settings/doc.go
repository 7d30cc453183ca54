// Package settings reads the user's choices: a flag wins over the environment, the
// environment over the default.
//
// It promises that every setting is one entry of one table, from which the flags
// are parsed, --help is printed and the README's table is made; that a value which
// cannot be used is never replaced in silence; and that the sandbox is judged by
// the directory that its path means, not by its spelling.
//
// Vocabulary: a setting has a variable, a flag, or both; a problem is a setting that
// does not count as it was given, with what is to be done about it. What a problem
// means for the answer is its Kind.
//
//	s, problems := settings.Load(os.Args[1:], os.LookupEnv, facts.OS{})
package settings
