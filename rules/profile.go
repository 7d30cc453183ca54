package rules

// Profiles returns the built-in profiles in the order in which they are shown. Each
// call returns values of its own.
func Profiles() []Policy {
	development := Policy{
		Profile:         "development",
		SafeCommands:    entries("cat", "echo", "grep", "ls", "pwd", "which", "python --version", "node --version", "npm --version", "pip --version", "git status", "git diff", "git log", "git show", "git branch", "pytest", "python -m pytest", "pip list", "pip show", "npm list"),
		BlockedPatterns: entries("rm -rf", "sudo", "git push --force", "eval", "chmod 777", "wget | sh", "curl | sh"),
		ShellInjection:  entries(";", "&&", "||", "|", "`", "$(", ">", ">>", "<", "\x00", "\r"),
		BlockedPaths:    entries(".env", ".ssh/", "credentials.json", "*.pem", "*.key", "/etc/shadow", "/root/", "~/.ssh/"),
		ProtectedPaths:  entries(".claude/local/**"),
		PathTraversal:   entries(".."),
		Enabled:         true,
		Breaker:         Breaker{Enabled: true, Threshold: 10},
	}
	testing := development
	testing.Profile, testing.Breaker.Threshold = "testing", 5
	testing.SafeCommands = entries("cat", "echo", "grep", "ls", "pytest")
	testing.BlockedPatterns = append(entries("git push"), development.BlockedPatterns...)

	production := development
	production.Profile, production.Breaker.Threshold = "production", 3
	production.SafeCommands = entries("cat", "ls", "git status")
	production.BlockedPatterns = append(entries("rm", "git push", "curl", "wget"), development.BlockedPatterns...)

	standard := development
	standard.Profile, standard.Compound, standard.Knowledge = "standard", CompoundEach, true
	standard.SafeCommands = nil // what the project itself runs is for the user to trust
	standard.BlockedPatterns = append(entries("dd of=/dev/", "mkfs", "> /dev/sd", ":(){ :|:& };:"), development.BlockedPatterns...)
	standard.ShellInjection = entries("\x00", "\r")
	return []Policy{development, testing, production, standard}
}

// FindProfile returns the built-in profile of that name.
func FindProfile(name string) (Policy, bool) {
	for _, p := range Profiles() {
		if p.Profile == name {
			return p, true
		}
	}
	return Policy{}, false
}

func entries(texts ...string) []Entry {
	out := make([]Entry, len(texts))
	for i, text := range texts {
		out[i].Text = text
	}
	return out
}
