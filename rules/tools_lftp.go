package rules

// lftp runs commands of a language of its own; lftpget hands it one for every URL.
var (
	lftp = Tool{
		Name:    "lftp",
		Doc:     "runs commands that may fetch to anywhere; they cannot be moved",
		Grammar: GetoptLong,
		Flags:   lftpFlags,
		Land:    landLftp,
		Stdout:  stdoutLftp,
		Case:    "all/lftp",
	}
	lftpget = Tool{
		Name:    "lftpget",
		Doc:     "fetches URLs to files named after them in the current directory; it has no option for another one",
		Grammar: Getopt,
		Flags:   lftpgetFlags,
		Land:    landLftpget,
		Case:    "all/lftp",
	}
)

// lftpFlags are the options of lftp 4.9.2, from its --help.
var lftpFlags = []Flag{
	{Short: 'c', Arg: Required, Role: Executes},
	{Short: 'd'},
	{Short: 'e', Arg: Required, Role: Executes},
	{Short: 'f', Arg: Required, Role: Executes},
	{Short: 'p', Arg: Required},
	{Short: 's', Arg: Required},
	{Short: 'u', Arg: Required, Role: Sends},
	{Short: 'v', Role: Exits},
	{Long: "help", Short: 'h', Role: Exits},
	{Long: "norc", Role: Config},
	{Long: "version", Role: Exits},
}

// lftpgetFlags are the options of the script lftpget.
var lftpgetFlags = []Flag{
	{Short: 'c', Role: DestModifier},
	{Short: 'd'},
	{Short: 'v'},
}
