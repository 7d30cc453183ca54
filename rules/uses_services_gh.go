package rules

import "strings"

// browserOptions show a page in the user's browser, which the environment chooses.
const browserOptions = "-w --web"

// ghValues are options of gh that take a value, where no subcommand means another.
const ghValues = "-R --repo -q --jq -t --template --json -L --limit --hostname"

func ghSubs() []Use {
	return []Use{
		{Names: "api", Values: "-X --method -H --header -p --preview --cache -F --field -f --raw-field --input", Not: "--hostname", Judge: apiReads},
		{Names: "attestation at", Not: "--tuf-url --tuf-root", Subs: func() []Use { return []Use{{Names: "verify trusted-root"}} }},
		{Names: "auth", Subs: func() []Use { return []Use{{Names: "status", Not: "-t --show-token"}} }},
		{Names: "browse", Values: "-b --branch -c --commit", Judge: printsAddress},
		{Names: "cache", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "codespace cs", Subs: func() []Use { return []Use{{Names: "list ls view", Not: browserOptions}} }},
		{Names: "config", Subs: func() []Use { return []Use{{Names: "get", Judge: namesNoToken}, {Names: "list ls"}} }},
		{Names: "extension extensions ext", Subs: func() []Use { return []Use{{Names: "list ls"}, {Names: "search", Not: browserOptions}} }},
		{Names: "alias", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "gist", Subs: func() []Use { return []Use{{Names: "list ls view", Not: browserOptions}} }},
		{Names: "issue", Subs: func() []Use { return []Use{{Names: "list ls view status", Not: browserOptions}} }},
		{Names: "label", Subs: func() []Use { return []Use{{Names: "list ls", Not: browserOptions}} }},
		{Names: "org", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "pr", Subs: func() []Use { return []Use{{Names: "checks diff list ls status view", Not: browserOptions}} }},
		{Names: "project", Subs: func() []Use { return []Use{{Names: "list ls view field-list item-list", Not: browserOptions}} }},
		{Names: "release", Subs: func() []Use {
			return []Use{{Names: "list ls verify verify-asset"}, {Names: "view", Not: browserOptions}}
		}},
		{Names: "repo", Subs: func() []Use {
			return []Use{
				{Names: "list ls view", Not: browserOptions},
				{Names: "license gitignore autolink", Subs: func() []Use { return []Use{{Names: "list ls view", Not: browserOptions}} }},
				{Names: "deploy-key", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
			}
		}},
		{Names: "ruleset rs", Subs: func() []Use { return []Use{{Names: "list ls view check", Not: browserOptions}} }},
		{Names: "run", Subs: func() []Use {
			return []Use{{Names: "list ls", Values: "-w --workflow"}, {Names: "view", Not: browserOptions}, {Names: "watch"}}
		}},
		{Names: "search", Subs: func() []Use { return []Use{{Names: "code commits issues prs repos", Not: browserOptions}} }},
		{Names: "secret ssh-key gpg-key", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "variable", Subs: func() []Use { return []Use{{Names: "list ls get"}} }},
		{Names: "workflow", Subs: func() []Use { return []Use{{Names: "list ls"}, {Names: "view", Not: browserOptions}} }},
		{Names: "agent-task agent-tasks agent agents", Subs: func() []Use { return []Use{{Names: "list ls view", Not: browserOptions}} }},
		{Names: "status completion help version"},
	}
}

func glabSubs() []Use {
	return []Use{
		{Names: "api", Values: "-X --method -H --header -F --field -f --raw-field --input --form", Not: "--form --hostname", Judge: glabAPIReads},
		{Names: "auth", Subs: func() []Use { return []Use{{Names: "status", Not: "-t --show-token"}} }},
		{Names: "ci pipeline pipe", Subs: func() []Use { return []Use{{Names: "list ls get status trace", Not: "-w --web --with-variables"}} }},
		{Names: "cluster", Subs: func() []Use { return []Use{{Names: "agent", Subs: func() []Use { return []Use{{Names: "list ls"}} }}} }},
		{Names: "deploy-key ssh-key gpg-key schedule label milestone iteration snippet", Subs: func() []Use { return []Use{{Names: "list ls", Not: browserOptions}} }},
		{Names: "incident issue", Subs: func() []Use { return []Use{{Names: "list ls view show", Not: browserOptions}} }},
		{Names: "mr", Subs: func() []Use { return []Use{{Names: "list ls view show diff issues approvers", Not: browserOptions}} }},
		{Names: "release", Subs: func() []Use { return []Use{{Names: "list ls view", Not: browserOptions}} }},
		{Names: "repo project", Subs: func() []Use { return []Use{{Names: "list ls search view contributors", Not: browserOptions}} }},
		{Names: "user", Subs: func() []Use { return []Use{{Names: "events"}} }},
		{Names: "version help completion"},
	}
}

// apiReads allows a request that only asks: GET, with fields in the address, or a query
// of GraphQL.
func apiReads(r *Reading) string {
	if len(r.Operands) != 1 {
		return "the endpoint is not known"
	}
	endpoint, known := r.Operands[0].Value.Text()
	if !known {
		endpoint = r.Operands[0].Value.Prefix()
	}
	if strings.Contains(endpoint, "://") || endpoint == "" {
		return "the endpoint is not one of the service"
	}
	asks, fields := false, 0
	for _, option := range r.Options {
		text, ok := "", false
		if option.Value != nil {
			text, ok = option.Value.Text()
		}
		switch {
		case has("-X --method", option.Name):
			if !ok || !strings.EqualFold(text, "GET") && !strings.EqualFold(text, "HEAD") {
				return "the request may change something"
			}
			asks = true
		case option.Name == "--input" || strings.HasPrefix("--input", option.Name) && len(option.Name) > 2:
			return "the request has a body"
		case has("-F --field -f --raw-field", option.Name):
			if !ok || strings.Contains(text, "=@") && has("-F --field", option.Name) || strings.Contains(text, "=-") && has("-F --field", option.Name) {
				return "a field is read from a file"
			}
			if endpoint == "graphql" && !graphqlReads(text) {
				return "the query is not known to only ask"
			}
			fields++
		}
	}
	if fields > 0 && !asks && endpoint != "graphql" {
		return "with fields the request is a POST"
	}
	return ""
}

// glabAPIReads allows the requests of apiReads but those that print values of variables
// and tokens.
func glabAPIReads(r *Reading) string {
	for _, arg := range r.Operands {
		if text := arg.Value.Display(); strings.Contains(text, "variables") || strings.Contains(text, "triggers") {
			return "variables and triggers are printed with their secrets"
		}
	}
	return apiReads(r)
}

// namesNoToken refuses to print a setting that is a token, or may be.
func namesNoToken(r *Reading) string {
	for _, arg := range r.Operands {
		if text, known := arg.Value.Text(); !known || strings.Contains(strings.ToLower(text), "token") {
			return "it may print a token"
		}
	}
	return ""
}

// graphqlReads reports whether a field of a GraphQL request is no query, or one that
// asks only.
func graphqlReads(field string) bool {
	name, value, _ := strings.Cut(field, "=")
	if name != "query" {
		return true
	}
	value = strings.TrimSpace(value)
	return (strings.HasPrefix(value, "query") || strings.HasPrefix(value, "{")) && !strings.Contains(value, "mutation") && !strings.Contains(value, "subscription")
}

// printsAddress allows gh browse where it prints the address and opens nothing.
func printsAddress(r *Reading) string {
	if switchedOn(r, "-n --no-browser") {
		return ""
	}
	return "it opens a browser"
}
