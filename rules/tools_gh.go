package rules

// ghRepoClone hands the directory and the words after -- on to git clone.
var ghRepoClone = Tool{
	Name:          "gh",
	Sub:           []string{"repo", "clone"},
	Doc:           "clones a GitHub repository into the given directory, or into one named after the repository",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghRepoCloneFlags,
	After:         gitCloneFlags,
	Land:          landGhRepoClone,
	Case:          "acquire/gh-clone",
}

// ghGistClone does the same with a gist.
var ghGistClone = Tool{
	Name:          "gh",
	Sub:           []string{"gist", "clone"},
	Doc:           "clones a gist into the given directory, or into one named after the gist's ID",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	After:         gitCloneFlags,
	Land:          landGhGistClone,
	Case:          "acquire/gh-clone",
}

// ghPrCheckout has no option that names a place.
var ghPrCheckout = Tool{
	Name:          "gh",
	Sub:           []string{"pr", "checkout"},
	Doc:           "fetches a pull request and checks it out in the repository of the directory in effect",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghPrCheckoutFlags,
	Land:          landGhPrCheckout,
	Case:          "acquire/gh-checkout",
}

// ghCo is the alias that gh's own configuration begins with.
var ghCo = Tool{
	Name:          "gh",
	Sub:           []string{"co"},
	Doc:           "is gh's own alias of gh pr checkout",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghPrCheckoutFlags,
	Land:          landGhPrCheckout,
	Case:          "acquire/gh-checkout",
}

// ghGlobals are the options that gh itself takes.
var ghGlobals = []Flag{
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "version", Role: Exits},
}

// ghRepoCloneFlags are the options of gh repo clone.
var ghRepoCloneFlags = []Flag{
	{Long: "no-upstream"},
	{Long: "upstream-remote-name", Short: 'u', Arg: Required},
}

// ghPrCheckoutFlags are the options of gh pr checkout, --repo inherited from gh pr.
var ghPrCheckoutFlags = []Flag{
	{Long: "branch", Short: 'b', Arg: Required},
	{Long: "detach"},
	{Long: "force", Short: 'f'},
	{Long: "recurse-submodules", Role: Config},
	{Long: "repo", Short: 'R', Arg: Required},
}
