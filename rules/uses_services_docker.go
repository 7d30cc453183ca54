package rules

// composeUses are the subcommands of compose that show what a project is and does.
func composeUses() []Use {
	return []Use{
		{Names: "ps ls logs top events images port version stats volumes help", Judge: composedHere},
		{Names: "config convert", Values: "--format --hash --resolve-image-digests", Not: "-o --output --lock-image-digests --environment", Judge: composeNames},
	}
}

// composedHere refuses a project that is fetched.
func composedHere(r *Reading) string {
	if farValue(r, "-f --file") {
		return "it may fetch the project"
	}
	return ""
}

// composeNames allows what prints no values that come out of the environment.
func composeNames(r *Reading) string {
	if why := composedHere(r); why != "" {
		return why
	}
	if !switchedOn(r, "--no-interpolate") && !switchedOn(r, "-q --quiet --services --profiles --networks --volumes") {
		return "it prints values of the environment"
	}
	return ""
}

// leavesValues allows what prints no values that come out of the environment.
func leavesValues(r *Reading) string {
	if !switchedOn(r, "--skip-interpolation") {
		return "it prints values of the environment"
	}
	return ""
}

const (
	composeValues = "-f --file -p --project-name --profile --project-directory --env-file --parallel --progress --ansi --log-level"
	composeFlags  = "--verbose --no-ansi --compatibility --all-resources"
)

func dockerSubs() []Use {
	return []Use{
		{Names: "ps images logs inspect top stats port diff history events info version help completion"},
		{Names: "search", Not: "--insecure", Judge: noNumberedHost},
		{Names: "export save", Not: "-o --output"},
		{Names: "container", Subs: func() []Use {
			return []Use{{Names: "ls list ps inspect logs top stats port diff"}, {Names: "export", Not: "-o --output"}}
		}},
		{Names: "image", Subs: func() []Use { return []Use{{Names: "ls list inspect history"}, {Names: "save", Not: "-o --output"}} }},
		{Names: "network volume plugin secret config", Subs: func() []Use { return []Use{{Names: "ls list inspect"}} }},
		{Names: "system", Subs: func() []Use { return []Use{{Names: "df info events"}} }},
		{Names: "context", Subs: func() []Use { return []Use{{Names: "ls list show inspect"}} }},
		{Names: "node", Subs: func() []Use { return []Use{{Names: "ls list ps inspect"}} }},
		{Names: "service", Subs: func() []Use { return []Use{{Names: "ls list ps inspect logs"}} }},
		{Names: "stack", Subs: func() []Use { return []Use{{Names: "ls list ps services"}, {Names: "config", Judge: leavesValues}} }},
		{Names: "manifest trust", Not: "--insecure", Subs: func() []Use { return []Use{{Names: "inspect", Judge: noNumberedHost}} }},
		{Names: "buildx", Values: "--builder", Flags: "-D --debug", Subs: func() []Use {
			return []Use{
				{Names: "ls du version"},
				{Names: "inspect", Not: "--bootstrap"},
				{Names: "imagetools", Subs: func() []Use { return []Use{{Names: "inspect", Judge: noNumberedHost}} }},
				{Names: "history", Subs: func() []Use { return []Use{{Names: "ls inspect logs"}} }},
			}
		}},
		{Names: "compose", Values: composeValues, Flags: composeFlags, Subs: composeUses},
	}
}

func podmanSubs() []Use {
	return []Use{
		{Names: "ps images logs inspect top stats port diff history events info version help"},
		{Names: "completion", Not: "-f --file"},
		{Names: "search", Not: "--insecure --tls-verify", Judge: noNumberedHost},
		{Names: "export save", Not: "-o --output"},
		{Names: "container", Subs: func() []Use {
			return []Use{{Names: "ls list ps inspect logs top stats port diff exists"}, {Names: "export", Not: "-o --output"}}
		}},
		{Names: "image", Subs: func() []Use {
			return []Use{{Names: "ls list inspect history tree exists diff"}, {Names: "search", Not: "--insecure --tls-verify", Judge: noNumberedHost}, {Names: "save", Not: "-o --output"}}
		}},
		{Names: "manifest", Subs: func() []Use {
			return []Use{{Names: "inspect", Not: "--insecure --tls-verify", Judge: noNumberedHost}, {Names: "exists"}}
		}},
		{Names: "network volume artifact", Subs: func() []Use { return []Use{{Names: "ls list inspect exists"}} }},
		{Names: "secret", Subs: func() []Use { return []Use{{Names: "ls list exists"}, {Names: "inspect", Not: "--showsecret"}} }},
		{Names: "pod", Subs: func() []Use { return []Use{{Names: "ls list ps inspect logs top stats exists"}} }},
		{Names: "system", Subs: func() []Use {
			return []Use{{Names: "df info events"}, {Names: "connection", Subs: func() []Use { return []Use{{Names: "ls list"}} }}}
		}},
		{Names: "machine", Subs: func() []Use { return []Use{{Names: "ls list inspect info"}} }},
	}
}
