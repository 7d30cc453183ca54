package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sandbox-enforcer/cmd/internal/install"
)

// plugin writes the folder of a plugin of Claude Code, which is loaded by its
// --plugin-dir. The settings come from the environment.
func plugin(version, out string) error {
	dir := filepath.Join(out, "plugin")
	for _, sub := range []string{".claude-plugin", "hooks", "bin"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	for _, f := range []struct{ name, text string }{
		{".claude-plugin/plugin.json", manifest(version)},
		{"hooks/hooks.json", install.PluginHooks()},
	} {
		if err := os.WriteFile(filepath.Join(dir, f.name), []byte(f.text), 0o644); err != nil {
			return err
		}
	}
	return build(here(), version, filepath.Join(dir, "bin"), "sandbox-enforcer-hook")
}

// manifest is plugin.json. A version that is none, as one without a tag, counts as 0.0.0.
func manifest(version string) string {
	number := strings.TrimPrefix(version, "v")
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`).MatchString(number) {
		number = "0.0.0"
	}
	return fmt.Sprintf(`{
  "name": "sandbox-enforcer",
  "version": %q,
  "description": "Moves what commands fetch into a sandbox directory, and judges commands before they run"
}
`, number)
}
