// Package read reads audit logs: for people who look at single decisions, and for
// counting them. It is apart from package audit so that the hook does not link it.
//
// It promises to read every line that is whole, whatever stands around it: a line
// that is torn, or is none of a log, is counted with its number and does not end the
// reading. Lines of other versions and the guide's own, which have fewer members, are
// read as well.
//
// Vocabulary: a record is one line that was read; a filter says which records are
// meant; a bucket is a stretch of time in which records are counted.
//
//	tally, err := read.Each(file, func(r read.Record) error { … })
package read
