package format

import "io"

// Form is one way to write a report.
type Form struct {
	// Name is the word that chooses the form.
	Name string
	// Doc is one line for lists.
	Doc string
	// Write writes one report, in one call of Write, and ends it with a newline. It
	// fails only where the writer does.
	Write func(io.Writer, Options, Report) error
}

// Options are the choices that a form is written with.
type Options struct {
	// Colour says that the text may hold terminal colours. Forms for programs have none.
	Colour bool
}

// Forms returns every form, the default one first.
func Forms() []Form {
	return []Form{
		{Name: "text", Doc: "for people: message, source line, carets, the change as a diff", Write: writeText},
		{Name: "json", Doc: "one JSON object, indented", Write: writeJSON},
		{Name: "jsonl", Doc: "one JSON object on one line", Write: writeJSONL},
	}
}

// Find returns the form of that name.
func Find(name string) (Form, bool) {
	for _, f := range Forms() {
		if f.Name == name {
			return f, true
		}
	}
	return Form{}, false
}

// Names returns the names of all forms in their order.
func Names() []string {
	var names []string
	for _, f := range Forms() {
		names = append(names, f.Name)
	}
	return names
}
