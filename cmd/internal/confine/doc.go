// Package confine runs a program that the operating system confines: it can change
// files only below given directories, and reach the network, other programs' sockets
// and what it may read only as far as a [Plan] says.
//
// It promises that nothing runs unconfined. Where no mechanism of the machine can hold
// the whole plan, the run is refused, with what to install. No variable of the
// environment chooses, finds or loosens a mechanism.
//
// Vocabulary: a profile is a named set of choices; a plan is what was chosen, with
// every path resolved; a mechanism is what holds a plan: bubblewrap or Landlock on
// Linux, sandbox-exec on macOS. What a mechanism cannot hold, its limits say.
//
//	plan, err := confine.Options{Profile: "offline", Dir: "/w/project"}.Plan()
//	status, err := confine.Run(plan, confine.Auto, []string{"make", "test"})
package confine
