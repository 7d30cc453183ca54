package rules

// scp copies between hosts. To another host it is an upload and none of these.
var scp = Tool{
	Name:    "scp",
	Doc:     "copies from a host into the given file or directory",
	Grammar: Getopt,
	Flags:   scpFlags,
	Land:    landScp,
	Fetches: fetchesScp,
	Case:    "all/scp",
}

// sftp fetches a file that its one operand names; else it does what it reads.
var sftp = Tool{
	Name:    "sftp",
	Doc:     "fetches a file into the given one, or into the directory in effect; else it does what it is told on its standard input",
	Grammar: Getopt,
	Flags:   sftpFlags,
	Land:    landSftp,
	Case:    "all/sftp",
}

// scpFlags are the options of scp 9: the call of getopt in its scp.c. -T lets the host name
// the files, -A lends it the keys.
var scpFlags = []Flag{
	{Short: '3'},
	{Short: '4'},
	{Short: '6'},
	{Short: 'A', Role: Weakens},
	{Short: 'B'},
	{Short: 'C'},
	{Short: 'D', Arg: Required, Role: Executes},
	{Short: 'F', Arg: Required, Role: Config},
	{Short: 'J', Arg: Required},
	{Short: 'O'},
	{Short: 'P', Arg: Required},
	{Short: 'R'},
	{Short: 'S', Arg: Required, Role: Executes},
	{Short: 'T', Role: Weakens},
	{Short: 'X', Arg: Required},
	{Short: 'c', Arg: Required, Role: Weakens},
	{Short: 'i', Arg: Required, Role: Sends},
	{Short: 'l', Arg: Required},
	{Short: 'o', Arg: Required, Role: Config},
	{Short: 'p'},
	{Short: 'q'},
	{Short: 'r'},
	{Short: 's'},
	{Short: 'v'},
}

// sftpFlags are the options of sftp 9: the call of getopt in its sftp.c. What -b names is a
// list of commands.
var sftpFlags = []Flag{
	{Short: '1'},
	{Short: '4'},
	{Short: '6'},
	{Short: 'A', Role: Weakens},
	{Short: 'B', Arg: Required},
	{Short: 'C'},
	{Short: 'D', Arg: Required, Role: Executes},
	{Short: 'F', Arg: Required, Role: Config},
	{Short: 'J', Arg: Required},
	{Short: 'N'},
	{Short: 'P', Arg: Required},
	{Short: 'R', Arg: Required},
	{Short: 'S', Arg: Required, Role: Executes},
	{Short: 'X', Arg: Required},
	{Short: 'a'},
	{Short: 'b', Arg: Required, Role: Config},
	{Short: 'c', Arg: Required, Role: Weakens},
	{Short: 'f'},
	{Short: 'i', Arg: Required, Role: Sends},
	{Short: 'l', Arg: Required},
	{Short: 'o', Arg: Required, Role: Config},
	{Short: 'p'},
	{Short: 'q'},
	{Short: 'r'},
	{Short: 's', Arg: Required, Role: Executes},
	{Short: 'v'},
}
