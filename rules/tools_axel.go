package rules

// axel takes all URLs for mirrors of one file.
var axel = Tool{
	Name:    "axel",
	Doc:     "fetches one file from its mirrors, to the file or into the directory of -o",
	Grammar: GetoptOptional,
	Flags:   axelFlags,
	Land:    landAxel,
	Case:    "all/axel",
}

// axelFlags are the options of axel 2.17.11, from its --help.
var axelFlags = []Flag{
	{Long: "alternate", Short: 'a'},
	{Long: "header", Short: 'H', Arg: Required, Role: Sends},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "insecure", Short: 'k', Role: Weakens},
	{Long: "ipv4", Short: '4'},
	{Long: "ipv6", Short: '6'},
	{Long: "max-redirect", Arg: Required},
	{Long: "max-speed", Short: 's', Arg: Required},
	{Long: "no-clobber", Short: 'c', Role: DestModifier},
	{Long: "no-proxy", Short: 'N', Role: Weakens},
	{Long: "num-connections", Short: 'n', Arg: Required},
	{Long: "output", Short: 'o', Arg: Required, Role: DestFile},
	{Long: "percentage", Short: 'p'},
	{Long: "quiet", Short: 'q'},
	{Long: "search", Short: 'S', Arg: Optional, Role: Weakens},
	{Long: "timeout", Short: 'T', Arg: Required},
	{Long: "user-agent", Short: 'U', Arg: Required},
	{Long: "verbose", Short: 'v'},
	{Long: "version", Short: 'V', Role: Exits},
}
