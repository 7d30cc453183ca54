package main

// client is one real client. In Args, Env and Files, «model» stands for the address of the
// model server, «prompt» for what the person asks, «home», «project» and «outside» for directories.
type client struct {
	// Name is what sandbox-enforcer install calls it, and Title what people do.
	Name, Title string
	// Package is what npm calls it, Version the one that is run, and Program what it
	// installs.
	Package, Version, Program string
	// Args are the words behind the program for one prompt without a person, Env the
	// variables beside those that all clients have, and Files are what its home has by
	// path: what points it at the model and lets it run commands unasked.
	Args, Env []string
	Files     map[string]string
	// Talk are the words behind the program for a session with a person, and Dialog is what
	// it shows, less the blanks, when it asks whether a command may run and takes Enter for
	// a yes.
	Talk   []string
	Dialog string
	// Shell runs «command», Write writes «text» to «path» and Read reads it; a client
	// without the tool has none of that name.
	Shell, Write, Read tool
	// Documented is what the client does by the name of a scenario, where that is not
	// what the scenario wants.
	Documented map[string]outcome
}

// tool is how a client's tool is called. Input is JSON where it is not Bare, and what it
// stands for is quoted for a JSON string then.
type tool struct {
	Name, Input string
	Bare        bool
}

// clients are in the order of the results.
func clients() []client {
	return []client{claude, codex, gemini, copilot, qwen, opencode}
}

// does returns what is documented for the scenario.
func (c client) does(s scenario) outcome {
	if o, ok := c.Documented[s.Name]; ok {
		return o
	}
	return s.Want
}
