package rules

// None of glab was run: its tables are from its manual.

var glabApi = Tool{
	Name:          "glab",
	Sub:           []string{"api"},
	Doc:           "prints what the API answers to standard output",
	GlobalGrammar: Pflag,
	Globals:       glabGlobals,
	Grammar:       Pflag,
	Flags:         glabApiFlags,
	Stdout:        stdoutGhApi,
	Land:          landNothing,
	Case:          "all/glab",
}

var glabJobArtifact = Tool{
	Name:          "glab",
	Sub:           []string{"job", "artifact"},
	Doc:           "fetches the artifacts of a job into the directory of --path",
	GlobalGrammar: Pflag,
	Globals:       glabGlobals,
	Grammar:       Pflag,
	Flags:         glabJobArtifactFlags,
	Land:          landGlabDownload,
	Case:          "all/glab",
}

var glabReleaseDownload = Tool{
	Name:          "glab",
	Sub:           []string{"release", "download"},
	Doc:           "fetches the assets of a release into the directory of --dir",
	GlobalGrammar: Pflag,
	Globals:       glabGlobals,
	Grammar:       Pflag,
	Flags:         glabReleaseDownloadFlags,
	Land:          landGlabDownload,
	Case:          "all/glab",
}

var glabRepoClone = Tool{
	Name:          "glab",
	Sub:           []string{"repo", "clone"},
	Doc:           "clones a GitLab repository into the given directory, or into one named after the repository",
	GlobalGrammar: Pflag,
	Globals:       glabGlobals,
	Grammar:       Pflag,
	Flags:         glabRepoCloneFlags,
	After:         gitCloneFlags,
	Land:          landGlabRepoClone,
	Case:          "all/glab",
}

// glabGlobals are the options of every subcommand.
var glabGlobals = []Flag{
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "version", Short: 'v', Role: Exits},
}

// glabApiFlags are the options of glab api.
var glabApiFlags = []Flag{
	{Long: "field", Short: 'F', Arg: Required, Role: Sends},
	{Long: "header", Short: 'H', Arg: Required, Role: Sends},
	{Long: "hostname", Arg: Required, Role: Weakens},
	{Long: "include", Short: 'i'},
	{Long: "input", Arg: Required, Role: Sends},
	{Long: "method", Short: 'X', Arg: Required, Role: Sends},
	{Long: "output", Arg: Required},
	{Long: "paginate"},
	{Long: "raw-field", Short: 'f', Arg: Required, Role: Sends},
	{Long: "silent"},
}

// glabJobArtifactFlags are the options of glab job artifact.
var glabJobArtifactFlags = []Flag{
	{Long: "list-paths", Short: 'l', Role: DestNone},
	{Long: "path", Short: 'p', Arg: Required, Role: DestDir},
	{Long: "repo", Short: 'R', Arg: Required},
}

// glabReleaseDownloadFlags are the options of glab release download.
var glabReleaseDownloadFlags = []Flag{
	{Long: "asset-name", Short: 'n', Arg: Required},
	{Long: "dir", Short: 'D', Arg: Required, Role: DestDir},
	{Long: "repo", Short: 'R', Arg: Required},
}

// glabRepoCloneFlags are the options of glab repo clone. --group clones several.
var glabRepoCloneFlags = []Flag{
	{Long: "active"},
	{Long: "archived", Short: 'a'},
	{Long: "group", Short: 'g', Arg: Required, Role: Config},
	{Long: "include-subgroups", Short: 'G'},
	{Long: "mine", Short: 'm'},
	{Long: "page", Arg: Required},
	{Long: "paginate"},
	{Long: "per-page", Arg: Required},
	{Long: "preserve-namespace", Short: 'p', Role: Config},
	{Long: "visibility", Arg: Required},
	{Long: "with-issues-enabled", Short: 'I'},
	{Long: "with-mr-enabled", Short: 'M'},
	{Long: "with-shared", Short: 'S'},
}
