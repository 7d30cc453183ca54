package install

// sheet is the text of a settings file on its way to another one.
type sheet interface {
	// body is the text as it is by now.
	body() string
	// register makes it say what is wished, and keeps everything else. What an earlier run
	// did is in the record, from which that is taken which is undone.
	register(w wish, was *record) error
	// withdraw removes what is ours, and what was made for it where it is empty by now.
	withdraw(a Agent, was record) error
	// see fills in what an agent reads from it.
	see(a Agent, s *Seen)
	// void reports whether it says nothing.
	void() bool
	// done is what happened to it.
	done() *outcome
}

// outcome is what happened to a sheet.
type outcome struct {
	// made are the paths of the lists and objects that were made, outermost first.
	made [][]string
	// added says that the directory was put into the agent's list.
	added bool
	// notes are for a person.
	notes []string
}

func (o *outcome) done() *outcome { return o }

// lay reads the text of a settings file in the agent's form. A blank one is read as one
// that says nothing, which is what agents take a missing file for.
func lay(a Agent, file, text string) (sheet, error) {
	if a.Form.TOML {
		return beginTables(a, file, text)
	}
	return begin(file, text)
}
