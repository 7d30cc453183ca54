package rules

// svnCheckout has co for another name.
var svnCheckout = Tool{
	Name:          "svn",
	Sub:           []string{"checkout"},
	Doc:           "checks out each URL into the given directory, or into one named after it",
	GlobalGrammar: Exact,
	Globals:       svnFlags,
	Grammar:       Exact,
	Flags:         svnFlags,
	Land:          landSvnCheckout,
	Case:          "all/svn",
}

var svnCo = Tool{
	Name:          "svn",
	Sub:           []string{"co"},
	Doc:           "is svn checkout",
	GlobalGrammar: Exact,
	Globals:       svnFlags,
	Grammar:       Exact,
	Flags:         svnFlags,
	Land:          landSvnCheckout,
	Case:          "all/svn",
}

// svnExport of a working copy fetches nothing and is none of these.
var svnExport = Tool{
	Name:          "svn",
	Sub:           []string{"export"},
	Doc:           "exports a URL into the given file or directory, or into one named after it",
	GlobalGrammar: Exact,
	Globals:       svnFlags,
	Grammar:       Exact,
	Flags:         svnFlags,
	Fetches:       fromSvn,
	Land:          landSvnExport,
	Case:          "all/svn",
}

// svnCat names no file.
var svnCat = Tool{
	Name:          "svn",
	Sub:           []string{"cat"},
	Doc:           "prints the files of URLs to standard output",
	GlobalGrammar: Exact,
	Globals:       svnFlags,
	Grammar:       Exact,
	Flags:         svnFlags,
	Stdout:        always,
	Fetches:       fromSvn,
	Land:          landNothing,
	Case:          "all/svn",
}

// svnFlags are the options of these commands and of every one, by svn help -v (1.14). They may stand
// before the command as well.
var svnFlags = []Flag{
	{Long: "config-dir", Arg: Required, Role: Config},
	{Long: "config-option", Arg: Required, Role: Config},
	{Long: "depth", Arg: Required},
	{Long: "force"},
	{Long: "force-interactive"},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "ignore-externals"},
	{Long: "ignore-keywords"},
	{Long: "native-eol", Arg: Required},
	{Long: "no-auth-cache"},
	{Long: "non-interactive"},
	{Long: "non-recursive", Short: 'N'},
	{Long: "password", Arg: Required, Role: Sends},
	{Long: "password-from-stdin", Role: Sends},
	{Long: "quiet", Short: 'q'},
	{Long: "revision", Short: 'r', Arg: Required},
	{Long: "trust-server-cert", Role: Weakens},
	{Long: "trust-server-cert-failures", Arg: Required, Role: Weakens},
	{Long: "username", Arg: Required, Role: Sends},
	{Long: "version", Role: Exits},
}
