package rules

// ghApi names no file.
var ghApi = Tool{
	Name:          "gh",
	Sub:           []string{"api"},
	Doc:           "prints what the API answers to standard output",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghApiFlags,
	Stdout:        stdoutGhApi,
	Land:          landNothing,
	Case:          "all/gh-api",
}

// ghReleaseDownload has an option for the directory and one for the file.
var ghReleaseDownload = Tool{
	Name:          "gh",
	Sub:           []string{"release", "download"},
	Doc:           "fetches the assets of a release into the directory of -D, or one into the file of -O",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghReleaseDownloadFlags,
	Stdout:        stdoutGhReleaseDownload,
	Land:          landGhReleaseDownload,
	Case:          "all/gh-download",
}

// ghRunDownload extracts what it fetches.
var ghRunDownload = Tool{
	Name:          "gh",
	Sub:           []string{"run", "download"},
	Doc:           "fetches the artifacts of a run into the directory of -D",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghRunDownloadFlags,
	Land:          landGhRunDownload,
	Case:          "all/gh-download",
}

// ghRepoFork clones with --clone alone.
var ghRepoFork = Tool{
	Name:          "gh",
	Sub:           []string{"repo", "fork"},
	Doc:           "with --clone, clones the fork into a directory named after it",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghRepoForkFlags,
	After:         gitCloneFlags,
	Fetches:       clonesToo,
	Land:          landGhRepoFork,
	Case:          "all/gh-other",
}

// ghRepoCreate clones with --clone alone, and that from a template.
var ghRepoCreate = Tool{
	Name:          "gh",
	Sub:           []string{"repo", "create"},
	Doc:           "with --clone, clones the new repository into a directory named after it",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghRepoCreateFlags,
	Fetches:       clonesToo,
	Land:          landGhRepoCreate,
	Case:          "all/gh-other",
}

// ghAttestationDownload has no option that names a place; at is another name of attestation.
var ghAttestationDownload = Tool{
	Name:          "gh",
	Sub:           []string{"attestation", "download"},
	Doc:           "fetches attestations into a file of the directory in effect",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghAttestationFlags,
	Land:          landGhHere,
	Case:          "all/gh-other",
}

var ghAtDownload = Tool{
	Name:          "gh",
	Sub:           []string{"at", "download"},
	Doc:           "is gh attestation download",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghAttestationFlags,
	Land:          landGhHere,
	Case:          "all/gh-other",
}

// ghExtensionInstall has no option that names a place.
var ghExtensionInstall = Tool{
	Name:          "gh",
	Sub:           []string{"extension", "install"},
	Doc:           "installs a program beside gh's own data",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghExtensionFlags,
	Fetches:       installs,
	Land:          landGhExtension,
	Case:          "all/gh-other",
}

var ghExtInstall = Tool{
	Name:          "gh",
	Sub:           []string{"ext", "install"},
	Doc:           "is gh extension install",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghExtensionFlags,
	Fetches:       installs,
	Land:          landGhExtension,
	Case:          "all/gh-other",
}

var ghExtensionsInstall = Tool{
	Name:          "gh",
	Sub:           []string{"extensions", "install"},
	Doc:           "is gh extension install",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghExtensionFlags,
	Fetches:       installs,
	Land:          landGhExtension,
	Case:          "all/gh-other",
}

var ghExtensionUpgrade = Tool{
	Name:          "gh",
	Sub:           []string{"extension", "upgrade"},
	Doc:           "fetches new releases of such programs",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghExtensionFlags,
	Fetches:       installs,
	Land:          landGhExtension,
	Case:          "all/gh-other",
}

// ghCodespaceCp hands its words to scp.
var ghCodespaceCp = Tool{
	Name:          "gh",
	Sub:           []string{"codespace", "cp"},
	Doc:           "copies from a codespace into the given file or directory",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghCodespaceCpFlags,
	Fetches:       fromCodespace,
	Land:          landGhCodespaceCp,
	Case:          "all/gh-other",
}

var ghCsCp = Tool{
	Name:          "gh",
	Sub:           []string{"cs", "cp"},
	Doc:           "is gh codespace cp",
	GlobalGrammar: Pflag,
	Globals:       ghGlobals,
	Grammar:       Pflag,
	Flags:         ghCodespaceCpFlags,
	Fetches:       fromCodespace,
	Land:          landGhCodespaceCp,
	Case:          "all/gh-other",
}

