package rules

// composeUses are the subcommands of compose that show what a project is and does.
var composeUses = []Use{
	{Names: "ps ls logs top events images port version stats volumes help"},
	{Names: "config convert", Values: "--format --hash --resolve-image-digests", Not: "-o --output --lock-image-digests"},
}

const (
	composeValues = "-f --file -p --project-name --profile --project-directory --env-file --parallel --progress --ansi --log-level"
	composeFlags  = "--verbose --no-ansi --compatibility --all-resources"
)

var dockerSubs = []Use{
	{Names: "ps images logs inspect top stats port diff history events info version search help completion"},
	{Names: "export save", Not: "-o --output"},
	{Names: "container", Subs: []Use{{Names: "ls list ps inspect logs top stats port diff"}, {Names: "export", Not: "-o --output"}}},
	{Names: "image", Subs: []Use{{Names: "ls list inspect history"}, {Names: "save", Not: "-o --output"}}},
	{Names: "network volume plugin secret config", Subs: []Use{{Names: "ls list inspect"}}},
	{Names: "system", Subs: []Use{{Names: "df info events"}}},
	{Names: "context", Subs: []Use{{Names: "ls list show inspect"}}},
	{Names: "node", Subs: []Use{{Names: "ls list ps inspect"}}},
	{Names: "service", Subs: []Use{{Names: "ls list ps inspect logs"}}},
	{Names: "stack", Subs: []Use{{Names: "ls list ps services config"}}},
	{Names: "manifest trust", Subs: []Use{{Names: "inspect"}}},
	{Names: "buildx", Values: "--builder", Flags: "-D --debug", Subs: []Use{
		{Names: "ls du version"},
		{Names: "inspect", Not: "--bootstrap"},
		{Names: "imagetools", Subs: []Use{{Names: "inspect"}}},
		{Names: "history", Subs: []Use{{Names: "ls inspect logs"}}},
	}},
	{Names: "compose", Values: composeValues, Flags: composeFlags, Subs: composeUses},
}

var podmanSubs = []Use{
	{Names: "ps images logs inspect top stats port diff history events info version search help completion"},
	{Names: "export save", Not: "-o --output"},
	{Names: "container", Subs: []Use{{Names: "ls list ps inspect logs top stats port diff exists"}, {Names: "export", Not: "-o --output"}}},
	{Names: "image", Subs: []Use{{Names: "ls list inspect history tree exists search diff"}, {Names: "save", Not: "-o --output"}}},
	{Names: "network volume manifest artifact", Subs: []Use{{Names: "ls list inspect exists"}}},
	{Names: "secret", Subs: []Use{{Names: "ls list exists"}, {Names: "inspect", Not: "--showsecret"}}},
	{Names: "pod", Subs: []Use{{Names: "ls list ps inspect logs top stats exists"}}},
	{Names: "system", Subs: []Use{{Names: "df info events"}, {Names: "connection", Subs: []Use{{Names: "ls list"}}}}},
	{Names: "machine", Subs: []Use{{Names: "ls list inspect info"}}},
}
