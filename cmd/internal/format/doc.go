// Package format writes the answer to one command for people and for programs.
//
// A [Report] is the one shape that every form writes; [New] makes it from what the
// analyzer found. A [Form] is a way to write it, and [Forms] is the list of them. To
// add one, write a file with its function and add a line to that list.
//
// All places are byte offsets in the command, half-open, with the line and column of
// the first byte counted from one. What lies in a script that is handed over as a
// string (bash -c '…') has no place of its own in the command: its place is that of
// the word that carries it, outermost first, and its place in the inner script stands
// beside it.
//
//	form, _ := format.Find("text")
//	err := form.Write(os.Stdout, format.Options{}, format.New(nil, answer))
package format
