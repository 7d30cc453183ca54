package install

// PluginHooks returns the hooks of a plugin of Claude Code: every event that a guard may
// need, since the user's choices come from the environment there. The program is found
// from the plugin's directory, which changes with each update.
func PluginHooks() string {
	a, _ := Find("claude")
	w := wish{agent: a, command: `"${CLAUDE_PLUGIN_ROOT}"/bin/` + programName + " " + Checked}
	var events []member
	for _, e := range a.Events {
		events = append(events, member{e.Name, list(w.entry(e))})
	}
	all := object(
		member{"description", text("Judges commands before they run, by the settings in the environment: CONTENT_FILTER_SANDBOX_DIR, SANDBOX_ENABLED and others")},
		member{a.Group, object(events...)},
	)
	return all.print(layout{style: style{newline: "\n", unit: "  "}, lines: true}) + "\n"
}
