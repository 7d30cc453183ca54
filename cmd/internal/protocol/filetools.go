package protocol

import "slices"

// fileTool is a tool of an agent that takes paths: a value, so that another agent's tool
// is an entry in its table.
type fileTool struct {
	// Name is the tool's, as events give it.
	Name string
	// Fields are those of its input that name paths, each before those that are Under it.
	Fields []pathField
}

// pathField is a field of a tool's input that names a path.
type pathField struct {
	// Name is the field's: "file_path"; "paths[]" for each element of a list, and
	// "edits[].file_path" for a field of each element.
	Name string
	// Optional says that the field may be absent, or the field of an element.
	Optional bool
	// Here says that an absent field means the working directory.
	Here bool
	// Reads says that the tool only reads what is there.
	Reads bool
	// Pattern says that it is a pattern of names, and List that it may be several.
	Pattern, List bool
	// Patch says that it is no path but a patch, whose lines name files.
	Patch bool
	// Under is the field by which the tool is told where to look for a pattern.
	Under string
}

// claudeTools are the file tools of Claude Code, in order of their names. Inputs are as
// its type declarations have them. MultiEdit, LS and NotebookRead are tools of older
// versions, judged still; a file_path of a single edit was never documented, and costs
// nothing to judge.
var claudeTools = []fileTool{
	{Name: "Edit", Fields: []pathField{{Name: "file_path"}}},
	{Name: "Glob", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "pattern", Reads: true, Pattern: true, Under: "path"}}},
	{Name: "Grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "glob", Optional: true, Reads: true, Pattern: true, List: true, Under: "path"}}},
	{Name: "LS", Fields: []pathField{{Name: "path", Reads: true}}},
	{Name: "MultiEdit", Fields: []pathField{{Name: "file_path"}, {Name: "edits[].file_path", Optional: true}}},
	{Name: "NotebookEdit", Fields: []pathField{{Name: "notebook_path"}}},
	{Name: "NotebookRead", Fields: []pathField{{Name: "notebook_path", Reads: true}}},
	{Name: "Read", Fields: []pathField{{Name: "file_path", Reads: true}}},
	{Name: "Write", Fields: []pathField{{Name: "file_path"}}},
}

// findTool returns the file tool of that name, or nil.
func findTool(tools []fileTool, name string) *fileTool {
	i := slices.IndexFunc(tools, func(t fileTool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &tools[i]
}
