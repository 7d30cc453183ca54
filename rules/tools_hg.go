package rules

// hgClone takes the options of every command as well, before and after its own.
var hgClone = Tool{
	Name:          "hg",
	Sub:           []string{"clone"},
	Doc:           "clones a Mercurial repository into the given directory, or into one named after the source",
	GlobalGrammar: Optparse,
	Globals:       hgGlobals,
	Grammar:       Optparse,
	Flags:         hgCloneFlags,
	Shared:        hgGlobals,
	Spelled:       isHgClone,
	Land:          landHgClone,
	Case:          "all/hg",
}

// hgCloneFlags are the options of hg clone 6.3, by hg help clone.
var hgCloneFlags = []Flag{
	{Long: "branch", Short: 'b', Arg: Required},
	{Long: "insecure", Role: Weakens},
	{Long: "noupdate", Short: 'U'},
	{Long: "pull"},
	{Long: "remotecmd", Arg: Required, Role: Executes},
	{Long: "rev", Short: 'r', Arg: Required},
	{Long: "ssh", Short: 'e', Arg: Required, Role: Executes},
	{Long: "stream"},
	{Long: "uncompressed"},
	{Long: "updaterev", Short: 'u', Arg: Required},
}

// hgGlobals are the options of every command, by hg help clone -v.
var hgGlobals = []Flag{
	{Long: "color", Arg: Required},
	{Long: "config", Arg: Required, Role: Config},
	{Long: "cwd", Arg: Required, Role: DestBase},
	{Long: "debug"},
	{Long: "debugger", Role: Executes},
	{Long: "encoding", Arg: Required},
	{Long: "encodingmode", Arg: Required},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "hidden"},
	{Long: "noninteractive", Short: 'y'},
	{Long: "pager", Arg: Required},
	{Long: "profile"},
	{Long: "quiet", Short: 'q'},
	{Long: "repository", Short: 'R', Arg: Required},
	{Long: "time"},
	{Long: "traceback"},
	{Long: "verbose", Short: 'v'},
	{Long: "version", Role: Exits},
}
