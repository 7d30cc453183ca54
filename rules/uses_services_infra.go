package rules

import "strings"

func terraformSubs() []Use {
	return []Use{
		{Names: "version modules"},
		{Names: "show", Not: "-json --json -show-sensitive --show-sensitive"},
		{Names: "output", Most: NoOperand, Not: "-json --json -raw --raw -show-sensitive --show-sensitive"},
		{Names: "fmt", Judge: formatsNothing},
		{Names: "state", Subs: func() []Use { return []Use{{Names: "list show"}} }},
		{Names: "providers", Most: NoOperand},
		{Names: "workspace", Subs: func() []Use { return []Use{{Names: "list show"}} }},
		{Names: "metadata", Subs: func() []Use { return []Use{{Names: "functions"}} }},
	}
}

// formatsNothing allows a formatter of HCL that is told to write nothing, or that reads
// its own input.
func formatsNothing(r *Reading) string {
	writes := true
	for _, option := range r.Options {
		name := "-" + strings.TrimLeft(option.Name, "-")
		switch {
		case name == "-check" && (option.Value == nil || option.Value.Is("true")):
			writes = false
		case name == "-check", name == "-write" && (option.Value == nil || !option.Value.Is("false")):
			return "it writes the files in their form"
		case name == "-write":
			writes = false
		}
	}
	if writes && !(len(r.Operands) == 1 && r.Operands[0].Value.Is("-")) {
		return "it writes the files in their form"
	}
	return ""
}

func packerSubs() []Use {
	return []Use{
		{Names: "version"},
		{Names: "fmt", Judge: formatsNothing},
		{Names: "plugins", Subs: func() []Use { return []Use{{Names: "installed required"}} }},
	}
}

func pulumiSubs() []Use {
	return []Use{
		{Names: "whoami version logs"},
		{Names: "stack", Bare: true, Most: NoOperand, Not: "--show-secrets", Subs: func() []Use {
			return []Use{{Names: "ls output history"}, {Names: "export", Not: "--file"}, {Names: "tag", Subs: func() []Use { return []Use{{Names: "ls get"}} }}}
		}},
		{Names: "config", Bare: true, Most: NoOperand, Not: "--show-secrets"},
		{Names: "plugin policy project", Subs: func() []Use { return []Use{{Names: "ls"}} }},
		{Names: "org", Subs: func() []Use { return []Use{{Names: "get-default"}} }},
	}
}

func vaultSubs() []Use {
	return []Use{
		{Names: "status version list path-help"},
		{Names: "kv", Subs: func() []Use {
			return []Use{{Names: "list"}, {Names: "metadata", Subs: func() []Use { return []Use{{Names: "get"}} }}}
		}},
		{Names: "secrets auth audit", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "policy", Subs: func() []Use { return []Use{{Names: "list read"}} }},
		{Names: "token", Subs: func() []Use { return []Use{{Names: "lookup", Judge: byAccessor}, {Names: "capabilities"}} }},
		{Names: "lease", Subs: func() []Use { return []Use{{Names: "lookup"}} }},
		{Names: "namespace", Subs: func() []Use { return []Use{{Names: "list lookup"}} }},
		{Names: "plugin", Subs: func() []Use { return []Use{{Names: "list info"}} }},
		{Names: "operator", Subs: func() []Use {
			return []Use{{Names: "members key-status"}, {Names: "raft", Subs: func() []Use { return []Use{{Names: "list-peers"}} }}}
		}},
	}
}

// byAccessor allows to look up a token by its accessor: otherwise the token is printed.
func byAccessor(r *Reading) string {
	if !switchedOn(r, "-accessor --accessor") {
		return "it prints the token"
	}
	return ""
}

