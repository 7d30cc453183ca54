package rules

// gitArchive without --remote archives what is there already, and is none of these. With
// it, options that are shortened are sent away, and the host refuses them.
var gitArchive = Tool{
	Name:          "git",
	Sub:           []string{"archive"},
	Doc:           "with --remote, archives a tree of another repository into the file of -o, or to standard output",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       Exact,
	Flags:         gitArchiveFlags,
	Stdout:        stdoutGitArchive,
	Fetches:       fromRemote,
	Land:          landGitArchive,
	Case:          "all/git-archive",
}

// gitFetch without a URL follows the remotes that the repository is configured with,
// and is none of these.
var gitFetch = Tool{
	Name:          "git",
	Sub:           []string{"fetch"},
	Doc:           "with a URL, fetches into the repository of the directory in effect",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         gitFetchFlags,
	Fetches:       fromURL,
	Land:          landGitFetch,
	Case:          "all/git-fetch",
}

// gitPull is the same.
var gitPull = Tool{
	Name:          "git",
	Sub:           []string{"pull"},
	Doc:           "with a URL, fetches into the repository of the directory in effect and merges that",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         gitPullFlags,
	Fetches:       fromURL,
	Land:          landGitPull,
	Case:          "all/git-fetch",
}

// gitRemoteAdd fetches with -f alone.
var gitRemoteAdd = Tool{
	Name:          "git",
	Sub:           []string{"remote", "add"},
	Doc:           "with -f, fetches from the new remote into the repository of the directory in effect",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         gitRemoteAddFlags,
	Fetches:       addsAndFetches,
	Land:          landGitRemoteAdd,
	Case:          "all/git-fetch",
}

// gitRemoteUpdate fetches from remotes and groups of them.
var gitRemoteUpdate = Tool{
	Name:          "git",
	Sub:           []string{"remote", "update"},
	Doc:           "fetches from all remotes into the repository of the directory in effect",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         gitRemoteUpdateFlags,
	Land:          landGitFetch,
	Case:          "all/git-fetch",
}

// gitSubmoduleAdd adds a source; git submodule update, which follows those that are
// there, is none of these.
var gitSubmoduleAdd = Tool{
	Name:          "git",
	Sub:           []string{"submodule", "add"},
	Doc:           "clones a submodule into the repository of the directory in effect",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         gitSubmoduleAddFlags,
	Land:          landGitSubmoduleAdd,
	Case:          "all/git-submodule",
}

// gitSvnClone is known from its help alone.
var gitSvnClone = Tool{
	Name:          "git",
	Sub:           []string{"svn", "clone"},
	Doc:           "clones a Subversion repository into the given directory, or into one named after the URL",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       Optparse,
	Flags:         gitSvnCloneFlags,
	Land:          landGitSvnClone,
	Case:          "all/git-fetch",
}

// gitLfsClone is known from its help alone.
var gitLfsClone = Tool{
	Name:          "git",
	Sub:           []string{"lfs", "clone"},
	Doc:           "clones as git clone does, and fetches the large files",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         gitLfsCloneFlags,
	Shared:        gitCloneFlags,
	Land:          landGitLfsClone,
	Case:          "all/git-fetch",
}

// gitLfsFetch and gitLfsPull have no option that names a place.
var gitLfsFetch = Tool{
	Name:          "git",
	Sub:           []string{"lfs", "fetch"},
	Doc:           "fetches large files into the repository of the directory in effect",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       Exact,
	Flags:         gitLfsFetchFlags,
	Land:          landGitFetch,
	Case:          "all/git-fetch",
}

var gitLfsPull = Tool{
	Name:          "git",
	Sub:           []string{"lfs", "pull"},
	Doc:           "fetches large files into the repository of the directory in effect and checks them out",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       Exact,
	Flags:         gitLfsPullFlags,
	Land:          landGitPull,
	Case:          "all/git-fetch",
}

// gitArchiveFlags are the options of git archive. With --remote it reads --output, --remote
// and --exec itself and sends all others away (builtin/archive.c).
var gitArchiveFlags = []Flag{
	{Short: '0'},
	{Short: '1'},
	{Short: '2'},
	{Short: '3'},
	{Short: '4'},
	{Short: '5'},
	{Short: '6'},
	{Short: '7'},
	{Short: '8'},
	{Short: '9'},
	{Long: "add-file", Arg: Required, Role: Sends},
	{Long: "add-virtual-file", Arg: Required},
	{Long: "exec", Arg: Required, Role: Executes, No: true},
	{Long: "format", Arg: Required},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "help-all", Role: Exits},
	{Long: "list", Short: 'l', Role: DestNone},
	{Long: "mtime", Arg: Required},
	{Long: "output", Short: 'o', Arg: Required, Role: DestFile, No: true},
	{Long: "prefix", Arg: Required},
	{Long: "remote", Arg: Required, Role: URL, No: true},
	{Long: "verbose", Short: 'v'},
	{Long: "worktree-attributes"},
}

