// Bench measures what the hook and exec cost and prints three small tables; it judges nothing.
//
// The first is about whole processes: the hello world that a Go tour begins with, true(1),
// a Go program that has no package but the runtime, and the hook with events that it
// rewrites and with some that it passes. They run one after the other, in another order
// each round, so that whatever else the machine does falls on all of them alike; p10 and
// p50 are over the rounds.
//
// The second sets a shell that does nothing, and is confined by exec, beside the plain
// one, for each mechanism that works here.
//
// The third sets the analysis of a script beside bare parsing of the same text in one
// dialect, for scripts that stay as they are and scripts that are rewritten: medians, and
// the median of the ratios of samples that were taken next to each other.
//
//	go run ./cmd/internal/bench -rounds 300
package main
