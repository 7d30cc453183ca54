// Package audit writes down what was decided, one JSON object a line.
//
// It promises that a line has at most MaxLine bytes and is written by one call that
// appends, so that lines of processes that write at once do not mix; that nothing is
// waited for and no lock is taken; that a line which a killed process left torn does
// not swallow the next one; and that what is known to be secret in a command is masked
// before anything is cut. A log that cannot be written is an error, never a reason to
// stop: the answer to the agent does not depend on it.
//
// Vocabulary: an entry is one decision; a line is its form in the file; a line is torn
// where its end is missing, and healed by the newline that the next one begins with.
// Package audit/read is for those who read the log.
//
//	log := audit.InProject("/work/project")
//	err := log.Append(audit.Of(report, "Command matches safe_commands", "development"), time.Now())
package audit