// gitFetchFlags are the options of git fetch: git fetch --git-completion-helper-all.
var gitFetchFlags = []Flag{
	{Short: 'n'},
	{Long: "all", No: true},
	{Long: "append", Short: 'a', No: true},
	{Long: "atomic", No: true},
	{Long: "auto-gc", No: true},
	{Long: "auto-maintenance", No: true},
	{Long: "deepen", Arg: Required, No: true},
	{Long: "depth", Arg: Required, No: true},
	{Long: "dry-run", No: true},
	{Long: "filter", Arg: Required, No: true},
	{Long: "force", Short: 'f', No: true},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "help-all", Role: Exits},
	{Long: "ipv4", Short: '4', No: true},
	{Long: "ipv6", Short: '6', No: true},
	{Long: "jobs", Short: 'j', Arg: Required, No: true},
	{Long: "keep", Short: 'k', No: true},
	{Long: "multiple", Short: 'm', No: true},
	{Long: "negotiate-only", No: true},
	{Long: "negotiation-tip", Arg: Required, No: true},
	{Long: "porcelain", No: true},
	{Long: "prefetch", No: true},
	{Long: "progress", No: true},
	{Long: "prune", Short: 'p', No: true},
	{Long: "prune-tags", Short: 'P', No: true},
	{Long: "quiet", Short: 'q', No: true},
	{Long: "recurse-submodules", Arg: Optional, Role: Config, No: true},
	{Long: "recurse-submodules-default", Arg: Required, Role: Config, No: true},
	{Long: "refetch"},
	{Long: "refmap", Arg: Required},
	{Long: "server-option", Short: 'o', Arg: Required, Role: Sends, No: true},
	{Long: "set-upstream", No: true},
	{Long: "shallow-exclude", Arg: Required, No: true},
	{Long: "shallow-since", Arg: Required, No: true},
	{Long: "show-forced-updates", No: true},
	{Long: "stdin", No: true},
	{Long: "submodule-prefix", Arg: Required, Role: Config, No: true},
	{Long: "tags", Short: 't', No: true},
	{Long: "unshallow"},
	{Long: "update-head-ok", Short: 'u', No: true},
	{Long: "update-shallow", No: true},
	{Long: "upload-pack", Arg: Required, Role: Executes, No: true},
	{Long: "verbose", Short: 'v', No: true},
	{Long: "write-commit-graph", No: true},
	{Long: "write-fetch-head", No: true},
}

// gitPullFlags are the options of git pull: git pull --git-completion-helper-all.
var gitPullFlags = []Flag{
	{Short: 'n'},
	{Long: "all", No: true},
	{Long: "allow-unrelated-histories", No: true},
	{Long: "append", Short: 'a', No: true},
	{Long: "autostash", No: true},
	{Long: "cleanup", Arg: Required, No: true},
	{Long: "commit", No: true},
	{Long: "compact-summary", No: true},
	{Long: "deepen", Arg: Required, No: true},
	{Long: "depth", Arg: Required, No: true},
	{Long: "dry-run", No: true},
	{Long: "edit", No: true},
	{Long: "ff", No: true},
	{Long: "ff-only"},
	{Long: "force", Short: 'f', No: true},
	{Long: "gpg-sign", Short: 'S', Arg: Optional, No: true},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "help-all", Role: Exits},
	{Long: "ipv4", Short: '4', No: true},
	{Long: "ipv6", Short: '6', No: true},
	{Long: "jobs", Short: 'j', Arg: Optional, No: true},
	{Long: "keep", Short: 'k', No: true},
	{Long: "log", Arg: Optional, No: true},
	{Long: "negotiation-tip", Arg: Required, No: true},
	{Long: "progress", No: true},
	{Long: "prune", Short: 'p', No: true},
	{Long: "quiet", Short: 'q', No: true},
	{Long: "rebase", Short: 'r', Arg: Optional, No: true},
	{Long: "recurse-submodules", Arg: Optional, Role: Config, No: true},
	{Long: "refmap", Arg: Required},
	{Long: "server-option", Short: 'o', Arg: Required, Role: Sends, No: true},
	{Long: "set-upstream", No: true},
	{Long: "shallow-exclude", Arg: Required, No: true},
	{Long: "shallow-since", Arg: Required, No: true},
	{Long: "show-forced-updates", No: true},
	{Long: "signoff", Arg: Optional, No: true},
	{Long: "squash", No: true},
	{Long: "stat", No: true},
	{Long: "strategy", Short: 's', Arg: Required, No: true},
	{Long: "strategy-option", Short: 'X', Arg: Required, No: true},
	{Long: "summary", No: true},
	{Long: "tags", Short: 't', No: true},
	{Long: "unshallow"},
	{Long: "update-shallow", No: true},
	{Long: "upload-pack", Arg: Required, Role: Executes, No: true},
	{Long: "verbose", Short: 'v', No: true},
	{Long: "verify", No: true},
	{Long: "verify-signatures", No: true},
}