// ghApiFlags are the options of gh api, by its help. A field may name a file to send.
var ghApiFlags = []Flag{
	{Long: "cache", Arg: Required},
	{Long: "field", Short: 'F', Arg: Required, Role: Sends},
	{Long: "header", Short: 'H', Arg: Required, Role: Sends},
	{Long: "hostname", Arg: Required, Role: Weakens},
	{Long: "include", Short: 'i'},
	{Long: "input", Arg: Required, Role: Sends},
	{Long: "jq", Short: 'q', Arg: Required},
	{Long: "method", Short: 'X', Arg: Required, Role: Sends},
	{Long: "paginate"},
	{Long: "preview", Short: 'p', Arg: Required},
	{Long: "raw-field", Short: 'f', Arg: Required, Role: Sends},
	{Long: "silent"},
	{Long: "slurp"},
	{Long: "template", Short: 't', Arg: Required},
	{Long: "verbose"},
}

// ghReleaseDownloadFlags are the options of gh release download, by its help.
var ghReleaseDownloadFlags = []Flag{
	{Long: "archive", Short: 'A', Arg: Required},
	{Long: "clobber", Role: DestModifier},
	{Long: "dir", Short: 'D', Arg: Required, Role: DestDir},
	{Long: "output", Short: 'O', Arg: Required, Role: DestFile},
	{Long: "pattern", Short: 'p', Arg: Required},
	{Long: "repo", Short: 'R', Arg: Required},
	{Long: "skip-existing", Role: DestModifier},
}

// ghRunDownloadFlags are the options of gh run download, by its help.
var ghRunDownloadFlags = []Flag{
	{Long: "dir", Short: 'D', Arg: Required, Role: DestDir},
	{Long: "name", Short: 'n', Arg: Required},
	{Long: "pattern", Short: 'p', Arg: Required},
	{Long: "repo", Short: 'R', Arg: Required},
}

// ghRepoForkFlags are the options of gh repo fork, by its help.
var ghRepoForkFlags = []Flag{
	{Long: "clone"},
	{Long: "default-branch-only"},
	{Long: "fork-name", Arg: Required},
	{Long: "org", Arg: Required},
	{Long: "remote"},
	{Long: "remote-name", Arg: Required},
}

// ghRepoCreateFlags are the options of gh repo create, by its help.
var ghRepoCreateFlags = []Flag{
	{Long: "add-readme"},
	{Long: "clone", Short: 'c'},
	{Long: "confirm", Short: 'y'},
	{Long: "description", Short: 'd', Arg: Required},
	{Long: "disable-issues"},
	{Long: "disable-wiki"},
	{Long: "enable-issues"},
	{Long: "enable-wiki"},
	{Long: "gitignore", Short: 'g', Arg: Required},
	{Long: "homepage", Short: 'h', Arg: Required},
	{Long: "include-all-branches"},
	{Long: "internal"},
	{Long: "license", Short: 'l', Arg: Required},
	{Long: "private"},
	{Long: "public"},
	{Long: "push", Role: Sends},
	{Long: "remote", Short: 'r', Arg: Required},
	{Long: "source", Short: 's', Arg: Required, Role: Sends},
	{Long: "team", Short: 't', Arg: Required},
	{Long: "template", Short: 'p', Arg: Required},
}

// ghAttestationFlags are the options of gh attestation download, by its source.
var ghAttestationFlags = []Flag{
	{Long: "digest-alg", Short: 'd', Arg: Required},
	{Long: "hostname", Arg: Required, Role: Weakens},
	{Long: "limit", Short: 'L', Arg: Required},
	{Long: "owner", Short: 'o', Arg: Required},
	{Long: "predicate-type", Arg: Required},
	{Long: "repo", Short: 'R', Arg: Required},
}

// ghExtensionFlags are the options of gh extension install and upgrade, by its source.
var ghExtensionFlags = []Flag{
	{Long: "all"},
	{Long: "dry-run", Role: DestNone},
	{Long: "force"},
	{Long: "pin", Arg: Required},
}

// ghCodespaceCpFlags are the options of gh codespace cp, by its source. What follows -- is scp's.
var ghCodespaceCpFlags = []Flag{
	{Long: "codespace", Short: 'c', Arg: Required},
	{Long: "expand", Short: 'e'},
	{Long: "profile", Short: 'p', Arg: Required},
	{Long: "recursive", Short: 'r'},
	{Long: "repo", Short: 'R', Arg: Required},
	{Long: "repo-owner", Arg: Required},
}
