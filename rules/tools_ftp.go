package rules

// ftp is tnftp, which is lukemftp and the ftp of the BSDs and macOS as well: it fetches
// the URLs of its command line, the first one to the file of -o. Other programs of the
// name fetch no URLs.
var (
	ftp = Tool{
		Name:    "ftp",
		Doc:     "fetches URLs to the file of -o or to files named after them; a session is asked about",
		Grammar: GetoptLong,
		Flags:   ftpFlags,
		Land:    landFtp,
		Stdout:  stdoutFtp,
		Case:    "all/ftp",
	}
	tnftp = Tool{
		Name:    "tnftp",
		Doc:     "fetches URLs to the file of -o or to files named after them; a session is asked about",
		Grammar: GetoptLong,
		Flags:   ftpFlags,
		Land:    landFtp,
		Stdout:  stdoutFtp,
		Case:    "all/ftp",
	}
)

// ftpFlags are the options of tnftp 20210827, from its usage.
var ftpFlags = []Flag{
	{Short: '4'},
	{Short: '6'},
	{Short: 'A'},
	{Short: 'N', Arg: Required, Role: Config},
	{Short: 'P', Arg: Required},
	{Short: 'R', Role: DestModifier},
	{Short: 'T', Arg: Required},
	{Short: 'V'},
	{Short: 'a'},
	{Short: 'd'},
	{Short: 'e'},
	{Short: 'f'},
	{Short: 'g'},
	{Short: 'i'},
	{Short: 'n'},
	{Short: 'o', Arg: Required, Role: DestFile},
	{Short: 'p'},
	{Short: 'q', Arg: Required},
	{Short: 'r', Arg: Required},
	{Short: 's', Arg: Required, Role: Weakens},
	{Short: 't'},
	{Short: 'u', Role: Sends},
	{Short: 'v'},
	{Short: 'x', Arg: Required},
}
