package policy

import "strings"

// UserFile returns the path of the user's file where none is named: in
// $XDG_CONFIG_HOME, else in ~/.config. It is empty where neither is an absolute path.
func UserFile(env func(string) (string, bool)) string {
	return below(env, "XDG_CONFIG_HOME", ".config", "/sandbox-enforcer/policy.json")
}

// ProjectFile returns the path of a project's file.
func ProjectFile(root string) string { return strings.TrimSuffix(root, "/") + "/" + projectFile }

// trustDir returns the directory that has a file for each trusted content: in
// $XDG_STATE_HOME, else in ~/.local/state.
func trustDir(env func(string) (string, bool)) string {
	return below(env, "XDG_STATE_HOME", ".local/state", "/sandbox-enforcer/trust")
}

// below returns a path in a directory of the XDG base directory specification, which
// says that a relative value of a variable does not count.
func below(env func(string) (string, bool), variable, fallback, path string) string {
	dir, _ := env(variable)
	if strings.HasPrefix(dir, "/") {
		return strings.TrimRight(dir, "/") + path
	}
	if home := home(env); home != "" {
		return home + "/" + fallback + path
	}
	return ""
}

// home returns $HOME without slashes at its end where it is absolute, else "".
func home(env func(string) (string, bool)) string {
	dir, _ := env("HOME")
	if !strings.HasPrefix(dir, "/") {
		return ""
	}
	return strings.TrimRight(dir, "/")
}

// fromHome returns a path in which ~/ or $HOME/ at the beginning is the home directory.
func fromHome(env func(string) (string, bool), path string) string {
	first, rest, below := strings.Cut(path, "/")
	if below && (first == "~" || first == "$HOME") && home(env) != "" {
		return home(env) + "/" + rest
	}
	return path
}
