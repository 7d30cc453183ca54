package rules

// landBrowser: pages go to standard output. Lynx alone writes files when it is told to
// walk through a site, or is led by a script of key strokes.
func landBrowser(c *Call) []Landing {
	l := download(c, "browser-download")
	switch {
	case on(c, "cmd_script"):
		l.ask("what the key strokes of -cmd_script save is not known", "use -dump or -source")
	case on(c, "traversal"):
		l.Problem = "lynx -traversal has no option for a directory: change into the sandbox"
	default:
		return nil
	}
	return []Landing{l}
}

// stdoutBrowser: also what a person would look at goes there.
func stdoutBrowser(c *Call) bool { return len(c.Operands) > 0 }
