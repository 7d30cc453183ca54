package rules

// The tools of this file were never run. Their tables are from manuals and sources.

var jjGitClone = Tool{
	Name:          "jj",
	Sub:           []string{"git", "clone"},
	Doc:           "clones a Git repository into the given directory, or into one named after the source",
	GlobalGrammar: Exact,
	Globals:       jjGlobals,
	Grammar:       Exact,
	Flags:         jjGitCloneFlags,
	Shared:        jjGlobals,
	Land:          landJjGitClone,
	Case:          "all/untried",
}

var hubClone = Tool{
	Name:          "hub",
	Sub:           []string{"clone"},
	Doc:           "is git clone with GitHub's short names",
	GlobalGrammar: GitGlobals,
	Globals:       gitGlobals,
	Grammar:       ParseOptions,
	Flags:         hubCloneFlags,
	Shared:        gitCloneFlags,
	Land:          landGitLfsClone,
	Case:          "all/untried",
}

var teaClone = Tool{
	Name:          "tea",
	Sub:           []string{"clone"},
	Doc:           "clones a Gitea repository into the given directory, or into one named after the repository",
	GlobalGrammar: Exact,
	Grammar:       Exact,
	Flags:         teaCloneFlags,
	Land:          landForgeClone,
	Case:          "all/untried",
}

var teaRepoClone = Tool{
	Name:          "tea",
	Sub:           []string{"repo", "clone"},
	Doc:           "is tea clone",
	GlobalGrammar: Exact,
	Grammar:       Exact,
	Flags:         teaCloneFlags,
	Land:          landForgeClone,
	Case:          "all/untried",
}

var teaReposClone = Tool{
	Name:          "tea",
	Sub:           []string{"repos", "clone"},
	Doc:           "is tea clone",
	GlobalGrammar: Exact,
	Grammar:       Exact,
	Flags:         teaCloneFlags,
	Land:          landForgeClone,
	Case:          "all/untried",
}

var degit = Tool{
	Name:    "degit",
	Doc:     "copies a repository's files into the given directory, or into the one in effect",
	Grammar: Exact,
	Flags:   degitFlags,
	Land:    landDegit,
	Case:    "all/degit",
}

var tiged = Tool{
	Name:    "tiged",
	Doc:     "is degit's successor",
	Grammar: Exact,
	Flags:   degitFlags,
	Land:    landDegit,
	Case:    "all/degit",
}

var npxDegit = Tool{
	Name:          "npx",
	Sub:           []string{"degit"},
	Doc:           "installs and starts degit",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isDegit,
	Land:          landDegit,
	Case:          "all/degit",
}

var npxTiged = Tool{
	Name:          "npx",
	Sub:           []string{"tiged"},
	Doc:           "installs and starts tiged",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isTiged,
	Land:          landDegit,
	Case:          "all/degit",
}

var bunxDegit = Tool{
	Name:          "bunx",
	Sub:           []string{"degit"},
	Doc:           "installs and starts degit",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isDegit,
	Land:          landDegit,
	Case:          "all/degit",
}

var bunxTiged = Tool{
	Name:          "bunx",
	Sub:           []string{"tiged"},
	Doc:           "installs and starts tiged",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isTiged,
	Land:          landDegit,
	Case:          "all/degit",
}

var bunXDegit = Tool{
	Name:          "bun",
	Sub:           []string{"x", "degit"},
	Doc:           "installs and starts degit",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isDegit,
	Land:          landDegit,
	Case:          "all/degit",
}

var bunXTiged = Tool{
	Name:          "bun",
	Sub:           []string{"x", "tiged"},
	Doc:           "installs and starts tiged",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isTiged,
	Land:          landDegit,
	Case:          "all/degit",
}

var pnpmDlxDegit = Tool{
	Name:          "pnpm",
	Sub:           []string{"dlx", "degit"},
	Doc:           "installs and starts degit",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isDegit,
	Land:          landDegit,
	Case:          "all/degit",
}

var pnpmDlxTiged = Tool{
	Name:          "pnpm",
	Sub:           []string{"dlx", "tiged"},
	Doc:           "installs and starts tiged",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isTiged,
	Land:          landDegit,
	Case:          "all/degit",
}

var pnpxDegit = Tool{
	Name:          "pnpx",
	Sub:           []string{"degit"},
	Doc:           "installs and starts degit",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isDegit,
	Land:          landDegit,
	Case:          "all/degit",
}

var pnpxTiged = Tool{
	Name:          "pnpx",
	Sub:           []string{"tiged"},
	Doc:           "installs and starts tiged",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isTiged,
	Land:          landDegit,
	Case:          "all/degit",
}

var yarnDlxDegit = Tool{
	Name:          "yarn",
	Sub:           []string{"dlx", "degit"},
	Doc:           "installs and starts degit",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isDegit,
	Land:          landDegit,
	Case:          "all/degit",
}

var yarnDlxTiged = Tool{
	Name:          "yarn",
	Sub:           []string{"dlx", "tiged"},
	Doc:           "installs and starts tiged",
	GlobalGrammar: Exact,
	Globals:       npxGlobals,
	Grammar:       Exact,
	Flags:         degitFlags,
	Spelled:       isTiged,
	Land:          landDegit,
	Case:          "all/degit",
}

// jjGitCloneFlags are the options of jj git clone.
var jjGitCloneFlags = []Flag{
	{Long: "branch", Short: 'b', Arg: Required},
	{Long: "colocate"},
	{Long: "depth", Arg: Required},
	{Long: "fetch-tags", Arg: Required},
	{Long: "no-colocate"},
	{Long: "object-format", Arg: Required},
	{Long: "remote", Arg: Required},
}

// jjGlobals are the options of every command of jj.
var jjGlobals = []Flag{
	{Long: "at-op", Arg: Required},
	{Long: "at-operation", Arg: Required},
	{Long: "color", Arg: Required},
	{Long: "config", Arg: Required, Role: Config},
	{Long: "config-file", Arg: Required, Role: Config},
	{Long: "config-toml", Arg: Required, Role: Config},
	{Long: "debug"},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "ignore-immutable"},
	{Long: "ignore-working-copy"},
	{Long: "no-pager"},
	{Long: "quiet"},
	{Long: "repository", Short: 'R', Arg: Required},
	{Long: "version", Short: 'V', Role: Exits},
}

// hubCloneFlags are those that hub clone has beside git clone's.
var hubCloneFlags = []Flag{
	{Short: 'p'},
}

// teaCloneFlags are the options of tea clone.
var teaCloneFlags = []Flag{
	{Long: "depth", Short: 'd', Arg: Required},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "login", Short: 'l', Arg: Required},
}

// degitFlags are the options of degit and tiged, which take no other (src/bin.js).
var degitFlags = []Flag{
	{Long: "cache", Short: 'c'},
	{Long: "disable-cache", Short: 'D'},
	{Long: "force", Short: 'f'},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "mode", Short: 'm', Arg: Required},
	{Long: "offline-mode", Short: 'o'},
	{Long: "sub-directory", Arg: Required},
	{Long: "subgroup", Short: 's'},
	{Long: "verbose", Short: 'v'},
}

// npxGlobals are the options of npx and its like before the package. Unknown ones are asked about.
var npxGlobals = []Flag{
	{Long: "bun"},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "no"},
	{Long: "no-install"},
	{Long: "package", Short: 'p', Arg: Required, Role: Executes},
	{Long: "prefer-offline"},
	{Long: "quiet", Short: 'q'},
	{Long: "silent"},
	{Long: "version", Short: 'v', Role: Exits},
	{Long: "yes", Short: 'y'},
}
