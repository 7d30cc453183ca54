package rules

import (
	"slices"
	"strconv"
	"strings"

	"sandbox-enforcer/ast"
)

// maxGitKeys bounds how many of GIT_CONFIG_KEY_n are looked at.
const maxGitKeys = 16

// givesAddress reports whether a setting of git gives a remote, a submodule or a prefix of
// addresses another address, one that is none of a path.
func givesAddress(key string, value ast.Value) bool {
	lower := strings.ToLower(key)
	switch {
	case strings.HasPrefix(lower, "remote.") && strings.HasSuffix(lower, ".url"), strings.HasPrefix(lower, "submodule.") && strings.HasSuffix(lower, ".url"):
		_, known := value.Text()
		return !known || isGitURL(value)
	case strings.HasPrefix(lower, "url.") && strings.HasSuffix(lower, ".insteadof"):
		base := key[len("url.") : len(key)-len(".insteadof")]
		return isGitURL(ast.Known(base)) && !sameHost(base, value)
	}
	return false
}

// sameHost reports whether two beginnings of addresses are those of one host and no more:
// only the way to it is another one (https for ssh, or a user).
func sameHost(base string, value ast.Value) bool {
	text, known := value.Text()
	host := wholeHost(base)
	return known && host != "" && host == wholeHost(text)
}

// wholeHost is the host that the beginning of an address names, where nothing follows it.
func wholeHost(address string) string {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	address = address[strings.LastIndexByte(address, '@')+1:]
	host := strings.TrimRight(address, "/:")
	if host == address || strings.ContainsAny(host, "/:") {
		return ""
	}
	return host
}

// settingGives is givesAddress for the text KEY=VALUE.
func settingGives(setting ast.Value) bool {
	begin := setting.Prefix()
	i := strings.IndexByte(begin, '=')
	return i > 0 && givesAddress(begin[:i], setting.After(i+1))
}

// toldAddress reports whether a call of git is told the address that it fetches from by
// configuration of its own: -c, --config-env or the variables that say the same.
func toldAddress(c *Call) bool {
	for i := range c.Globals {
		switch o := &c.Globals[i]; {
		case o.Flag.Short == 'c' && settingGives(o.Value):
			return true
		case o.Flag.Long == "config-env":
			if key, _, ok := strings.Cut(o.Value.Prefix(), "="); ok && givesAddress(key, ast.Unknown("it is the value of a variable", "")) {
				return true
			}
		}
	}
	return environmentGives(c.Inv)
}

// environmentGives reports whether GIT_CONFIG_COUNT and its like give an address.
func environmentGives(inv *ast.Invocation) bool {
	if v, set := inv.Var("GIT_CONFIG_PARAMETERS"); set && namesAddressKey(v) {
		return true
	}
	if v, set := inv.Var("GIT_CONFIG_COUNT"); !set || v.Is("0") {
		return false
	}
	for n := range maxGitKeys {
		key, set := inv.Var("GIT_CONFIG_KEY_" + strconv.Itoa(n))
		if !set {
			break
		}
		value, _ := inv.Var("GIT_CONFIG_VALUE_" + strconv.Itoa(n))
		if text, known := key.Text(); known && givesAddress(text, value) {
			return true
		}
	}
	return false
}

// namesAddressKey reports whether a text holds a setting that may give an address.
func namesAddressKey(v ast.Value) bool {
	text := strings.ToLower(literalText(v))
	return strings.Contains(text, "remote.") && strings.Contains(text, ".url") || strings.Contains(text, ".insteadof") || strings.Contains(text, "submodule.") && strings.Contains(text, ".url")
}

// setsAddress reports whether git config sets an address, and not only shows one.
func setsAddress(inv *ast.Invocation) bool {
	at := slices.IndexFunc(inv.Args, func(a ast.Arg) bool { return a.Value.Is("config") })
	if at < 0 {
		return false
	}
	for i, arg := range inv.Args[at+1:] {
		text, known := arg.Value.Text()
		if strings.HasPrefix(text, "--get") || strings.HasPrefix(text, "--unset") || has("get unset", text) {
			return false
		}
		if rest := inv.Args[at+1+i+1:]; known && len(rest) > 0 && givesAddress(text, rest[0].Value) {
			return true
		}
	}
	return false
}
