// Package policy reads the policy files: the user's, and the one that a project
// brings.
//
// It promises that reading a file never waits, never takes more than a mebibyte and
// never ends the program, whatever the file holds, since a clone can bring it; that
// everything wrong in a file is told at once, each with its place and with what is
// expected there; that a file which is broken makes nothing safe; and that a project's
// file can only tighten what the user has, until the user trusts that very content.
//
// Vocabulary: a file has profiles, a profile has keys, and most keys hold a list of
// entries; the key table says what each key is, and the loader, the schema, the
// template and what is shown all come from it. A layer is what one file gives for the
// profile in effect. A problem is something in a file that does not count as it was
// written.
//
//	loaded, problems := policy.Load(policy.Options{Project: "/work/project", Env: os.LookupEnv})
//	loaded.Policy.SafeCommands[0].Text // "cat", with the place where it is written
package policy