// gitRemoteAddFlags are the options of git remote add, by its own list.
var gitRemoteAddFlags = []Flag{
	{Long: "fetch", Short: 'f', No: true},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "help-all", Role: Exits},
	{Long: "master", Short: 'm', Arg: Required, No: true},
	{Long: "mirror", Arg: Optional, No: true},
	{Long: "tags", No: true},
	{Long: "track", Short: 't', Arg: Required, No: true},
}

// gitRemoteUpdateFlags are the options of git remote update, by its own list.
var gitRemoteUpdateFlags = []Flag{
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "help-all", Role: Exits},
	{Long: "prune", Short: 'p', No: true},
}

// gitSubmoduleAddFlags are the options of git submodule add, by its own list.
var gitSubmoduleAddFlags = []Flag{
	{Long: "branch", Short: 'b', Arg: Required, No: true},
	{Long: "depth", Arg: Required, No: true},
	{Long: "dissociate", No: true},
	{Long: "force", Short: 'f', No: true},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "help-all", Role: Exits},
	{Long: "name", Arg: Required, No: true},
	{Long: "progress", No: true},
	{Long: "quiet", Short: 'q', No: true},
	{Long: "ref-format", Arg: Required, No: true},
	{Long: "reference", Arg: Required, Role: Sends, No: true},
}

// gitSvnCloneFlags are the options of git svn clone, by its help.
var gitSvnCloneFlags = []Flag{
	{Long: "add-author-from"},
	{Long: "authors-file", Short: 'A', Arg: Required, Role: Sends},
	{Long: "authors-prog", Arg: Required, Role: Executes},
	{Long: "branches", Short: 'b', Arg: Required},
	{Long: "config-dir", Arg: Required, Role: Config},
	{Long: "follow-parent", No: true},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "id", Short: 'i', Arg: Required},
	{Long: "ignore-paths", Arg: Required},
	{Long: "ignore-refs", Arg: Required},
	{Long: "include-paths", Arg: Required},
	{Long: "localtime"},
	{Long: "log-window-size", Arg: Required},
	{Long: "minimize-url", Short: 'm', No: true},
	{Long: "no-auth-cache"},
	{Long: "no-checkout"},
	{Long: "no-metadata"},
	{Long: "placeholder-filename", Arg: Required},
	{Long: "prefix", Arg: Required},
	{Long: "preserve-empty-dirs"},
	{Long: "quiet", Short: 'q'},
	{Long: "repack", Arg: Required},
	{Long: "repack-flags", Arg: Required},
	{Long: "revision", Short: 'r', Arg: Required},
	{Long: "rewrite-root", Arg: Required},
	{Long: "rewrite-uuid", Arg: Required},
	{Long: "shared", Arg: Required},
	{Long: "stdlayout", Short: 's'},
	{Long: "tags", Short: 't', Arg: Required},
	{Long: "template", Arg: Required, Role: Executes},
	{Long: "trunk", Short: 'T', Arg: Required},
	{Long: "use-log-author"},
	{Long: "use-svm-props"},
	{Long: "use-svnsync-props"},
	{Long: "username", Arg: Required, Role: Sends},
}

// gitLfsCloneFlags are those that git lfs clone has beside git clone's, by its help.
var gitLfsCloneFlags = []Flag{
	{Long: "exclude", Short: 'X', Arg: Required},
	{Long: "include", Short: 'I', Arg: Required},
	{Long: "skip-repo"},
}

// gitLfsFetchFlags are the options of git lfs fetch, by its help.
var gitLfsFetchFlags = []Flag{
	{Long: "all"},
	{Long: "dry-run", Short: 'd'},
	{Long: "exclude", Short: 'X', Arg: Required},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "include", Short: 'I', Arg: Required},
	{Long: "json"},
	{Long: "prune", Short: 'p'},
	{Long: "recent"},
	{Long: "refetch"},
}

// gitLfsPullFlags are the options of git lfs pull, by its help.
var gitLfsPullFlags = []Flag{
	{Long: "exclude", Short: 'X', Arg: Required},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "include", Short: 'I', Arg: Required},
}
