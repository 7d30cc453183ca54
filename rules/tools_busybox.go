package rules

// busyboxWget is the wget of busybox, which is not found by that name: the name wget
// alone is read as GNU's, whose options are more.
var busyboxWget = Tool{
	Name:          "busybox",
	Sub:           []string{"wget"},
	Doc:           "fetches URLs to the file of -O, or to files named after the URL in the directory of -P",
	GlobalGrammar: Apart,
	Grammar:       GetoptOptional,
	Flags:         busyboxFlags,
	Land:          landBusybox,
	Stdout:        stdoutWget,
	Case:          "all/busybox",
}

// busyboxFlags are the options of wget in busybox 1.35, tried one by one: those that its
// usage names, and those that it takes from GNU wget and passes over.
var busyboxFlags = []Flag{
	{Long: "continue", Short: 'c', Role: DestModifier},
	{Long: "directory-prefix", Short: 'P', Arg: Required, Role: DestDir},
	{Long: "header", Arg: Required, Role: Sends},
	{Long: "no", Short: 'n', Arg: Optional, Role: DestModifier},
	{Long: "no-cache"},
	{Long: "no-check-certificate", Role: Weakens},
	{Long: "no-clobber", Role: DestModifier},
	{Long: "no-host-directories"},
	{Long: "no-parent"},
	{Long: "no-verbose"},
	{Long: "output-document", Short: 'O', Arg: Required, Role: DestFile},
	{Long: "output-file", Short: 'o', Arg: Required, Role: SideFile},
	{Long: "passive-ftp"},
	{Long: "post-data", Arg: Required, Role: Sends},
	{Long: "post-file", Arg: Required, Role: Sends},
	{Long: "proxy", Short: 'Y', Arg: Required, Role: Weakens},
	{Long: "quiet", Short: 'q'},
	{Long: "server-response", Short: 'S'},
	{Long: "spider", Role: DestNone},
	{Long: "timeout", Short: 'T', Arg: Required},
	{Long: "tries", Short: 't', Arg: Required},
	{Long: "user-agent", Short: 'U', Arg: Required},
}
