package rules

// cargoUse knows cargo's subcommands that read, each found by running it in a package
// whose .cargo/config.toml names a program for the compiler: those that resolve
// dependencies (tree, metadata) start it and write the lock file. A subcommand that is
// not cargo's own (fmt, clippy) can be an alias there, which runs the package.
func cargoUse() *Use {
	return &Use{Not: "--config -Z --fix", Values: "--manifest-path --color", Flags: "-v --verbose -q --quiet --locked --offline --frozen", Subs: func() []Use {
		return []Use{
			{Names: "search locate-project pkgid verify-project read-manifest version help", Doc: "print facts of packages", Values: "--limit --index --registry --message-format"},
			{Names: "metadata", Doc: "prints facts of the packages of a workspace with --no-deps; else it resolves", Values: "--format-version", Only: "--no-deps", Judge: withoutDeps},
			{Names: "install", Doc: "lists what is installed with --list", Only: "--list", Most: NoOperand, Judge: anOption},
			{Names: "build b check c test t run r bench doc d clean new init add remove rm update publish package vendor fetch fix rustc rustdoc tree info owner uninstall " +
				"login logout yank generate-lockfile", Doc: "print their help", Only: "-h --help", Most: NoOperand, Judge: helpOnly},
		}
	}}
}

// judgeCargo reads the call by cargoUse: not as a table of its own, since a word that is
// no subcommand of cargo's is a program, which gets the --help behind it.
func judgeCargo(r *Reading) string {
	sub := &Reading{Inv: r.Inv, Use: cargoUse(), Path: r.Path, program: r.program}
	sub.words(r.Inv.Args, []*Use{sub.Use})
	why := sub.judge()
	r.Use, r.Path, r.Options, r.Operands = sub.Use, sub.Path, sub.Options, sub.Operands
	return why
}

func withoutDeps(r *Reading) string { return needs(r, "--no-deps") }

func helpOnly(r *Reading) string { return needs(r, "-h --help") }
