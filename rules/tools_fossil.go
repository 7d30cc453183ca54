package rules

// fossilClone also opens a checkout where --workdir is given, or no file is, and no --no-open.
var fossilClone = Tool{
	Name:          "fossil",
	Sub:           []string{"clone"},
	Doc:           "clones a repository into the given file; without one, into a file and a checkout named after the URL",
	GlobalGrammar: Apart,
	Grammar:       Apart,
	Flags:         fossilFlags,
	Land:          landFossilClone,
	Case:          "all/fossil",
}

// fossilOpen of a local repository fetches nothing and is none of these.
var fossilOpen = Tool{
	Name:          "fossil",
	Sub:           []string{"open"},
	Doc:           "with a URL, clones the repository and opens a checkout in the directory in effect, or in that of --workdir",
	GlobalGrammar: Apart,
	Grammar:       Apart,
	Flags:         fossilFlags,
	Fetches:       fromURLOperand,
	Land:          landFossilOpen,
	Case:          "all/fossil",
}

// fossilFlags are the options of fossil clone and fossil open 2.21, by their help. One dash
// before a long name does as well and is asked about.
var fossilFlags = []Flag{
	{Short: 'A', Arg: Required},
	{Short: 'B', Arg: Required, Role: Sends},
	{Short: 'c', Arg: Required, Role: Executes},
	{Long: "admin-user", Arg: Required},
	{Long: "empty"},
	{Long: "force", Short: 'f'},
	{Long: "force-missing"},
	{Long: "help", Role: Exits},
	{Long: "httpauth", Arg: Required, Role: Sends},
	{Long: "keep", Short: 'k'},
	{Long: "nested"},
	{Long: "no-open"},
	{Long: "nocompress"},
	{Long: "nosync"},
	{Long: "once"},
	{Long: "private"},
	{Long: "repodir", Arg: Required, Role: SideDir},
	{Long: "save-http-password"},
	{Long: "setmtime"},
	{Long: "ssh-command", Arg: Required, Role: Executes},
	{Long: "ssl-identity", Arg: Required, Role: Sends},
	{Long: "sync"},
	{Long: "transport-command", Arg: Required, Role: Executes},
	{Long: "unversioned", Short: 'u'},
	{Long: "verbose", Short: 'v'},
	{Long: "workdir", Arg: Required, Role: DestDir},
}
