package rules

// brzBranch names the directory as its second operand.
var brzBranch = Tool{
	Name:          "brz",
	Sub:           []string{"branch"},
	Doc:           "copies a branch into the given directory, or into one named after it",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzBranchFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var brzCheckout = Tool{
	Name:          "brz",
	Sub:           []string{"checkout"},
	Doc:           "checks out a branch into the given directory, or into one named after it",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzCheckoutFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var brzClone = Tool{
	Name:          "brz",
	Sub:           []string{"clone"},
	Doc:           "copies a repository into the given directory, or into one named after it",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzCloneFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var brzCo = Tool{
	Name:          "brz",
	Sub:           []string{"co"},
	Doc:           "is brz checkout",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzCheckoutFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var brzExport = Tool{
	Name:          "brz",
	Sub:           []string{"export"},
	Doc:           "exports a branch into the directory or archive that the first operand names",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzExportFlags,
	Stdout:        stdoutBrzExport,
	Fetches:       fromBrz,
	Land:          landBrzExport,
	Case:          "all/brz",
}

// bzrBranch and those below are Bazaar's name of the same program.
var bzrBranch = Tool{
	Name:          "bzr",
	Sub:           []string{"branch"},
	Doc:           "is brz branch",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzBranchFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var bzrCheckout = Tool{
	Name:          "bzr",
	Sub:           []string{"checkout"},
	Doc:           "is brz checkout",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzCheckoutFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var bzrClone = Tool{
	Name:          "bzr",
	Sub:           []string{"clone"},
	Doc:           "is brz clone",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzCloneFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var bzrCo = Tool{
	Name:          "bzr",
	Sub:           []string{"co"},
	Doc:           "is brz checkout",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzCheckoutFlags,
	Land:          landBrzBranch,
	Case:          "all/brz",
}

var bzrExport = Tool{
	Name:          "bzr",
	Sub:           []string{"export"},
	Doc:           "is brz export",
	GlobalGrammar: Apart,
	Globals:       brzGlobals,
	Grammar:       Optparse,
	Flags:         brzExportFlags,
	Stdout:        stdoutBrzExport,
	Fetches:       fromBrz,
	Land:          landBrzExport,
	Case:          "all/brz",
}

// brzGlobals are the options before the command that take no word of their own,
// by brz help global-options.
var brzGlobals = []Flag{
	{Long: "builtin"},
	{Long: "concurrency", Arg: Required},
	{Long: "coverage", Arg: Required, Role: SideDir},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "lsprof"},
	{Long: "lsprof-file", Arg: Required, Role: SideFile},
	{Long: "no-aliases"},
	{Long: "no-l10n"},
	{Long: "no-plugins"},
	{Long: "profile"},
	{Long: "version", Role: Exits},
}

// brzBranchFlags are the options of brz branch 3.3, by its help.
var brzBranchFlags = []Flag{
	{Long: "bind"},
	{Long: "colocated-branch", Short: 'b', Arg: Required},
	{Long: "files-from", Arg: Required, Role: Sends},
	{Long: "hardlink"},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "no-recurse-nested"},
	{Long: "no-tree"},
	{Long: "quiet", Short: 'q'},
	{Long: "revision", Short: 'r', Arg: Required},
	{Long: "stacked"},
	{Long: "standalone"},
	{Long: "switch", Role: SideDir},
	{Long: "usage", Role: Exits},
	{Long: "use-existing-dir"},
	{Long: "verbose", Short: 'v'},
}

// brzCheckoutFlags are the options of brz checkout 3.3, by its help.
var brzCheckoutFlags = []Flag{
	{Long: "files-from", Arg: Required, Role: Sends},
	{Long: "hardlink"},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "lightweight"},
	{Long: "quiet", Short: 'q'},
	{Long: "revision", Short: 'r', Arg: Required},
	{Long: "usage", Role: Exits},
	{Long: "verbose", Short: 'v'},
}

// brzCloneFlags are the options of brz clone 3.3, by its help.
var brzCloneFlags = []Flag{
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "no-recurse-nested"},
	{Long: "quiet", Short: 'q'},
	{Long: "revision", Short: 'r', Arg: Required},
	{Long: "usage", Role: Exits},
	{Long: "verbose", Short: 'v'},
}

// brzExportFlags are the options of brz export 3.3, by its help.
var brzExportFlags = []Flag{
	{Long: "directory", Short: 'd', Arg: Required, Role: URL},
	{Long: "filters", Role: Executes},
	{Long: "format", Arg: Required},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "per-file-timestamps"},
	{Long: "quiet", Short: 'q'},
	{Long: "recurse-nested"},
	{Long: "revision", Short: 'r', Arg: Required},
	{Long: "root", Arg: Required},
	{Long: "uncommitted"},
	{Long: "usage", Role: Exits},
	{Long: "verbose", Short: 'v'},
}
