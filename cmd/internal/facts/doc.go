// Package facts answers the questions that guards have about the machine: what a
// path means, what a file says, whether something is there.
//
// It promises that both implementations of rules.Facts, the operating system's and
// the one held in memory for tests and case files, follow links by the same walk:
// component by component, never cleaning a path first, because "etc/../x" is not
// "x" where etc is a link.
//
// Vocabulary: a path is given as a program would open it; the real path is the one
// without links, dots and doubled slashes that it means; a component that does not
// exist yet is kept as it is written, since a program may be about to make it.
//
//	real, err := facts.OS{}.Resolve("/proj/etc/../x") // "/x" where /proj/etc links to /etc
package facts
