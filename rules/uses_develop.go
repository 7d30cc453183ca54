package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// developUse knows the programs of developers' tools; from their manuals and helps.
func developUse(program string) *Use {
	switch program {
	case "git":
		return &Use{Doc: "reads by its subcommand; settings given with -c may run programs", Judge: judgeGit}
	case "hub":
		return &Use{Doc: "lists pull requests, issues and releases", Subs: func() []Use {
			return []Use{
				{Names: "pr", Doc: "lists pull requests; show opens a browser", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists pull requests"}} }},
				{Names: "issue", Doc: "lists issues", Subs: func() []Use { return []Use{{Names: "show labels", Doc: "print issues"}} }},
				{Names: "release", Doc: "lists releases", Subs: func() []Use { return []Use{{Names: "show", Doc: "prints a release"}} }},
				{Names: "ci-status", Doc: "prints the state of the checks"},
			}
		}}
	case "rtk":
		return &Use{Doc: "prints what another command prints, in short; reads where that command does", Judge: judgeRtk}

	// JavaScript
	case "npm":
		return &Use{Doc: "lists packages; run, exec, pack and publish start scripts of the package, and so does a package out of git",
			Flags: "-g --global --json -s --silent -q --quiet --no-color -a --all --long --parseable", Values: "--prefix --depth -w --workspace --loglevel",
			Not: "--script-shell --node-options --git --userconfig --globalconfig --viewer --browser --editor --onload-script --shell --registry --proxy --https-proxy --cafile --cert --key --logs-dir --cache --otp",
			Subs: func() []Use {
				return []Use{
					{Names: "list ls la ll why explain outdated query root prefix bin whoami ping help help-search hlep search find s se sbom stars completion get", Doc: "print facts of packages"},
					{Names: "view info show v", Doc: "prints what the registry knows of a package", Judge: npmPackages},
					{Names: "diff", Doc: "compares two packages of the registry", Values: "--diff", Judge: npmDiff},
					{Names: "audit fund version find-dupes", Doc: "print reports; an operand mends, opens or sets", Most: NoOperand},
					{Names: "run run-script rum urn", Doc: "lists the scripts; an operand starts one", Most: NoOperand},
					{Names: "config c", Doc: "prints settings", Subs: func() []Use { return []Use{{Names: "list ls get", Doc: "print settings"}} }},
					{Names: "cache", Doc: "lists the cache", Subs: func() []Use { return []Use{{Names: "ls list", Doc: "lists the cache"}} }},
					{Names: "owner author dist-tag dist-tags team org hook token access", Doc: "list what the registry knows", Subs: func() []Use { return []Use{{Names: "ls list ls-packages ls-collaborators", Doc: "list"}} }},
					{Names: "profile pkg", Doc: "print fields", Subs: func() []Use { return []Use{{Names: "get", Doc: "prints fields"}} }},
				}
			}}
	case "pnpm":
		return &Use{Doc: "lists packages; run, exec and words that are not known start scripts", Flags: "-r --recursive -g --global -w --workspace-root --silent", Values: "-C --dir -F --filter",
			Not: "--script-shell --registry --config.script-shell --proxy --https-proxy --shell-emulator --use-node-version --fix --global-bin-dir --pnpmfile --global-pnpmfile",
			Subs: func() []Use {
				return []Use{
					{Names: "list ls la ll why outdated root bin help", Doc: "print facts of packages"},
					{Names: "view info show", Doc: "prints what the registry knows of a package", Judge: npmPackages},
					{Names: "audit", Doc: "prints known faults of packages; --fix writes", Most: NoOperand},
					{Names: "licenses", Doc: "lists licenses", Subs: func() []Use { return []Use{{Names: "list ls", Doc: "lists licenses"}} }},
					{Names: "config c", Doc: "prints settings", Subs: func() []Use { return []Use{{Names: "list get", Doc: "print settings"}} }},
					{Names: "store", Doc: "prints facts of the store", Subs: func() []Use { return []Use{{Names: "path status", Doc: "print facts of the store"}} }},
				}
			}}
	case "yarn", "yarnpkg":
		return &Use{Doc: "lists packages; run, exec and words that are not known start scripts", Values: "--cwd", Flags: "-s --silent --json",
			Not: "--script-shell --use-yarnrc --registry --proxy --https-proxy --modules-folder",
			Subs: func() []Use {
				return []Use{
					{Names: "list why outdated help versions explain", Doc: "print facts of packages"},
					{Names: "info", Doc: "prints what the registry knows of a package", Judge: npmPackages},
					{Names: "audit", Doc: "prints known faults of packages", Most: NoOperand},
					{Names: "licenses", Doc: "lists licenses", Subs: func() []Use { return []Use{{Names: "list ls generate-disclaimer", Doc: "list licenses"}} }},
					{Names: "config", Doc: "prints settings", Subs: func() []Use { return []Use{{Names: "list get", Doc: "print settings"}} }},
					{Names: "workspaces", Doc: "lists workspaces", Subs: func() []Use { return []Use{{Names: "info list", Doc: "list workspaces"}} }},
					{Names: "cache", Doc: "lists the cache", Subs: func() []Use { return []Use{{Names: "dir list", Doc: "print facts of the cache"}} }},
					{Names: "global", Doc: "lists what is installed", Subs: func() []Use { return []Use{{Names: "list bin dir", Doc: "list what is installed"}} }},
					{Names: "owner tag team", Doc: "list what the registry knows", Subs: func() []Use { return []Use{{Names: "list ls", Doc: "list"}} }},
					{Names: "npm", Doc: "asks the registry", Subs: func() []Use {
						return []Use{{Names: "info", Doc: "prints what the registry knows", Judge: npmPackages}, {Names: "whoami", Doc: "prints the user"}}
					}},
				}
			}}
	case "bun":
		return &Use{Doc: "lists packages; other words start scripts", Subs: func() []Use {
			return []Use{
				{Names: "pm", Doc: "lists packages", Subs: func() []Use {
					return []Use{{Names: "ls list bin hash-print whoami cache", Doc: "print facts of packages", Most: NoOperand, Only: "-g --all"}}
				}},
				{Names: "outdated why", Doc: "print facts of packages"},
			}
		}}
	case "deno":
		return &Use{Doc: "prints facts of its cache; an operand of info is fetched into it", Subs: func() []Use {
			return []Use{
				{Names: "info types help", Doc: "print facts", Most: NoOperand, Only: "--json"},
				{Names: "fmt", Doc: "compares the form of files with --check", Only: "--check", Judge: checksOnly},
			}
		}}
	case "prettier", "eslint", "tsc", "node-gyp", "webpack", "vite", "jest", "bundle", "bundler", "composer":
		return &Use{Doc: "print their version: their configuration is a program", Only: "-v --version -h --help", Most: NoOperand, Judge: anOption}

	// Interpreters
	case "node", "nodejs":
		return &Use{Doc: "prints its version, and checks the form of a file with --check", Only: "-v --version -h --help --v8-options -c --check", Judge: checksForm}
	case "python", "python2", "python2.7", "python3", "python3.6", "python3.7", "python3.8", "python3.9", "python3.10", "python3.11",
		"python3.12", "python3.13", "python3.14", "pypy", "pypy3":
		return &Use{Doc: "prints its version, and JSON in a pretty form by -m json.tool, whose second operand is written",
			Only: "-V --version -h --help --help-env --help-xoptions --help-all -I -E --sort-keys --json-lines --tab --compact --no-ensure-ascii --no-indent", Values: "-m --indent", Most: 1, Judge: pythonReads}
	case "ruby":
		return &Use{Doc: "prints its version, and checks the form of a file with -c", Only: "-v --version -h --help --copyright -c -w", Judge: checksForm}
	case "php":
		return &Use{Doc: "prints its version and settings, and checks the form of a file with -l", Only: "-v --version -i --info -m --modules -h --help --ini -l --syntax-check", Judge: checksForm}
	case "perl":
		return &Use{Doc: "prints its version; -c runs parts of the file", Only: "-v -V --version -h --help", Most: NoOperand, Judge: anOption}
	case "java", "javac":
		return &Use{Doc: "print their version", Words: true, Only: "-version --version -help --help -h -? --list-modules", Most: NoOperand, Judge: anOption}
	case "gradle", "make", "gmake", "npx":
		return &Use{Doc: "print their version: their configuration is a program", Only: "-v --version -h --help", Most: NoOperand, Judge: anOption}
	case "cmake":
		return &Use{Doc: "prints its help; a word after a help option's value is a file to write", Only: "--version --help --help-full --help-manual-list --help-command-list --help-commands --help-module-list --help-modules " +
			"--help-policy-list --help-policies --help-property-list --help-properties --help-variable-list --help-variables",
			Values: "--help-command --help-module --help-policy --help-property --help-variable --help-manual", Most: NoOperand, Judge: anOption}

	// Python
	case "pip", "pip2", "pip3", "pip3.8", "pip3.9", "pip3.10", "pip3.11", "pip3.12", "pip3.13", "pip3.14":
		return &Use{Doc: "lists packages; --log writes a file, --python starts another interpreter",
			Flags: "-v --verbose -q --quiet --isolated --no-input --no-color --disable-pip-version-check --no-cache-dir --local", Values: "--path --exclude --format -a --algorithm --timeout --retries",
			Not: "--log --log-file --local-log --python --proxy --cert --client-cert --keyring-provider --editor --cache-dir --debug --index-url -i --extra-index-url --trusted-host",
			Subs: func() []Use {
				return []Use{
					{Names: "list freeze show check search help debug inspect hash completion", Doc: "print facts of packages"},
					{Names: "config", Doc: "prints settings; edit opens an editor", Flags: "--user --global --site", Subs: func() []Use { return []Use{{Names: "list get debug", Doc: "print settings"}} }},
					{Names: "cache", Doc: "prints facts of the cache", Subs: func() []Use { return []Use{{Names: "dir info list", Doc: "print facts of the cache"}} }},
					{Names: "index", Doc: "asks the index", Subs: func() []Use { return []Use{{Names: "versions", Doc: "prints versions"}} }},
				}
			}}
	case "pipx":
		return &Use{Doc: "lists packages", Subs: func() []Use {
			return []Use{
				{Names: "list environment", Doc: "print facts of packages"},
				{Names: "interpreter", Doc: "lists interpreters", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists interpreters"}} }},
			}
		}}
	case "uv":
		return &Use{Doc: "lists packages; run brings the environment up to date first", Values: "--project --directory --color --preview-features --python-preference --python-fetch", Flags: "-q --quiet -v --verbose --offline --no-progress --no-cache -n",
			Not: "--python -p --config-file --cache-dir --index --default-index --index-url -i --extra-index-url --find-links -f --allow-insecure-host --bump -o --output-file --script",
			Subs: func() []Use {
				return []Use{
					{Names: "tree export", Doc: "print the packages of a project; without --frozen they write the lock file, and build packages; -o writes a file", Judge: frozen},
					{Names: "version", Doc: "prints the version; an operand sets that of the project", Most: NoOperand},
					{Names: "help", Doc: "prints help"},
					{Names: "pip", Doc: "lists packages", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list freeze show check tree", Doc: "list packages"}} }},
					{Names: "cache", Doc: "prints facts of the cache", Subs: func() []Use { return []Use{{Names: "dir size", Doc: "print facts of the cache"}} }},
					{Names: "python", Doc: "lists interpreters", Subs: func() []Use { return []Use{{Names: "list find dir", Doc: "list interpreters", Judge: plainNames}} }},
					{Names: "tool", Doc: "lists tools", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists tools"}} }},
				}
			}}
	case "poetry":
		return &Use{Doc: "lists packages; config with two operands sets", Values: "-C --directory -P --project", Flags: "-n --no-interaction -q --quiet -v --verbose --no-ansi --ansi --no-plugins --no-cache", Subs: func() []Use {
			return []Use{
				{Names: "show check about list search help", Doc: "print facts of packages"},
				{Names: "version", Doc: "prints the version; an operand sets it", Most: NoOperand},
				{Names: "env", Doc: "prints facts of environments", Subs: func() []Use { return []Use{{Names: "info list", Doc: "print facts of environments"}} }},
				{Names: "source", Doc: "lists sources", Subs: func() []Use { return []Use{{Names: "show", Doc: "lists sources"}} }},
				{Names: "cache", Doc: "lists caches", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists caches"}} }},
				{Names: "config", Doc: "lists settings with --list", Only: "--list", Most: NoOperand, Judge: anOption},
			}
		}}
	case "conda", "mamba", "micromamba":
		return &Use{Doc: "lists packages and environments; some channels hold tokens", Not: "--unsafe-channels", Subs: func() []Use {
			return []Use{
				{Names: "list info search compare repoquery", Doc: "print facts of packages"},
				{Names: "env", Doc: "lists environments", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists environments"}} }},
				{Names: "config", Doc: "prints settings", Only: "--show --show-sources --describe --json", Judge: anOption},
			}
		}}
	case "ruff":
		return &Use{Doc: "checks files; --fix and format without --check or --diff write them", Flags: "-q --quiet -v --verbose -s --silent --isolated", Values: "--config --color",
			Not: "--fix --fix-only --add-noqa -o --output-file --add-ignore",
			Subs: func() []Use {
				return []Use{
					{Names: "check lint", Doc: "checks files", Values: "--select --ignore --extend-select --extend-ignore --output-format --target-version --exclude --extend-exclude --per-file-ignores " +
						"--line-length", Judge: ruffReads},
					{Names: "rule linter config version help", Doc: "print its rules and settings"},
				}
			}}
	case "black":
		return &Use{Doc: "compares the form of files with --check or --diff", Values: "-l --line-length -t --target-version --include --exclude --extend-exclude --force-exclude --config -W --workers -c --code " +
			"--python-cell-magics --required-version --stdin-filename --line-ranges --enable-unstable-feature", Judge: blackReads}
	case "isort":
		return &Use{Doc: "compares the order of imports with --check-only or --diff", Words: true, Not: "--overwrite-in-place --apply -y --settings-path --settings-file --sp --settings", Judge: isortReads}
	case "flake8":
		return &Use{Doc: "checks files with --isolated; else the project's configuration names modules to load; --output-file and --tee write", Not: "--output-file --tee --config --append-config --install-hook", Judge: isolated}
	case "pycodestyle", "pyflakes":
		return &Use{Doc: "check files", Not: "--config"}
	case "pylint", "mypy":
		return &Use{Doc: "print their version: their configuration names modules to load", Only: "--version -h --help", Most: NoOperand, Judge: anOption}
	case "pre-commit":
		return &Use{Doc: "checks its configuration; without a subcommand it runs the hooks", Subs: func() []Use {
			return []Use{{Names: "validate-config validate-manifest help", Doc: "check a configuration"}}
		}}

	// Rust, Go, other compilers
	case "cargo":
		return &Use{Doc: "prints facts of packages; what resolves or compiles runs the compiler that the project names, and an alias of the project any program", Judge: judgeCargo}
	case "rustc":
		return &Use{Doc: "prints its version and settings; --print K=FILE writes", Only: "-V --version -v --verbose -h --help", Values: "--print --explain", Most: NoOperand, Judge: rustcReads}
	case "rustfmt":
		return &Use{Doc: "compares the form of files with --check", Only: "--check -l --files-with-diff -v --verbose -V --version -q --quiet", Values: "--edition --color", Judge: rustfmtReads}
	case "rustup":
		return &Use{Doc: "lists toolchains", Flags: "-v --verbose -q --quiet", Subs: func() []Use {
			return []Use{
				{Names: "show which check help", Doc: "print facts of toolchains"},
				{Names: "toolchain target component override", Doc: "list", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists"}} }},
			}
		}}
	case "go":
		return &Use{Doc: "prints facts of packages; -w of env sets, what compiles runs programs", Words: true,
			Not: "-toolexec --toolexec -exec --exec -export --export -compiled --compiled -mod --mod -modfile --modfile -overlay --overlay " +
				"-modcacherw --modcacherw -http --http -pkgdir --pkgdir -o --o -compiler --compiler -gcflags --gcflags -ldflags --ldflags",
			Subs: func() []Use {
				return []Use{
					{Names: "version list doc help", Doc: "print facts of packages"},
					{Names: "env", Doc: "prints settings", Not: "-w --w -u --u"},
					{Names: "mod", Doc: "prints facts of a module", Subs: func() []Use {
						return []Use{
							{Names: "graph why verify", Doc: "print facts of a module"},
							{Names: "edit", Doc: "prints go.mod", Only: "-json --json -print --print", Most: 1, Judge: anOption},
						}
					}},
				}
			}}
	case "gofmt", "goimports", "gofumpt":
		return &Use{Doc: "print formed files; -w writes them", Words: true, Not: "-w --w -cpuprofile --cpuprofile -memprofile --memprofile -trace --trace"}
	case "golangci-lint":
		return &Use{Doc: "prints its version; run compiles", Subs: func() []Use { return []Use{{Names: "help version", Doc: "print help"}} }}
	case "actionlint":
		return &Use{Doc: "checks workflows; -shellcheck and -pyflakes name programs to run", Words: true, Not: "-shellcheck --shellcheck -pyflakes --pyflakes -init-config --init-config -config-file --config-file"}
	case "shellcheck", "hadolint", "yamllint":
		return &Use{Doc: "check files, and write none"}
	case "shfmt":
		return &Use{Doc: "prints formed scripts; -w writes them", Words: true, Not: "-w --write"}
	case "dotnet":
		return &Use{Doc: "lists packages and kits", Only: "--info --version --list-sdks --list-runtimes -h --help --outdated --vulnerable --deprecated --include-transitive " +
			"--include-prerelease --highest-minor --highest-patch -g --global --columns-all", Values: "--framework --format", Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{
				{Names: "list", Doc: "lists the packages of a project"},
				{Names: "nuget", Doc: "lists sources", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists sources"}} }},
				{Names: "tool workload new", Doc: "list what is installed", Subs: func() []Use { return []Use{{Names: "list search", Doc: "list what is installed"}} }},
			}
		}}
	case "nuget":
		return &Use{Doc: "lists packages", Subs: func() []Use { return []Use{{Names: "list search help", Doc: "list packages"}} }}
	case "gem":
		return &Use{Doc: "lists packages", Not: "--config-file --http-proxy -p", Subs: func() []Use {
			return []Use{
				{Names: "list search query info env environment outdated specification contents which dependency help", Doc: "print facts of packages"},
				{Names: "sources", Doc: "lists sources", Only: "-l --list", Most: NoOperand},
			}
		}}
	// Texts and trees
	case "jq", "gojq":
		return &Use{Doc: "print values out of JSON; no option of theirs writes", Text: 1, Values: "-f --from-file -L --indent", TextValues: "--arg --argjson"}
	case "yq":
		return &Use{Doc: "prints values out of YAML; -i and -s write files", Text: 1, Values: "-o --output-format -p --input-format -I --indent", Not: "-i --inplace --in-place -s --split-exp --split-exp-file --security-enable-system-operator", Judge: yqReads}
	case "gron":
		return &Use{Doc: "prints JSON as paths; a URL is fetched", Judge: noURL}
	case "xmllint":
		return &Use{Doc: "checks XML; --output writes, --shell is a shell that can", Words: true, TextValues: "--xpath -xpath --pattern -pattern", Values: "--dtdvalid -dtdvalid --schema -schema --relaxng -relaxng --schematron -schematron --path -path", Not: "--output -output -o --shell -shell", Judge: noURL}
	case "fzf":
		return &Use{Doc: "lets choose a line; previews, actions of keys and --listen run commands", Values: "-q --query -f --filter -d --delimiter -n --nth --with-nth --accept-nth --bind --preview --preview-window --prompt --header --color " +
			"--expect --tiebreak",
			Not: "--listen --listen-unsafe --history --with-shell --info-command --proxy-script --tmux-script", Flags: "--info", Text: -1, Judge: fzfReads}
	case "rg":
		return &Use{Doc: "searches files; --pre and --hostname-bin run programs", Text: 1, TextValues: "-e --regexp -g --glob --iglob -r --replace", Values: "-f --file -A -B -C -m -j -M -E -t -T", Not: "--pre --hostname-bin"}
	case "ag":
		return &Use{Doc: "searches files; --pager runs a program", Text: 1, Not: "--pager"}
	case "ack", "ack-grep":
		return &Use{Doc: "searches files; --pager runs a program, and --output was one in Perl", Text: 1, Not: "--pager --ackrc --output"}
	case "fd", "fdfind":
		return &Use{Doc: "lists files; what -x starts is judged for itself", Text: 1, Judge: fdReads}
	case "bat", "batcat":
		return &Use{Doc: "prints files in colour; --pager and --lessopen run programs, cache writes", Not: "--pager --lessopen --generate-config-file", Judge: batReads}
	case "eza", "exa", "lsd":
		return &Use{Doc: "list files; no option of theirs writes"}
	case "tree":
		return &Use{Doc: "lists files; -o and -R write them", Not: "-o -R --output", Values: "-L -P -I -H -T --filelimit --charset", Judge: treeReads}
	case "tokei":
		return &Use{Doc: "counts lines; no option writes"}
	case "cloc":
		return &Use{Doc: "counts lines; many of its options write files or run programs", Only: "--by-file --by-file-by-lang --json --csv --yaml --xml --md --quiet --hide-rate --fullpath --skip-uniqueness --follow-links " +
			"--show-lang --show-ext --version --help --sum-one --3 --by-percent --include-lang --exclude-lang --include-ext --exclude-ext " +
			"--exclude-dir --match-d --not-match-d --match-f --not-match-f --max-file-size --timeout --processes --progress-rate", Judge: noURL}
	case "scc":
		return &Use{Doc: "counts lines; -o and --format-multi write files", Not: "-o --output --format-multi"}

	// Ansible
	case "ansible":
		return &Use{Doc: "lists hosts with --list-hosts; modules run on them without it", Values: "-i --inventory -l --limit", Only: "--list-hosts -v --verbose -h --help", Most: 1, Judge: ansibleLists}
	case "ansible-console":
		return &Use{Doc: "lists hosts with --list-hosts", Values: "-i --inventory -l --limit", Only: "--list-hosts -v --verbose -h --help", Most: 1, Judge: ansibleLists}
	case "ansible-playbook":
		return &Use{Doc: "lists tasks and hosts, and checks the form; --check runs the tasks that ask for it", Values: "-i --inventory -l --limit -t --tags --skip-tags", Only: "--syntax-check --list-tasks --list-tags --list-hosts -C --check -D --diff -v --verbose -h --help", Judge: ansibleLists}
	case "ansible-inventory":
		return &Use{Doc: "lists hosts; --output writes a file", Values: "-i --inventory -l --limit --host", Only: "--list --graph --vars -y --yaml --toml --export -v --verbose -h --help", Judge: ansibleLists}
	case "ansible-doc":
		return &Use{Doc: "prints manuals of modules; --playbook-dir and -M name places to load from", Values: "-t --type", Not: "-M --module-path --playbook-dir"}
	case "ansible-config":
		return &Use{Doc: "prints settings", Subs: func() []Use { return []Use{{Names: "list dump view validate", Doc: "print settings"}} }}
	case "ansible-galaxy":
		return &Use{Doc: "lists roles and collections", Not: "--api-key --token", Subs: func() []Use {
			return []Use{
				{Names: "role", Doc: "lists roles", Subs: func() []Use { return []Use{{Names: "list search info", Doc: "list roles"}} }},
				{Names: "collection", Doc: "lists and verifies collections", Subs: func() []Use { return []Use{{Names: "list verify", Doc: "list and verify collections"}} }},
				{Names: "list search info", Doc: "list roles"},
			}
		}}
	case "ansible-vault":
		return &Use{Doc: "prints its help; view prints secrets, and a file with the password is run where it can be", Only: "-h --help --version", Most: NoOperand, Judge: anOption}
	case "ansible-lint":
		return &Use{Doc: "checks playbooks; --fix writes, -r names rules to load", Values: "-x --skip-list -t --tags -w --warn-list --exclude --profile --enable-list", Not: "--fix --write -r --rules-dir --rulesdir -c --config-file --sarif-file --generate-ignore -i --ignore-file --project-dir"}
	case "ansible-pull", "ansible-test":
		return &Use{Doc: "print their help: they run what they fetch, and tests", Only: "-h --help --version", Most: NoOperand, Judge: anOption}

	// Databases
	case "sqlite3":
		return &Use{Doc: "runs SQL that only reads; without it, what it is fed", Words: true, Only: "-readonly --readonly -json --json -csv --csv -line -column --column -header --header -headers -noheader -html -list -box --box " +
			"-markdown --markdown -table --table -tabs -quote -ascii -batch --batch -bail -echo -stats -safe -version --version -help --help", TextValues: "-separator -nullvalue -newline", Judge: sqliteReads}
	case "duckdb":
		return &Use{Doc: "runs SQL that only reads; without it, what it is fed", Words: true, Only: "-readonly --readonly -json --json -jsonlines -csv --csv -line -column -header -noheader -html -list -box -markdown --markdown " +
			"-table -quote -ascii -batch -bail -echo -safe -no-stdin -version --version -help --help", TextValues: "-separator -nullvalue -newline -c -s", Judge: duckdbReads}
	case "psql":
		return &Use{Doc: "runs SQL that only reads; -o and -L write files, -f and its input are not judged", Values: "-d --dbname -h --host -p --port -U --username -F --field-separator -R --record-separator -P --pset", TextValues: "-c --command",
			Only: "-w --no-password -W --password -A --no-align -t --tuples-only -x --expanded -q --quiet -X --no-psqlrc -H --html --csv -z -0 -l " +
				"--list -V --version -a -b -e -E -1 --single-transaction -n -? --help", Most: 2, Judge: psqlReads}
	case "mysql", "mariadb":
		return &Use{Doc: "runs SQL that only reads; --tee and --pager write or run, its input is not judged", Values: "-D --database -h --host -P --port -u --user -S --socket", TextValues: "-e --execute",
			Only: "-p --password -B --batch -N --skip-column-names -s --silent -t --table -H --html -X --xml -E --vertical -r --raw -V --version -? " +
				"--help -I -A --no-auto-rehash -C --compress -f --force -v --verbose -q --quick --column-names -b -n --protocol --ssl-mode " +
				"--connect-timeout --default-character-set", Most: 1, Judge: mysqlReads}
	case "sqlcmd":
		return &Use{Doc: "runs SQL that only reads; -i and -o read and write files, its input is not judged", Values: "-S -d --database -U -P -l", TextValues: "-Q", Only: "-E -C -b -W -? --help --version", Bare: true, Most: NoOperand, Judge: sqlcmdReads, Subs: func() []Use {
			return []Use{
				{Names: "query", Doc: "runs SQL", TextValues: "-q --query -t --text", Judge: sqlcmdReads},
				{Names: "config", Doc: "prints settings", Subs: func() []Use {
					return []Use{{Names: "get-contexts get-endpoints get-users current-context connection-strings cs", Doc: "print settings"}}
				}},
			}
		}}
	}
	return nil
}

// anOption asks for an option: without one these programs read their input, or do
// their work.
func anOption(r *Reading) string {
	if len(r.Options) == 0 {
		return "without an option it does more than read"
	}
	return ""
}

// checksForm allows a file only where its form is checked: by an option before it,
// since what follows it is handed on.
func checksForm(r *Reading) string {
	check := "-c --check"
	if r.Path[0] == "php" {
		check = "-l --syntax-check"
	}
	first, _ := optionFirst(r, check)
	switch {
	case len(r.Options) == 0:
		return "it runs a program"
	case len(r.Operands) > 0 && first:
		return ""
	case len(r.Operands) == 0 && !given(r, check+" -w"):
		return ""
	}
	return "it runs a program"
}

// optionFirst reports whether one of the options stands before the first operand, as a
// word of its own, and returns the words after it.
func optionFirst(r *Reading, options string) (found bool, after []ast.Arg) {
	for i := range r.Inv.Args {
		text, ok := r.Inv.Args[i].Value.Text()
		if !ok || len(text) < 2 || text[0] != '-' {
			return false, nil
		}
		if has(options, text) {
			return true, r.Inv.Args[i+1:]
		}
	}
	return false, nil
}

// pythonReads allows options that print, and the module json.tool.
func pythonReads(r *Reading) string {
	if found, after := optionFirst(r, "-m"); found {
		if len(after) > 0 && after[0].Value.Is("json.tool") {
			return ""
		}
		return "the module may do more than read"
	}
	if len(r.Operands) == 0 && !given(r, "-m") && given(r, "-V --version -h --help --help-env --help-xoptions --help-all") {
		return ""
	}
	return "it runs a program"
}

// npmPackages refuses packages that do not come from the registry: npm runs scripts of
// those out of git and directories.
func npmPackages(r *Reading) string {
	for _, arg := range r.Operands {
		if why := npmPackage(arg.Value); why != "" {
			return why
		}
	}
	return ""
}

func npmPackage(v ast.Value) string {
	text, ok := v.Text()
	scope, name, scoped := strings.Cut(text, "/")
	if !scoped {
		scope, name = "@", text
	}
	if !ok || scope == "" || scope[0] != '@' || name == "" || name[0] == '.' || strings.ContainsAny(name, "/:\\") || strings.Contains(scope, ":") || strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz") {
		return "the package " + v.Display() + " may not come from the registry, and its scripts would run"
	}
	return ""
}

// npmDiff allows the comparison of two packages of the registry: a directory is packed
// first, which runs its scripts.
func npmDiff(r *Reading) string {
	n := 0
	for _, o := range r.Options {
		if o.Name != "--diff" || o.Value == nil {
			continue
		}
		if text, _ := o.Value.Text(); !strings.Contains(strings.TrimPrefix(text, "@"), "@") {
			return "a package without a version may be the directory"
		}
		if why := npmPackage(*o.Value); why != "" {
			return why
		}
		n++
	}
	if n == 2 {
		return ""
	}
	return "it packs the directory, which runs its scripts"
}

// plainNames refuses operands that may be programs to start.
func plainNames(r *Reading) string {
	for _, arg := range r.Operands {
		if text, ok := arg.Value.Text(); !ok || strings.Contains(text, "/") {
			return "the operand " + arg.Value.Display() + " may be a program to start"
		}
	}
	return ""
}

// ruffReads refuses settings on the command line: fix=true writes.
func ruffReads(r *Reading) string {
	for _, o := range r.Options {
		if o.Name != "--config" {
			continue
		}
		if o.Value == nil {
			return "its setting is not known"
		}
		if text, ok := o.Value.Text(); !ok || strings.Contains(text, "=") {
			return "the setting " + o.Value.Display() + " may make it write"
		}
	}
	return ""
}

// frozen allows what takes the lock file as it is.
func frozen(r *Reading) string { return needs(r, "--frozen") }

// isolated allows what reads no configuration.
func isolated(r *Reading) string { return needs(r, "--isolated") }

func blackReads(r *Reading) string {
	if given(r, "--check --diff --version -h --help") {
		return ""
	}
	return "without --check or --diff it changes files"
}

func isortReads(r *Reading) string {
	if given(r, "-c --check --check-only --diff --show-files --show-config --version -h --help") {
		return ""
	}
	return "without --check-only or --diff it changes files"
}

func rustfmtReads(r *Reading) string {
	if given(r, "--check -V --version") {
		return ""
	}
	return "without --check it changes files"
}

func rustcReads(r *Reading) string {
	for _, o := range r.Options {
		if o.Name != "--print" {
			continue
		}
		if o.Value == nil {
			return "what it prints is not known"
		}
		if text, ok := o.Value.Text(); !ok || strings.Contains(text, "=") {
			return "with --print " + o.Value.Display() + " it writes a file"
		}
	}
	return anOption(r)
}

// noURL refuses operands, and values of options, that are fetched.
func noURL(r *Reading) string {
	for _, o := range r.Options {
		if o.Value != nil && strings.Contains(o.Value.Display(), ":/") {
			return "the value of " + o.Name + " may be fetched"
		}
	}
	for _, arg := range r.Operands {
		text, ok := arg.Value.Text()
		if !ok {
			text = arg.Value.Prefix()
		}
		if strings.Contains(text, ":/") || !ok && (text == "" || strings.HasPrefix("https://", text)) {
			return "the operand " + arg.Value.Display() + " may be fetched"
		}
	}
	return ""
}

// yqReads refuses values that one of the two programs of this name takes as options.
func yqReads(r *Reading) string {
	for _, o := range r.Options {
		if o.Value != nil && strings.HasPrefix(o.Value.Prefix(), "-") {
			return "the value of " + o.Name + " may be an option"
		}
	}
	return ""
}

// treeReads refuses letters behind one that has a value: tree takes all letters of a
// word for options, and their values out of the words that follow.
func treeReads(r *Reading) string {
	for i := range r.Inv.Args {
		text := r.Inv.Args[i].Value.Prefix()
		at := strings.IndexAny(text, "LPIHT")
		if at > 0 && text[0] == '-' && text[1] != '-' && strings.Trim(text[at+1:], "0123456789") != "" {
			return "all letters of " + text + " are options"
		}
	}
	return ""
}

// batReads refuses the subcommand cache, which writes.
func batReads(r *Reading) string {
	if len(r.Operands) > 0 && r.Operands[0].Value.Is("cache") {
		return "bat cache changes what it has stored"
	}
	return ""
}

// ansibleLists allows what only lists, with inventories that are no programs.
func ansibleLists(r *Reading) string {
	for _, o := range r.Options {
		if !has("-i --inventory", o.Name) {
			continue
		}
		if o.Value == nil {
			return "the inventory is not known"
		}
		text, ok := o.Value.Text()
		data := strings.HasSuffix(text, ".ini") || strings.HasSuffix(text, ".yml") || strings.HasSuffix(text, ".yaml") || strings.HasSuffix(text, ".json") || strings.Contains(text, ",")
		if !ok || !data {
			return "the inventory " + o.Value.Display() + " may be a program"
		}
	}
	if given(r, "-h --help --list-hosts --list-tasks --list-tags --syntax-check --list --host --graph") {
		return ""
	}
	return "without an option that lists it runs tasks"
}

// fzfActions are actions of keys that run nothing.
const fzfActions = "abort accept accept-non-empty accept-or-print-query backward-char backward-delete-char backward-kill-word backward-word " +
	"beginning-of-line bell cancel clear-multi clear-query clear-screen clear-selection close delete-char delete-char/eof deselect " +
	"deselect-all disable-search down enable-search end-of-line exclude first forward-char forward-word half-page-down half-page-up " +
	"hide-header hide-preview ignore jump jump-accept kill-line kill-word last next-selected offset-down offset-middle offset-up " +
	"page-down page-up pos prev-selected preview-bottom preview-down preview-half-page-down preview-half-page-up preview-page-down " +
	"preview-page-up preview-top preview-up print-query put refresh-preview replace-query select select-all show-header show-preview " +
	"toggle toggle+down toggle+up toggle-all toggle-header toggle-hscroll toggle-in toggle-multi-line toggle-out toggle-preview " +
	"toggle-preview-wrap toggle-raw toggle-search toggle-sort toggle-track toggle-wrap top track-current unix-line-discard " +
	"unix-word-rubout up yank"

// fzfRuns are actions that run a command and nothing that it prints.
const fzfRuns = "execute execute-silent reload reload-sync transform-header transform-prompt transform-query"

// fzfReads judges the actions of keys, and the command of the preview.
func fzfReads(r *Reading) string {
	for _, o := range r.Options {
		if o.Name != "--bind" && o.Name != "--preview" {
			continue
		}
		if o.Value == nil {
			return "the value of " + o.Name + " is not known"
		}
		text, ok := o.Value.Text()
		command := text
		if ok && o.Name == "--bind" {
			command = fzfCommand(text)
		}
		switch {
		case !ok:
			return "the value of " + o.Name + " is not known"
		case command != "":
			if why := r.innerText(command); why != "" {
				return why
			}
		case !fzfBinds(text):
			return "the keys of --bind may run commands"
		}
	}
	return ""
}

// fzfCommand is the command of a text that is KEY:ACTION(COMMAND) or KEY:ACTION:COMMAND,
// with an action of fzfRuns, and nothing behind it; or "".
func fzfCommand(text string) string {
	_, action, _ := strings.Cut(text, ":")
	i := strings.IndexAny(action, "(:")
	if i < 0 || !has(fzfRuns, action[:i]) {
		return ""
	}
	command := action[i+1:]
	if action[i] == '(' {
		command, _ = strings.CutSuffix(command, ")")
	}
	if strings.ContainsAny(command, "(),+") {
		return ""
	}
	return command
}

// fzfBinds reports whether all of KEY:ACTION+ACTION,… run nothing.
func fzfBinds(text string) bool {
	for bind := range strings.SplitSeq(text, ",") {
		key, actions, ok := strings.Cut(bind, ":")
		if !ok || key == "" {
			return false
		}
		for action := range strings.SplitSeq(actions, "+") {
			if !has(fzfActions, action) {
				return false
			}
		}
	}
	return true
}

// fdReads refuses ways to start programs that are not read elsewhere: -x in one word
// with other letters or its value, and programs to which an added name is no input.
func fdReads(r *Reading) string {
	args := r.Inv.Args
	for i := range args {
		text, ok := args[i].Value.Text()
		if !ok {
			continue
		}
		switch {
		case has("-x -X --exec --exec-batch", text):
			return fdStarts(r, args[i+1:])
		case text == "--":
			return ""
		case strings.HasPrefix(text, "--"):
			if strings.HasPrefix(text, "--ex") && strings.HasPrefix("--exec-batch", text) || strings.HasPrefix(text, "--exec=") || strings.HasPrefix(text, "--exec-batch=") {
				return "with " + text + " it starts a program"
			}
		case len(text) > 1 && text[0] == '-' && strings.ContainsAny(text, "xX"):
			return "with " + text + " it may start a program"
		}
	}
	return ""
}

// fdStarts judges the words after -x: where no word is {}, the name is added at the
// end, and the other marks of fd's stand for parts of it.
func fdStarts(r *Reading, words []ast.Arg) string {
	if len(words) == 0 {
		return "the program that it starts is not known"
	}
	braces, odd := false, false
	for i := range words {
		text, ok := words[i].Value.Text()
		if !ok {
			continue
		}
		braces = braces || strings.Contains(text, "{}")
		odd = odd || strings.Contains(text, "{/") || strings.Contains(text, "{.")
	}
	if braces && !odd {
		return ""
	}
	name, _ := words[0].Value.Text()
	if r.anyOperand(name) {
		return ""
	}
	return "to " + name + " the names that are found may be more than input"
}

// notInner are programs that start others, whose words are not read here.
const notInner = "find fd fdfind xargs env nice ionice timeout time watch command builtin exec eval sh ash bash dash ksh zsh fish busybox stdbuf " +
	"setsid taskset caffeinate unbuffer chronic repeat noglob nocorrect arch"

// innerReads says why the command that words make does more than read, or "".
func (r *Reading) innerReads(words []ast.Arg) string {
	inv := &ast.Invocation{In: r.Inv.In, Span: r.Inv.Span, Name: &words[0], Args: words[1:], Dir: r.Inv.Dir}
	if has(notInner, inv.Program()) {
		return "the program " + inv.Program() + " starts others"
	}
	return programReads(inv)
}

// anyOperand reports whether a program reads with any operands, and has no options
// with which it does not.
func (r *Reading) anyOperand(program string) bool {
	u := findUse(program)
	return u != nil && u.always()
}

// innerText says why a text of plain words, in which braces stand for what is chosen,
// does more than read as a command, or "".
func (r *Reading) innerText(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		return "the command " + text + " is more than one line"
	}
	var words []ast.Arg
	for word := range strings.FieldsSeq(text) {
		value := ast.Known(word)
		for _, c := range []byte(word) {
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') && strings.IndexByte("-_=./:,@%+{}", c) < 0 {
				return "the command " + text + " is more than plain words"
			}
			if c == '{' {
				value = ast.Unknown("it is replaced by what is chosen", "")
			}
		}
		words = append(words, ast.Arg{Span: r.Inv.Span, Value: value})
	}
	if len(words) == 0 {
		return "the command " + text + " is not known"
	}
	return r.innerReads(words)
}

// rtkThrough are programs that rtk runs with their own words.
const rtkThrough = "git ls cat tree grep rg diff wc head tail gh cargo pip uv ruff mypy go docker kubectl aws psql jq"

// judgeRtk judges what rtk runs.
func judgeRtk(r *Reading) string {
	args := r.Inv.Args
	if len(args) == 0 {
		return ""
	}
	name, ok := args[0].Value.Text()
	switch {
	case !ok:
		return "the command is not known"
	case name == "--version" || name == "--help" || name == "-V" || name == "-h" || name == "help":
		return ""
	case name == "gain" || name == "discover":
		return rtkReports(args[1:])
	case name == "proxy" && len(args) > 1:
		args = args[1:]
		name, _ = args[0].Value.Text()
	}
	if !has(rtkThrough, name) {
		return "the command " + name + " of rtk is not known to read only"
	}
	if name == "grep" {
		searcher := args[0]
		searcher.Value = ast.Known("rg") // the words go to rg where it is installed
		args = append([]ast.Arg{searcher}, args[1:]...)
	}
	return r.innerReads(args)
}

// rtkReports allows the reports of rtk on itself.
func rtkReports(args []ast.Arg) string {
	for i := range args {
		text, ok := args[i].Value.Text()
		if !ok || !has("--history -H --graph -g --daily -d --weekly -w --monthly -m --all -a --project -p --quota -q", text) {
			return "the option " + args[i].Value.Display() + " is not known to read only"
		}
	}
	return ""
}
