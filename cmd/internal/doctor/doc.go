// Package doctor looks whether the hook guards each agent of a machine: what the settings
// register, whether the agent takes it, and what the hook really answers.
//
// It promises to change nothing: what it starts is the registered command line alone, with
// the state in a directory that is removed again, no log, and commands that are judged and
// never run; that it waits for no terminal, no network, and no program longer than the
// agent would; that a command line which a clone could have brought is not started; that
// every finding which is no good news says what to do; and that what it prints holds no
// control character, and of other people's command lines no secret that is known as one.
//
// Vocabulary: a finding is one thing that was looked at, with its severity; a mend is the
// command, or the edit, that makes it good; a probe is an event that is sent to the hook,
// and a trial is a probe with what has to come of it.
//
//	report, err := doctor.Examine(doctor.Options{Machine: m, Version: "v1.2.3", Environ: os.Environ(), …})
//	report.Text(os.Stdout)
//	if !report.Sound() { … }
package doctor