func consulSubs() []Use {
	return []Use{
		{Names: "members info rtt version validate monitor"},
		{Names: "catalog", Subs: func() []Use { return []Use{{Names: "datacenters nodes services"}} }},
		{Names: "kv", Subs: func() []Use { return []Use{{Names: "get"}} }},
		{Names: "acl", Subs: func() []Use {
			return []Use{{Names: "policy role binding-rule auth-method", Subs: func() []Use { return []Use{{Names: "list read"}} }}}
		}},
		{Names: "intention", Subs: func() []Use { return []Use{{Names: "list check get match"}} }},
		{Names: "config peering namespace partition", Subs: func() []Use { return []Use{{Names: "list read"}} }},
		{Names: "operator", Subs: func() []Use {
			return []Use{{Names: "raft", Subs: func() []Use { return []Use{{Names: "list-peers"}} }}, {Names: "autopilot", Subs: func() []Use { return []Use{{Names: "get-config state"}} }}}
		}},
		{Names: "snapshot", Subs: func() []Use { return []Use{{Names: "inspect"}} }},
	}
}

func nomadSubs() []Use {
	return []Use{
		{Names: "status version agent-info monitor logs fs inspect node-status server-members"},
		{Names: "validate", Judge: localOnly},
		{Names: "job", Subs: func() []Use {
			return []Use{{Names: "status history inspect allocs deployments"}, {Names: "validate", Judge: localOnly}}
		}},
		{Names: "alloc", Subs: func() []Use { return []Use{{Names: "status logs fs checks"}} }},
		{Names: "node", Subs: func() []Use {
			return []Use{{Names: "status"}, {Names: "pool", Subs: func() []Use { return []Use{{Names: "list info jobs nodes"}} }}}
		}},
		{Names: "deployment eval volume plugin service namespace quota", Subs: func() []Use { return []Use{{Names: "list status info inspect"}} }},
		{Names: "server", Subs: func() []Use { return []Use{{Names: "members"}} }},
		{Names: "var", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "acl", Subs: func() []Use {
			return []Use{{Names: "policy role", Subs: func() []Use { return []Use{{Names: "list info"}} }}}
		}},
		{Names: "scaling", Subs: func() []Use {
			return []Use{{Names: "policy", Subs: func() []Use { return []Use{{Names: "list info"}} }}}
		}},
		{Names: "operator", Subs: func() []Use {
			return []Use{{Names: "raft", Subs: func() []Use { return []Use{{Names: "list-peers"}} }}, {Names: "autopilot", Subs: func() []Use { return []Use{{Names: "get-config health"}} }}}
		}},
	}
}

// brewPlaces are the options of brew that print a place or its version.
const brewPlaces = "--cache --cellar --caskroom --prefix --repository --repo --taps --version --config --env -S"

const searchSites = "--repology --macports --fink --opensuse --fedora --archlinux --debian --ubuntu"

func brewSubs() []Use {
	return []Use{
		{Names: "info abv search list ls desc deps uses leaves missing options log cat formula", Judge: knownFormulae},
		{Names: "config doctor dr commands help formulae casks shellenv"},
		{Names: "tap-info", Judge: knownFormulae},
	}
}

// knownFormulae refuses operands that name a file, an address or a formula of another
// tap, each of which is a program that brew would fetch or run.
func knownFormulae(r *Reading) string {
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		switch {
		case !known:
			return "the formula is not known"
		case r.Path[len(r.Path)-1] == "search": // a text, or a pattern
		case strings.HasSuffix(text, ".rb"), strings.HasPrefix(text, "."), strings.HasPrefix(text, "/"), strings.HasPrefix(text, "~"), strings.Contains(text, "://"), strings.Count(text, "/") > 1:
			return "the formula " + text + " is a file, or one to be fetched"
		}
	}
	return ""
}

// brewPlace allows brew without a subcommand where it prints a place.
func brewPlace(r *Reading) string {
	if len(r.Inv.Args) == 0 {
		return "without a subcommand it is not known what it does"
	}
	first, known := r.Inv.Args[0].Value.Text()
	if !known || !has(brewPlaces, first) {
		return "the subcommand is not one that is known to read only"
	}
	return knownFormulae(r)
}
