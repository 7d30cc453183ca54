package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// Options that many of systemd's programs know. -H and -M connect elsewhere, and are
// in no list.
const (
	systemdFlags = "-a --all -l --full -q --quiet --no-pager --no-legend --plain --user --system --failed --value -r --recursive --reverse --after " +
		"--before --with-dependencies --show-types --no-ask-password --global -i -j --version -h --help"
	systemdValues = "-t --type -p --property -P --state -n --lines -o --output --legend --json --timestamp"
)

const (
	gzipOptions = "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -c -d -e -f -h -k -l -n -N -q -t -v -V -L -z -s --stdout --to-stdout --decompress --uncompress " +
		"--compress --force --keep --list --test --no-name --name --quiet --verbose --best --fast --small --license --rsyncable --no-sparse " +
		"--single-stream --robot --extreme --ultra --no-progress --progress --no-check --check"
	lessOptions = "-N -S -R -r -F -X -E -e -i -I -n -m -M -q -Q -s -f -c -C -g -G -a -A -w -W -V -d -u -l --quit-if-one-screen --no-init " +
		"--RAW-CONTROL-CHARS --raw-control-chars --LINE-NUMBERS --line-numbers --chop-long-lines --ignore-case --IGNORE-CASE " +
		"--squeeze-blank-lines --squeeze --long-prompt --LONG-PROMPT --quit-at-eof --QUIT-AT-EOF --force --silent --quiet"
	showNames = "show sho sh list lis lst ls l"
)

// systemUse knows the programs of systems and of files in formats of their own: from
// the manuals of GNU, busybox, BSD and macOS, util-linux, iproute2 and systemd.
func systemUse(program string) *Use {
	switch program {
	// Text and archives.
	case "sed", "gsed":
		return &Use{Doc: "prints edited lines; -i edits files, -f reads a program, and w and e of its program write and run", Text: 1, TextValues: "-e --expression", Not: "-i -I --in-place -f --file",
			Only: "-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox --debug", Judge: sedReads}
	case "awk", "gawk", "mawk", "nawk", "original-awk":
		return &Use{Doc: "prints what its program says, which can write, run and connect; -f -e -i -l load programs, -o -d -p write", Text: 1, TextValues: "-F -v", Not: "-f --file -i --include -l --load -e --source -E --exec -o --pretty-print -d --dump-variables -p --profile -D --debug -W",
			Only: "-V -S --sandbox -P --posix -r --re-interval -c --traditional -b --characters-as-bytes -O --optimize -s --no-optimize -N " +
				"--use-lc-numeric -n --non-decimal-data -t --lint-old -M --bignum -k --csv -C --copyright -h --field-separator --assign", Judge: awkReads}
	case "tar", "gtar", "bsdtar":
		return &Use{Doc: "lists an archive with t; the other modes write, and many options run programs", Values: "-f --file -C --directory --exclude -X --exclude-from -b --blocking-factor --warning --include",
			Only: "-t --list -v --verbose -z --gzip --gunzip -j --bzip2 -J --xz -Z --zstd --lzma --lzip --lzop -a --auto-compress -R --block-number " +
				"--totals --utc --full-time --numeric-owner -i --ignore-zeros --wildcards --no-wildcards --wildcards-match-slash --anchored " +
				"--no-anchored --ignore-case --no-recursion --occurrence -O --to-stdout --show-transformed-names --force-local", Judge: tarReads}
	case "unzip":
		return &Use{Doc: "lists (-l -v -Z), tests (-t) or prints (-p) an archive; else it extracts", Only: "-l -v -t -p -Z -z -q -qq -h -hh -C -1 -2 -s -m", Not: "-d -x -o -u -f -n -j -T -P -M -K -X", Judge: unzipReads}
	case "zipinfo":
		return &Use{Doc: "lists an archive", Only: "-1 -2 -l -s -m -v -h -t -T -z -C -M", Values: "-x"}
	case "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma":
		return &Use{Doc: "print, list or test with -c, -l, -t, or standard input; else they replace the file", Values: "-S --suffix -T --threads -F --format -C -M --memlimit", Only: gzipOptions, Judge: onlyPrints}
	case "zstd", "unzstd", "lz4", "unlz4":
		return &Use{Doc: "print, list or test with -c, -l, -t, or standard input; else they write a file, and --rm removes one", Only: gzipOptions + " -T --long", Judge: onlyPrints}
	case "zcat", "gzcat", "bzcat", "xzcat", "lzcat", "zstdcat", "lz4cat":
		return &Use{Doc: "print compressed files", Only: gzipOptions, Not: "-o --output --rm"}
	case "bzgrep", "bzegrep", "bzfgrep", "xzgrep", "xzegrep", "xzfgrep", "zstdgrep", "lzgrep", "zegrep", "zfgrep":
		return &Use{Doc: "search compressed files", Text: 1, TextValues: "-e --regexp -m -A -B -C"}
	case "7z", "7za", "7zr", "7zz":
		return &Use{Doc: "lists, tests, hashes; a d e x u rn write files", Words: true, Bare: true, Most: NoOperand, Only: "-slt -p -ba -r -h -bd -y -scrc -scrc* -scrcCRC32 -scrcCRC64 -scrcSHA1 -scrcSHA256 -scrcXXH64 -scrcBLAKE2sp -mmt -mmt1 -mmt2 -mmt4 " +
			"-mmt8 -mmt16 -mm -md -slp -snl", Subs: func() []Use {
			return []Use{
				{Names: "l t", Doc: "lists or tests an archive", Not: "-o -w -sdel"},
				{Names: "b i", Doc: "benchmarks, or shows formats"},
				{Names: "h", Doc: "prints checksums of files"},
			}
		}}
	case "base64", "base32", "basenc", "gbase64":
		return &Use{Doc: "print a file encoded; macOS's -o writes one, and some have a second operand that is written", Most: 1, Values: "-w --wrap -b --break", Not: "-o --output", Only: "-d -D -i --decode --encode --ignore-garbage -n --noerrcheck --copyright --base64 --base64url --base32 --base32hex --base16 " +
			"--base2msbf --base2lsbf --z85 -h", Judge: singleWords}
	case "xxd":
		return &Use{Doc: "prints a file in hexadecimal; a second operand is written, and -r makes a file of it again", Most: 1, Values: "-c -l -g -s -o -n -R", Only: "-a -b -C -d -e -E -i -p -u -v -ps -plain -postscript -autoskip -bits -EBCDIC -include -uppercase -capitalize -version", Not: "-r -revert", Judge: xxdReads}
	case "iconv":
		return &Use{Doc: "prints a file in another encoding; -o writes one", Values: "-f --from-code -t --to-code", Only: "-c -l --list -s --silent --verbose", Not: "-o --output"}
	case "openssl":
		return &Use{Doc: "shows certificates and requests with -noout, and what it knows; it can write, sign, make keys and connect", Words: true, Subs: func() []Use {
			return []Use{
				{Names: "x509", Doc: "shows a certificate", Values: "-in -inform -nameopt -certopt -checkend -checkhost -checkemail -checkip -ext", Only: "-noout -text -subject -issuer -dates -startdate -enddate -serial -fingerprint -hash -subject_hash -issuer_hash -subject_hash_old " +
					"-issuer_hash_old -pubkey -modulus -email -ocsp_uri -purpose -ocspid -alias -sha1 -sha256 -sha384 -sha512 -md5", Most: NoOperand, Judge: withoutOutput},
				{Names: "req", Doc: "shows a request", Values: "-in -inform -nameopt -reqopt", Only: "-noout -text -subject -verify -pubkey -modulus", Most: NoOperand, Judge: withoutOutput},
				{Names: "crl", Doc: "shows a revocation list", Values: "-in -inform -nameopt", Only: "-noout -text -issuer -lastupdate -nextupdate -crlnumber -fingerprint -hash", Most: NoOperand, Judge: withoutOutput},
				{Names: "pkcs7", Doc: "shows the certificates of a message", Values: "-in -inform", Only: "-noout -text -print_certs", Most: NoOperand, Judge: withoutOutput},
				{Names: "verify", Doc: "checks certificates", Values: "-CAfile -CApath -untrusted -trusted -purpose -verify_name -nameopt -attime", Only: "-verbose -show_chain -partial_chain -x509_strict -no-CAfile -no-CApath -no_check_time"},
				{Names: "version", Doc: "shows the version", Only: "-a -b -c -d -e -f -m -o -p -r -v", Most: NoOperand},
				{Names: "list", Doc: "lists commands and algorithms", Values: "-select", Only: "-1 -commands -digest-commands -digest-algorithms -cipher-commands -cipher-algorithms -public-key-algorithms -public-key-methods " +
					"-mac-algorithms -kdf-algorithms -disabled -providers -verbose -standard-commands -options", Most: NoOperand},
				{Names: "ciphers", Doc: "lists ciphers", Only: "-v -V -s -stdname -tls1_3 -tls1_2 -tls1_1 -tls1"},
				{Names: "errstr help", Doc: "explain an error, or a command"},
			}
		}}
	case "gpg", "gpg2":
		return &Use{Doc: "lists keys; it signs, encrypts, imports and fetches", Only: "-k -K --list-keys --list-public-keys --list-secret-keys --fingerprint --list-sigs --check-sigs --list-signatures --show-keys " +
			"--with-colons --with-fingerprint --with-subkey-fingerprint --with-keygrip --fixed-list-mode --batch --no-tty " +
			"--no-auto-check-trustdb -v -q --verbose --quiet", Values: "--keyid-format", Judge: gpgReads}
	case "ssh-keygen":
		return &Use{Doc: "shows a fingerprint (-l), a certificate (-L), a known host (-F) or a public key (-y); else it makes keys", Values: "-f -F -E", Only: "-l -L -y -B -v", Most: NoOperand, Judge: keygenReads}
	case "tee":
		return &Use{Doc: "copies its input to the output, and to files", Only: "-a --append -i --ignore-interrupts -p", Judge: onlySinks}
	case "mktemp":
		return &Use{Doc: "prints a name with -u; else it makes a file", Only: "-u --dry-run -d --directory -q --quiet -t", Values: "-p --tmpdir --suffix", Judge: mktempReads}
	case "less", "more", "pg", "zless", "zmore", "bzless", "xzless":
		return &Use{Doc: "show files; -o logs to a file, -k reads key bindings, and + begins with a command", Values: "-p -x -z -j -h -b -y", Only: lessOptions, Not: "-o -O -k -t -T -P --log-file --LOG-FILE --lesskey-file --lesskey-src --lesskey-content --tag --tag-file", Judge: lessReads}
	case "man":
		return &Use{Doc: "shows manual pages; -P and -H run a program", Values: "-s -S --sections --locale", Text: -1, Only: "-k --apropos -f --whatis -K --global-apropos -w -W --where --path --location --where-cat -a --all -i -I --regex --wildcard " +
			"--names-only -7", Not: "-P --pager -H --html -X -u --update -C --config-file -p --preprocessor -Z -T -t -M --manpath"}
	case "apropos", "whatis":
		return &Use{Doc: "search manual pages", Values: "-s -S --sections", Text: -1, Only: "-r --regex -w --wildcard -e --exact -a --and -l --long -d -v"}
	case "info":
		return &Use{Doc: "shows documents; -o and --dribble write, --restore types keys", Values: "-f --file -n --node --index-search -k --apropos", Only: "-w --where --location -a --all -O --usage"}
	case "printenv":
		return &Use{Doc: "prints variables", Text: -1}
	case "env":
		return &Use{Doc: "prints the environment; with a program it starts it, which is judged for itself", Only: "-0 --null -i --ignore-environment -", Values: "-u --unset", Text: -1, Judge: onlyAssigns}
	case "nice":
		return &Use{Doc: "prints the niceness", Most: NoOperand, Not: "-n --adjustment"}
	case "caffeinate":
		return &Use{Doc: "keeps the machine awake while it runs", Most: NoOperand, Only: "-d -i -m -s -u", Values: "-t -w"}
	case "script":
		return &Use{Doc: "plays a recording, or records what a program that only reads prints to /dev/null", Judge: scriptReads}

	// Network.
	case "ip":
		return &Use{Doc: "shows interfaces, routes and namespaces; add, set, del, flush change them, netns exec and -batch run", Words: true, Values: "-f -family -n -netns -l -loops -rc -rcvbuf", Bare: true, Most: NoOperand,
			Only: "-4 -6 -0 -B -M -d -details -r -resolve -s -stats -statistics -o -oneline -t -timestamp -ts -tshort -br -brief -j -json -p -pretty " +
				"-c -color -h -human -human-readable -iec -N -Numeric -a -all -V -Version --brief --color --json --details --statistics --oneline " +
				"--pretty --human-readable", Subs: ipObjects}
	case "bridge", "tc":
		return &Use{Doc: "show bridges, or queues; add, set, del change them", Words: true, Bare: true, Most: NoOperand,
			Only: "-s -stats -statistics -d -details -j -json -p -pretty -c -color -o -oneline -br -r -n -iec -g -graph -t -timestamp", Subs: func() []Use {
				return []Use{
					{Names: "link fdb mdb vlan vni qdisc class filter action actions chain", Doc: "show them", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "show list ls", Doc: "shows them"}} }},
					{Names: "monitor", Doc: "prints changes"},
				}
			}}
	case "ifconfig":
		return &Use{Doc: "shows interfaces; words behind the name change it", Most: 1, Only: "-a -s -v -l -u -d -m -L", Judge: ifconfigReads}
	case "route":
		return &Use{Doc: "shows routes; add, del, flush change them", Bare: true, Most: NoOperand, Only: "-n -e -v -4 -6 -F -C -ee", Subs: func() []Use { return []Use{{Names: "get show monitor", Doc: "show a route, or changes"}} }}
	case "arp":
		return &Use{Doc: "shows neighbours; -s -d -f change them", Most: 1, Values: "-i", Only: "-a -n -v -e -l -x --all --numeric --verbose", Not: "-s -d -f -S --set --delete --file", Judge: singleWords}
	case "netstat":
		return &Use{Doc: "shows connections; -z clears counters", Not: "-z -Z"}
	case "ss":
		return &Use{Doc: "shows sockets; -K closes them, -D writes a file", Values: "-A --query --socket -f --family -F --filter -N --net", Not: "-K --kill -D --diag", Text: -1}
	case "nmcli":
		return &Use{Doc: "shows connections and devices; up, down, add, modify, delete change them", Bare: true, Most: NoOperand, Values: "-f --fields -g --get-values -c --colors -e --escape -m --mode -w --wait", Only: "-t --terse -p --pretty -o --overview -v", Not: "-s --show-secrets -a --ask", Subs: func() []Use {
			return []Use{
				{Names: "general gen g", Doc: "shows the state", Bare: true, Most: NoOperand, Subs: func() []Use {
					return []Use{{Names: "status permissions", Doc: "shows it", Most: NoOperand}, {Names: "hostname logging", Doc: "shows it; an operand sets it", Most: NoOperand}}
				}},
				{Names: "networking net n", Doc: "shows the state", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "connectivity", Doc: "shows it", Most: NoOperand}} }},
				{Names: "radio r", Doc: "shows the state of radios", Bare: true, Most: NoOperand, Subs: func() []Use {
					return []Use{{Names: "all wifi wwan", Doc: "shows it; an operand sets it", Most: NoOperand}}
				}},
				{Names: "connection con conn c", Doc: "shows connections", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "show monitor", Doc: "shows them", Only: "--active --order"}} }},
				{Names: "device dev d", Doc: "shows devices", Bare: true, Most: NoOperand, Subs: func() []Use {
					return []Use{{Names: "status show monitor", Doc: "shows them"}, {Names: "wifi", Doc: "shows access points", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list", Doc: "lists them", Not: "--rescan"}} }}}
				}},
				{Names: "monitor m", Doc: "prints changes", Most: NoOperand},
			}
		}}
	case "iw":
		return &Use{Doc: "shows wireless devices; set, connect, scan change them", Judge: iwReads}
	case "ethtool":
		return &Use{Doc: "shows settings of an interface; -s -A -C -G -K -L change them", Most: 1, Only: "-i --driver -k --show-features --show-offload -S --statistics -g --show-ring -c --show-coalesce -a --show-pause -l --show-channels " +
			"-P --show-permaddr -T --show-time-stamping -n -x -h", Judge: singleWords}
	case "hostname":
		return &Use{Doc: "prints the name; an operand, -F and -b set it", Most: NoOperand, Only: "-f --fqdn --long -s --short -d --domain -i --ip-address -I --all-ip-addresses -a --alias -A --all-fqdns -V", Not: "-F --file -b --boot", Judge: singleWords}
	case "domainname", "dnsdomainname", "nisdomainname", "ypdomainname":
		return &Use{Doc: "print a name; an operand sets it", Most: NoOperand, Only: "-V", Judge: singleWords}
	case "iptables", "ip6tables":
		return &Use{Doc: "list rules with -L and -S; else they change them", Values: "-t --table", Only: "-w -L --list -S --list-rules -n --numeric -v --verbose -x --exact --line-numbers", Judge: rulesRead}
	case "nft":
		return &Use{Doc: "lists rules", Only: "-a -n -s -j -y --handle --numeric --stateless --json", Subs: func() []Use { return []Use{{Names: "list", Doc: "lists them", Judge: withoutSemicolon}} }}
	case "ufw":
		return &Use{Doc: "shows the firewall", Subs: func() []Use { return []Use{{Names: "status show version", Doc: "shows it"}} }}
	case "rfkill":
		return &Use{Doc: "shows switches; block and unblock change them", Bare: true, Most: NoOperand, Only: "-J --json -n --noheadings -o --output --output-all -r --raw", Subs: func() []Use { return []Use{{Names: "list event", Doc: "shows them"}} }}
	case "brctl":
		return &Use{Doc: "shows bridges", Subs: func() []Use { return []Use{{Names: "show showmacs showstp", Doc: "shows them"}} }}
	case "ping", "ping6":
		return &Use{Doc: "asks a host whether it answers, -c times; nothing is changed or handed over", Values: "-c -W -w -i -t -I -s", Only: "-n -q -4 -6 -v -D -O -o", Most: 1, Judge: pingReads}
	case "curl":
		return &Use{Doc: "prints its version or its help; else it fetches", Words: true, Only: "-V --version -h --help -M --manual", Most: NoOperand, Judge: anOption}
	case "wget":
		return &Use{Doc: "prints its version or its help; else it fetches", Words: true, Only: "-V --version -h --help", Most: NoOperand, Judge: anOption}
	case "dig":
		return &Use{Doc: "asks for a name that the command spells out; -f reads names from a file, -k a key", Only: "-4 -6 -r -u -m", Values: "-t -p -q -x -c", Judge: looksUp}
	case "host", "nslookup":
		return &Use{Doc: "ask for a name that the command spells out", Only: "-4 -6 -v -a -d -C -r -T -s -w -i -n", Values: "-t -W -R -N -c", Judge: looksUp}

	// The running system.
	case "dmesg":
		return &Use{Doc: "prints messages of the kernel; -C -c clear them, -D -E -n set the console", Values: "-f --facility -l --level -F --file -K --kmsg-file -s --buffer-size --since --until", Most: NoOperand, Not: "-c --read-clear -C --clear -D --console-off -E --console-on -n --console-level"}
	case "journalctl":
		return &Use{Doc: "prints the journal; --vacuum, --rotate, --flush and the like change it", Values: "-u --unit -p --priority -S --since -U --until -o --output -t --identifier -D --directory --file -g --grep -c " +
			"--cursor -F --field --facility --user-unit", Text: -1,
			Not: "--vacuum-size --vacuum-files --vacuum-time --rotate --flush --relinquish-var --smart-relinquish-var --sync --update-catalog " +
				"--setup-keys --cursor-file --new-id128 --image -M --machine --force --interval --verify-key"}
	case "systemctl":
		return &Use{Doc: "shows units; start, stop, enable and the like change them", Values: systemdValues, Only: systemdFlags, Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{
				{Names: "status show cat list-units list-unit-files list-sockets list-timers list-paths list-automounts list-jobs list-dependencies " +
					"list-machines list-swaps is-active is-enabled is-failed show-environment", Doc: "shows units"},
				{Names: "is-system-running get-default log-level log-target", Doc: "shows the state of the manager; an operand sets some", Most: NoOperand},
			}
		}}
	case "service":
		return &Use{Doc: "shows services; start, stop, restart change them", Only: "--status-all", Judge: serviceReads}
	case "hostnamectl":
		return &Use{Doc: "shows the name; set-hostname changes it", Values: systemdValues, Only: systemdFlags, Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: "status hostname icon-name chassis deployment location", Doc: "shows it; an operand sets some", Most: NoOperand}}
		}}
	case "timedatectl":
		return &Use{Doc: "shows the time; set-time and the like change it", Values: systemdValues, Only: systemdFlags, Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: "status show list-timezones timesync-status show-timesync", Doc: "shows it", Most: NoOperand}}
		}}
	case "localectl":
		return &Use{Doc: "shows the locale; set-locale and the like change it", Values: systemdValues, Only: systemdFlags, Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: "status list-locales list-keymaps list-x11-keymap-models list-x11-keymap-layouts list-x11-keymap-variants list-x11-keymap-options", Doc: "shows it"}}
		}}
	case "loginctl":
		return &Use{Doc: "shows sessions; terminate, lock, kill act on them", Values: systemdValues, Only: systemdFlags, Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: "list-sessions list-users list-seats session-status show-session user-status show-user seat-status show-seat", Doc: "shows them"}}
		}}
	case "resolvectl":
		return &Use{Doc: "shows the resolver; dns, domain, flush-caches change it", Values: systemdValues, Only: systemdFlags, Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "status statistics", Doc: "shows it"}} }}
	case "networkctl":
		return &Use{Doc: "shows links; up, down, reload change them", Values: systemdValues, Only: systemdFlags + " -s --stats", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list status lldp label", Doc: "shows them"}} }}
	case "coredumpctl":
		return &Use{Doc: "lists crashes; dump and debug write and run", Values: systemdValues + " -S --since -U --until", Only: systemdFlags + " -1", Not: "-o --output", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list info", Doc: "shows them"}} }}
	case "busctl":
		return &Use{Doc: "shows services of the bus; call and set-property act on them", Values: systemdValues, Only: systemdFlags + " --acquired --activatable --unique --list --verbose", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list status tree introspect get-property", Doc: "shows them"}} }}
	case "systemd-analyze":
		return &Use{Doc: "shows how the system started", Values: systemdValues + " --fuzz --from-pattern --to-pattern --iterations", Only: systemdFlags + " --no-pager --order --require", Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: "time blame critical-chain calendar timespan timestamp unit-paths dump dot plot syscall-filter exit-status", Doc: "shows it"}}
		}}
	case "systemd-cgls", "systemd-cgtop", "systemd-detect-virt", "systemd-path":
		return &Use{Doc: "show control groups, the machine and paths"}
	case "launchctl":
		return &Use{Doc: "shows services; load, bootstrap, kickstart and the like change them", Subs: func() []Use {
			return []Use{
				{Names: "list print print-cache print-disabled blame dumpstate dumpjpcategory error getenv help hostinfo managername managerpid manageruid plist procinfo resolveport version variant", Doc: "shows them"},
				{Names: "limit", Doc: "shows limits; further operands set them", Most: 1, Judge: singleWords},
			}
		}}
	case "sysctl":
		return &Use{Doc: "prints settings of the kernel; NAME=VALUE, -w, -p, --system set them", Values: "--pattern", Only: "-a -A -X -n -N -e -b -q -x -d -h -o -i --all --values --names --ignore --binary --deprecated --quiet", Not: "-w --write -p --load --system -f", Judge: noAssignment}
	case "lsmod", "lscpu", "lsns", "lsmem", "lsipc", "lslocks", "lslogins", "lsattr", "getfacl", "getfattr", "getcap", "namei", "findmnt",
		"getenforce", "sestatus", "lsb_release", "vmstat", "pwdx", "slabtop", "iostat", "mpstat", "vm_stat":
		return &Use{Doc: "print facts of the system and of files"}
	case "pmap":
		return &Use{Doc: "shows the memory of a process; -n and -N write a file", Not: "-n --create-rc -N --create-rc-to"}
	case "modinfo":
		return &Use{Doc: "shows a module of the kernel", Only: "-a -d -l -p -n -0 --author --description --license --parameters --filename --null", Values: "-F --field -k --set-version -b --basedir"}
	case "lspci":
		return &Use{Doc: "lists devices; -q asks the network, -H touches the hardware", Only: "-v -n -k -t -m -D -b -x -nn -mm -vv -vvv", Values: "-s -d"}
	case "lsusb":
		return &Use{Doc: "lists devices", Only: "-v -t -V", Values: "-s -d"}
	case "lshw":
		return &Use{Doc: "lists hardware; -dump writes a file", Words: true, Only: "-short -html -xml -json -businfo -sanitize -numeric -quiet", Values: "-class -C -c -disable -enable", Most: NoOperand}
	case "dmidecode":
		return &Use{Doc: "shows what the firmware says; --dump-bin writes a file", Only: "-q --quiet", Values: "-t --type -s --string", Most: NoOperand}
	case "lsof":
		return &Use{Doc: "lists open files; -D can write a cache", Values: "-p -u -c -d", Not: "-D -A -k -m"}
	case "fuser":
		return &Use{Doc: "shows who uses a file; -k kills them", Values: "-n --namespace", Only: "-v -a -m -u -c -f -4 -6 -I -l --verbose --all --mount --user --ismountpoint --list-signals", Not: "-k --kill -K"}
	case "top":
		return &Use{Doc: "shows processes; its keys act on them where it has a terminal", Not: "-A -W"}
	case "pidstat":
		return &Use{Doc: "shows processes; -e runs a program", Not: "-e"}
	case "sar":
		return &Use{Doc: "shows the load; -o writes a file", Not: "-o"}
	case "mount":
		return &Use{Doc: "lists what is mounted; operands and -a mount", Most: NoOperand, Values: "-t --types", Only: "-l --show-labels -v --verbose"}
	case "swapon":
		return &Use{Doc: "lists swap; operands and -a enable it", Most: NoOperand, Only: "-s --summary --show --noheadings --raw --bytes", Judge: swapRead}
	case "losetup":
		return &Use{Doc: "lists loop devices; operands set them up", Most: NoOperand, Values: "-j --associated", Only: "-a --all -l --list -n --noheadings --raw -J --json"}
	case "blkid":
		return &Use{Doc: "shows block devices; -g and -w write its cache", Values: "-o --output -s --match-tag -t --match-token -L --label -U --uuid", Only: "-l --list-one -k --list-filesystems -p --probe -i --info", Not: "-g --garbage-collect -w -c --cache-file"}
	case "getent":
		return &Use{Doc: "prints entries of databases", Text: -1}
	case "last", "lastb", "w":
		return &Use{Doc: "show who was logged in"}
	case "lastlog":
		return &Use{Doc: "shows last logins; -C and -S write", Not: "-C --clear -S --set"}
	case "chage":
		return &Use{Doc: "shows ages of a password with -l; else it sets them", Only: "-l --list", Most: 1, Judge: chageReads}
	case "crontab":
		return &Use{Doc: "prints the table with -l; else it writes it", Only: "-l", Values: "-u", Most: NoOperand, Judge: listsOnly}
	case "at":
		return &Use{Doc: "lists jobs with -l; else it makes or removes them", Only: "-l", Values: "-q", Most: NoOperand, Judge: listsOnly}
	case "atq":
		return &Use{Doc: "lists jobs", Values: "-q", Only: "-V"}
	case "nvidia-smi":
		return &Use{Doc: "shows graphics cards; -f writes a file, -pm -pl -r and the like set them", Words: true, Only: "-L --list-gpus -q --query -x --query-gpu --query-compute-apps --format --xml-format", Values: "-i --id -l --loop -d --display", Most: NoOperand}
	case "sensors":
		return &Use{Doc: "shows sensors; -s sets them", Not: "-s --set -c --config-file"}

	// Packages of systems.
	case "dpkg":
		return &Use{Doc: "shows packages; -i -r -P --configure change them", Only: "-l --list -L --listfiles -s --status -S --search -p --print-avail -I --info -c --contents -V --verify -C --audit -W --show " +
			"--get-selections --print-architecture --print-foreign-architectures --compare-versions --no-pager", Judge: dpkgReads}
	case "dpkg-query":
		return &Use{Doc: "shows packages", Values: "-f --showformat", Only: "-l --list -L --listfiles -s --status -S --search -p --print-avail -W --show -c --control-path --control-list --control-show " +
			"--no-pager"}
	case "dpkg-deb":
		return &Use{Doc: "shows a package; -x -e -b write", Only: "-I --info -c --contents -f --field -W --show --showformat", Judge: dpkgReads}
	case "apt":
		return &Use{Doc: "shows packages; install, remove, update and the like change them, -o and -c set what runs", Not: "-o --option -c --config-file", Flags: "-q -qq -a --all-versions -n --names-only --installed --upgradable", Subs: func() []Use {
			return []Use{{Names: "list show policy search depends rdepends showsrc madison", Doc: "shows packages"}}
		}}
	case "apt-cache":
		return &Use{Doc: "shows packages; -o and -c set what runs", Not: "-o --option -c --config-file --generate", Flags: "-q -n --names-only -a --all-versions -f --full", Subs: func() []Use {
			return []Use{{Names: "policy show search depends rdepends pkgnames madison stats unmet showpkg showsrc dump dumpavail", Doc: "shows packages"}}
		}}
	case "apt-mark":
		return &Use{Doc: "shows marks; auto, manual, hold set them", Not: "-o --option -c --config-file -f --file", Flags: "-q", Subs: func() []Use {
			return []Use{{Names: "showauto showmanual showhold showinstall showremove", Doc: "shows them"}}
		}}
	case "apt-config":
		return &Use{Doc: "shows settings", Not: "-o --option -c --config-file", Flags: "-q", Subs: func() []Use { return []Use{{Names: "dump", Doc: "shows them"}} }}
	case "aptitude":
		return &Use{Doc: "shows packages", Not: "-o -c --config-file -w", Flags: "-q", Subs: func() []Use {
			return []Use{{Names: "search show versions why why-not", Doc: "shows packages", Values: "-F -O -w"}}
		}}
	case "rpm":
		return &Use{Doc: "asks for packages with -q; else it changes them, and --pipe runs a program", Values: "--qf --queryformat", Only: "-q --query -a --all -i --info -l --list -f --file -p --package -c --configfiles -d --docfiles -s --state -R --requires --provides " +
			"--changelog --scripts --triggers --whatprovides --whatrequires --conflicts --obsoletes --recommends --suggests --last -v " +
			"--nosignature --nodigest", Judge: rpmReads}
	case "dnf", "dnf5", "yum":
		return &Use{Doc: "shows packages; install, remove, upgrade change them, and some options read configuration", Not: "--setopt -c --config --installroot --repofrompath --enableplugin -x --downloaddir --destdir", Flags: "-q --quiet -C --cacheonly -v --verbose --showduplicates", Subs: func() []Use {
			return []Use{
				{Names: "list info search provides whatprovides repolist repoinfo repoquery deplist", Doc: "shows packages"},
				{Names: "history group module", Doc: "shows them", Subs: func() []Use { return []Use{{Names: "list info", Doc: "shows them"}} }},
			}
		}}
	case "pacman":
		return &Use{Doc: "asks for packages with -Q, -Si, -Ss, -Sl, -Sg; else it changes them", Only: "-Q --query -S --sync -i --info -l --list -o --owns -q --quiet -e --explicit -d --deps -t --unrequired -m --foreign -n --native -u " +
			"--upgrades -g --groups -k --check -c --changelog -s --search -p --file", Judge: pacmanReads}
	case "apk":
		return &Use{Doc: "shows packages; add, del, upgrade change them", Not: "-U --update-cache -X --repository -p --root --repositories-file --cache-dir --cache-max-age", Flags: "-q --quiet -v --verbose --no-network", Subs: func() []Use { return []Use{{Names: "info list search policy version stats", Doc: "shows packages"}} }}
	case "snap":
		return &Use{Doc: "shows packages; install, remove, refresh change them", Subs: func() []Use {
			return []Use{{Names: "list info find version changes tasks services connections interfaces model", Doc: "shows them"}}
		}}
	case "flatpak":
		return &Use{Doc: "shows applications; install, run, update act", Flags: "-v", Subs: func() []Use {
			return []Use{{Names: "list info search remotes remote-ls remote-info history permissions documents ps", Doc: "shows them"}}
		}}
	case "locate", "plocate", "mlocate", "slocate":
		return &Use{Doc: "find names in a database", Text: -1, Not: "-U -u -o --output"}

	// Terminals.
	case "tput":
		return &Use{Doc: "prints codes of the terminal; init and reset run what it says", Values: "-T", Only: "-x -V", Text: -1, Judge: tputReads}
	case "stty":
		return &Use{Doc: "shows the terminal's settings; other words change them", Only: "-a --all -g --save -e", Values: "-F --file -f", Judge: sttyReads}
	case "tmux":
		return &Use{Doc: "lists sessions and panes; a ; begins another command, and #( in a format runs one", Values: "-L -S", Flags: "-u -2", Subs: func() []Use {
			return []Use{
				{Names: "ls list-sessions lsw list-windows lsp list-panes lsc list-clients lsk list-keys lscm list-commands list-buffers lsb has-session " +
					"has show-options show show-window-options showw show-environment showenv show-hooks show-messages showmsgs info server-info", Doc: "shows them", Judge: tmuxReads},
				{Names: "capture-pane capturep", Doc: "prints a pane with -p", Values: "-t -S -E", Only: "-p -e -J -N -a -q -C", Judge: tmuxPrints},
			}
		}}
	case "screen":
		return &Use{Doc: "lists sessions with -ls; else it starts one", Words: true, Only: "-ls -list", Most: 1, Judge: screenReads}

	// macOS.
	case "networksetup":
		return &Use{Doc: "shows network settings with -get, -list, -show, -is; -set and others change them", Words: true, Judge: networksetupReads}
	case "pkgutil":
		return &Use{Doc: "shows installed packages; --forget, --learn, --expand, --flatten write", Values: "--volume --pkg-info --pkg-info-plist --files --export-plist --pkg-groups --group-pkgs --file-info --file-info-plist " +
			"--check-signature --payload-files --lsbom", Only: "--pkgs --pkgs-plist --packages --groups --groups-plist --only-files --only-dirs --regexp -v --verbose -h"}
	case "tmutil":
		return &Use{Doc: "shows backups; startbackup, delete, enable and the like act", Subs: func() []Use {
			return []Use{{Names: "help version latestbackup listbackups destinationinfo isexcluded listlocalsnapshots listlocalsnapshotdates machinedirectory " +
				"uniquesize calculatedrift compare status currentphase", Doc: "shows them"}}
		}}
	case "diskutil":
		return &Use{Doc: "shows disks; mount, erase, rename and the like change them", Subs: func() []Use {
			return []Use{{Names: "list info information activity listFilesystems listfilesystems", Doc: "shows them"}}
		}}
	case "hdiutil":
		return &Use{Doc: "shows images; attach, create, convert and the like act", Words: true, Not: "-shadow -o", Subs: func() []Use {
			return []Use{{Names: "help info plugins imageinfo verify checksum isencrypted", Doc: "shows or checks an image"}}
		}}
	case "scutil":
		return &Use{Doc: "shows network settings; --set, --prefs, and its input change them", Words: true, Values: "--get -r -w -t", Only: "--dns --proxy --nwi -W", Judge: scutilReads}
	case "spctl":
		return &Use{Doc: "checks applications; --add, --enable, --disable and the like change the policy", Values: "-t --type --context", Only: "-a --assess --status --disable-status -v --verbose --raw --no-cache --ignore-cache --continue", Judge: spctlReads}
	case "profiles":
		return &Use{Doc: "shows profiles; install, remove, renew, sync change them", Words: true, Values: "-type -user", Only: "-all -verbose -cached", Subs: func() []Use { return []Use{{Names: "help list show status validate version", Doc: "shows them"}} }}
	case "dscl":
		return &Use{Doc: "shows entries of directories; -create, -append, -delete and the like change them", Words: true, Judge: dsclReads}
	case "plutil":
		return &Use{Doc: "shows and checks property lists; -convert without -o - and -insert, -replace, -remove write", Words: true, Values: "-convert -o -type -expect", Only: "-p -lint -s -n -r -extract -help --", Judge: plutilReads}
	case "codesign":
		return &Use{Doc: "shows and checks signatures; -s and --remove-signature write, and so may --entitlements", Values: "--entitlements -r -a --architecture -R --test-requirement --validate-constraint", Only: "-d --display -v --verify --verbose -h --deep --strict --xml --all-architectures --ignore-resources", Judge: codesignReads}
	case "security":
		return &Use{Doc: "shows certificates and identities; -g and -w print passwords, the rest changes keychains", Subs: func() []Use {
			return []Use{
				{Names: "find-generic-password find-internet-password", Doc: "shows an entry", Values: "-a -c -C -D -G -j -l -s -r -p -P -t -d", Not: "-g -w"},
				{Names: "find-certificate find-identity find-key", Doc: "shows certificates and identities", Values: "-a -c -e -s -p -t -l"},
				{Names: "dump-trust-settings list-smartcards error help leaks verify-cert requirement-evaluate translocate-original-path translocate-status-check translocate-policy-check", Doc: "shows or checks"},
			}
		}}
	case "defaults":
		return &Use{Doc: "shows preferences; write, delete, import, rename change them", Words: true, Flags: "-currentHost", Subs: func() []Use { return []Use{{Names: "read read-type domains find help", Doc: "shows them"}} }}
	case "xattr":
		return &Use{Doc: "shows attributes of files; -w -d -c change them", Only: "-l -p -r -s -v -x -h"}
	case "textutil":
		return &Use{Doc: "shows documents; -convert without -stdout writes", Words: true, Values: "-convert -cat -format -inputencoding -encoding -timeout", Only: "-info -stdout -stdin -noload -nostore -help --help", Judge: textutilReads}
	case "sips":
		return &Use{Doc: "shows properties of images; the rest changes them", Values: "-g --getProperty", Only: "--verify --oneLine -1 --formats -h -H", Judge: sipsReads}
	case "lipo":
		return &Use{Doc: "shows architectures; -create, -thin, -extract write", Words: true, Only: "-info -detailed_info -archs -verify_arch"}
	case "otool", "size", "objdump", "readelf", "c++filt", "addr2line":
		return &Use{Doc: "show object files; --plugin loads code", Not: "--plugin -plugin"}
	case "nm":
		return &Use{Doc: "shows symbols; --plugin loads code, and @FILE holds more options", Not: "--plugin -plugin", Judge: noResponseFile}
	case "symbols":
		return &Use{Doc: "shows symbols", Words: true, Values: "-lookup -arch", Only: "-help -v -w -uuid -noSources"}
	case "say":
		return &Use{Doc: "speaks; -o writes a file, -n sends it elsewhere", Text: -1, Values: "-v --voice -r --rate -f --input-file", Only: "--progress", Not: "-o --output-file -n --network-device"}
	case "qlmanage":
		return &Use{Doc: "shows a preview; -o writes it, -r resets", Values: "-s -f", Only: "-h -m -t -p -x -i", Not: "-o -r"}
	case "mdimport":
		return &Use{Doc: "shows importers, or what one finds; else it imports", Values: "-d", Only: "-A -L -X -t", Judge: mdimportReads}
	case "mdutil":
		return &Use{Doc: "shows the state of the index; -i -E -d change it", Only: "-s -a -v", Judge: mdutilReads}
	case "sw_vers", "system_profiler", "ioreg", "mdfind", "pbpaste", "kextstat", "GetFileInfo", "vmmap":
		return &Use{Doc: "show facts of the system and of files"}
	case "mdls":
		return &Use{Doc: "shows attributes of files; -plist writes a file", Words: true, Not: "-plist"}
	case "csrutil":
		return &Use{Doc: "shows the protection", Subs: func() []Use { return []Use{{Names: "status", Doc: "shows it"}} }}
	case "pmset":
		return &Use{Doc: "shows power settings with -g; else it sets them", Judge: pmsetReads}
	case "systemsetup":
		return &Use{Doc: "shows settings with -get and -list; -set changes them", Words: true, Judge: networksetupReads}
	case "ipconfig":
		return &Use{Doc: "shows interfaces; set changes them", Subs: func() []Use {
			return []Use{{Names: "getifaddr getoption getpacket getv6packet ifcount getsummary", Doc: "shows them"}}
		}}
	case "log":
		return &Use{Doc: "shows the system's log; collect, erase, config write", Subs: func() []Use { return []Use{{Names: "show stream stats help", Doc: "shows it", Not: "--output-file"}} }}
	case "compression_tool":
		return &Use{Doc: "prints a file packed or unpacked; -o writes it", Words: true, Values: "-i -a", Only: "-encode -decode -v -h"}
	case "binhex", "macbinary", "applesingle":
		return &Use{Doc: "show encoded files, or print them with -c; else they write", Only: "-c --pipe --to-stdout -V -h -v", Judge: binhexReads}
	}
	return nil
}

// ipObjects are what ip shows; an unlisted word behind them changes it.
func ipObjects() []Use {
	return []Use{
		{Names: "link lin li l tcp_metrics tcpmetrics token netconf netc addrlabel mroute fou l2tp", Doc: "shows them", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: showNames, Doc: "shows them"}, {Names: "get", Doc: "asks for one"}} }},
		{Names: "address addr addre add ad a maddress maddr m neighbour neighbor neigh nei ne n ntable ntbl rule rul ru tunnel tunn tunl tuntap " +
			"tunt", Doc: "shows them", Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: showNames + " s", Doc: "shows them"}, {Names: "get", Doc: "asks for one"}}
		}},
		{Names: "route rout rou ro r nexthop", Doc: "shows routes", Bare: true, Most: NoOperand, Subs: func() []Use {
			return []Use{{Names: showNames + " s", Doc: "shows them"}, {Names: "get", Doc: "asks for the one to a destination"}}
		}},
		{Names: "stats stat sta st", Doc: "shows statistics", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "show", Doc: "shows them"}} }},
		{Names: "netns", Doc: "lists namespaces; exec runs in one", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "list list-id ls identify pids monitor show", Doc: "shows them"}} }},
		{Names: "vrf", Doc: "shows them; exec runs in one", Bare: true, Most: NoOperand, Subs: func() []Use { return []Use{{Names: "show identify pids", Doc: "shows them"}} }},
		{Names: "monitor", Doc: "prints changes"},
	}
}

// textOf is the text of an option's value; known is false where it has none, or none
// that is known.
func textOf(option UsedOption) (text string, known bool) {
	if option.Value == nil {
		return "", false
	}
	return option.Value.Text()
}

// needs says that the call lacks the option with which it only reads, or "".
func needs(r *Reading, list string) string {
	if given(r, list) {
		return ""
	}
	return "without " + strings.ReplaceAll(list, " ", " or ") + " it does more than read"
}

// fromOperand are the words from the first operand on.
func fromOperand(r *Reading) []ast.Arg {
	for i := range r.Inv.Args {
		if len(r.Operands) > 0 && &r.Inv.Args[i] == r.Operands[0] {
			return r.Inv.Args[i:]
		}
	}
	return nil
}

// optionBehind reports whether an option, or what may be one, follows an operand: some
// systems take it for an operand.
func optionBehind(r *Reading) bool {
	for _, arg := range fromOperand(r) {
		if text := arg.Value.Prefix(); len(text) > 1 && text[0] == '-' {
			return true
		}
	}
	return false
}

// knownWords are all words behind the name, where they are known.
func knownWords(r *Reading) (texts []string, known bool) {
	for i := range r.Inv.Args {
		text, ok := r.Inv.Args[i].Value.Text()
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// word is the operand at i, or "" where there is none or it is not known.
func (r *Reading) word(i int) string {
	if i >= len(r.Operands) {
		return ""
	}
	text, _ := r.Operands[i].Value.Text()
	return text
}

// singleWords refuses operands that may become several words, where their number
// counts.
func singleWords(r *Reading) string {
	for _, arg := range r.Operands {
		if arg.Many {
			return "an operand may become several words"
		}
	}
	return ""
}

// splits says that a word, whether operand or value, may become several, among them
// options; or "".
func splits(r *Reading) string {
	for i := range r.Inv.Args {
		if arg := &r.Inv.Args[i]; arg.Many && (!isPattern(arg.Value) || arg.Value.Prefix() == "") {
			return "the word " + arg.Value.Display() + " may become several words, and options"
		}
	}
	return ""
}

// tarReads allows the mode t with an archive that is a local file.
func tarReads(r *Reading) string {
	if len(r.Inv.Args) == 0 {
		return "without the mode t it does more than list"
	}
	if why := splits(r); why != "" {
		return why
	}
	archive, lists := "", given(r, "-t --list")
	for _, option := range r.Options {
		if option.Name == "-f" || option.Name == "--file" {
			text, known := textOf(option)
			if !known && option.Value != nil {
				text = option.Value.Prefix() + "?"
			}
			archive = text
			if remoteArchive(text) {
				return "its archive may be on another machine"
			}
		}
	}
	if first, known := r.Inv.Args[0].Value.Text(); known && first != "" && first[0] != '-' {
		if strings.Trim(first, "tvzjJZaifRpw") != "" || strings.Count(first, "f") != 1 || !strings.Contains(first, "t") {
			return "the mode " + first + " is not one that only lists"
		}
		lists = true
		if len(r.Inv.Args) > 1 {
			archive = r.Inv.Args[1].Value.Prefix()
			if remoteArchive(archive) {
				return "its archive may be on another machine"
			}
		}
	}
	switch {
	case !lists:
		return "without the mode t it does more than list"
	case archive == "":
		return "it is not known what archive it reads"
	}
	return ""
}

// remoteArchive reports whether tar would ask another machine for it: HOST:FILE.
func remoteArchive(name string) bool {
	host, _, found := strings.Cut(name, ":")
	return found && !strings.Contains(host, "/")
}

// unzipReads allows the modes that print; they have to stand before the archive.
func unzipReads(r *Reading) string {
	if optionBehind(r) {
		return "an option follows the archive, which may extract"
	}
	if len(r.Operands) == 0 {
		return ""
	}
	return needs(r, "-l -v -t -p -Z -z")
}

// onlyPrints allows compressors that leave the file as it is.
func onlyPrints(r *Reading) string {
	if optionBehind(r) {
		return "an option follows an operand, which is a file to some of them"
	}
	prints := "-l --list -t --test"
	if strings.HasSuffix(r.Path[0], "lz4") {
		prints = "--list -t --test" // its -l is an old form to write
	}
	again := "-d -z --decompress --uncompress --compress" // the last mode counts
	if given(r, "-c --stdout --to-stdout") || given(r, prints) && !given(r, again) {
		return ""
	}
	for _, arg := range r.Operands {
		if !arg.Value.Is("-") {
			return "it replaces the file"
		}
	}
	return ""
}

// xxdReads refuses words of several options, which xxd reads by their first letters
// only.
func xxdReads(r *Reading) string {
	for i := range r.Inv.Args {
		text, _ := r.Inv.Args[i].Value.Text()
		if len(text) > 2 && text[0] == '-' && text[1] != '-' && strings.IndexByte("clgsoR", text[1]) < 0 && !has(r.Use.Only, text) {
			return "the option " + text + " is not known"
		}
	}
	return singleWords(r)
}

// withoutOutput allows what is shown instead of the document itself.
func withoutOutput(r *Reading) string {
	for _, option := range r.Options {
		if text, known := textOf(option); known && strings.Contains(text, "engine:") {
			return "its input may load an engine"
		}
	}
	return needs(r, "-noout")
}

func gpgReads(r *Reading) string {
	return needs(r, "-k -K --list-keys --list-public-keys --list-secret-keys --fingerprint --list-sigs --list-signatures --check-sigs --show-keys")
}

func keygenReads(r *Reading) string { return needs(r, "-l -L -F -y -B") }

// onlySinks allows operands where nothing stays.
func onlySinks(r *Reading) string {
	for _, arg := range r.Operands {
		if text, _ := arg.Value.Text(); !has("/dev/null /dev/stdout /dev/stderr /dev/tty", text) {
			return "it writes a file"
		}
	}
	return ""
}

// mktempReads allows -u before any option that may take it as its value.
func mktempReads(r *Reading) string {
	for i := range r.Inv.Args {
		text, _ := r.Inv.Args[i].Value.Text()
		switch {
		case text == "--dry-run", len(text) > 1 && strings.Trim(text, "-duq") == "" && strings.Contains(text, "u"):
			return ""
		case text != "-d" && text != "-q" && text != "--directory" && text != "--quiet":
			return "without -u it makes a file"
		}
	}
	return "without -u it makes a file"
}

// lessReads refuses values and first commands that could be keys.
func lessReads(r *Reading) string {
	for _, option := range r.Options {
		text, known := textOf(option)
		if option.Value != nil && (!known || strings.ContainsAny(text, "$\n\r\t\x1b") || strings.HasPrefix(text, "-")) {
			return "the value of " + option.Name + " may hold more options, or keys"
		}
		if option.Name != "-p" && strings.Trim(text, "0123456789.,") != "" {
			return "what follows the number of " + option.Name + " may be more options"
		}
	}
	for _, arg := range r.Operands {
		if prefix := arg.Value.Prefix(); strings.HasPrefix(prefix, "+") && strings.Trim(prefix[1:], "FGg0123456789") != "" {
			return "it begins with a command"
		}
	}
	return ""
}

// onlyAssigns allows operands that are assignments: any other is a program.
func onlyAssigns(r *Reading) string {
	for _, arg := range r.Operands {
		if arg.Many || !strings.Contains(arg.Value.Prefix(), "=") {
			return "it starts a program"
		}
	}
	return ""
}

// scriptReads allows a recording that is played, and macOS's script FILE PROGRAM where
// the file is /dev/null and the program only reads.
func scriptReads(r *Reading) string {
	words, known := knownWords(r)
	i, plays := 0, false
	for ; known && i < len(words) && len(words[i]) > 1 && words[i][0] == '-'; i++ {
		if strings.Trim(words[i], "-aqpd") != "" {
			return "the option " + words[i] + " is not known to read only"
		}
		plays = plays || strings.Contains(words[i], "p")
	}
	if plays && len(words) == i+1 {
		return ""
	}
	if !known || plays || len(words) < i+2 || words[i] != "/dev/null" {
		return "it records to a file"
	}
	started := *r.Inv
	started.Name, started.Args = &r.Inv.Args[i+1], r.Inv.Args[i+2:]
	if why := programReads(&started); why != "" {
		return "it starts a program that may do more than read"
	}
	return ""
}

// ifconfigReads refuses a word that is said of all interfaces at once: ifconfig -a down.
func ifconfigReads(r *Reading) string {
	if len(r.Operands) > 0 && given(r, "-a -l -u -d") {
		return "an operand may change all interfaces"
	}
	return singleWords(r)
}

// iwReads allows the words with which iw shows something.
func iwReads(r *Reading) string {
	words, known := knownWords(r)
	if !known || len(words) == 0 || len(words) > 4 {
		return "it is not known what it does"
	}
	line := strings.Join(words, " ")
	if has("list dev phy event", line) || line == "reg get" {
		return ""
	}
	if len(words) > 2 && (words[0] == "dev" || words[0] == "phy") {
		switch strings.Join(words[2:], " ") {
		case "info", "link", "channels", "station dump", "survey dump", "scan dump", "reg get", "get power_save":
			return ""
		}
	}
	return "the operation " + line + " is not one that is known to read only"
}

// noResponseFile refuses a word in whose place binutils read options from a file.
func noResponseFile(r *Reading) string {
	for i := range r.Inv.Args {
		if arg := &r.Inv.Args[i]; strings.HasPrefix(arg.Value.Prefix(), "@") {
			return "the file " + arg.Value.Display() + " may hold options"
		}
	}
	return ""
}

// rulesRead allows lists of rules.
func rulesRead(r *Reading) string {
	if why := singleWords(r); why != "" {
		return why
	}
	return needs(r, "-L --list -S --list-rules")
}

// withoutSemicolon refuses words that may begin another command.
func withoutSemicolon(r *Reading) string {
	for _, arg := range r.Operands {
		if text, known := arg.Value.Text(); !known || strings.ContainsAny(text, ";\n") {
			return "another command may follow"
		}
	}
	return ""
}

// pingReads allows a number of questions to one host whose name is known.
func pingReads(r *Reading) string {
	if _, known := knownWords(r); !known {
		return "not all of its words are known"
	}
	return needs(r, "-c")
}

// looksUp allows questions whose every word is known; a transfer of a zone is none.
func looksUp(r *Reading) string {
	words, known := knownWords(r)
	switch {
	case !known:
		return "not all of its words are known"
	case len(r.Operands) == 0:
		return "it reads what to ask for"
	}
	for _, word := range words {
		if has("axfr ixfr any", strings.ToLower(word)) || strings.HasPrefix(strings.ToLower(word), "ixfr=") {
			return "it asks for more than a name"
		}
	}
	return ""
}

// serviceReads allows service NAME status.
func serviceReads(r *Reading) string {
	if given(r, "--status-all") && len(r.Operands) == 0 {
		return ""
	}
	if len(r.Operands) == 2 && r.word(1) == "status" && r.word(0) != "" && !strings.ContainsAny(r.word(0), "/. ") {
		return ""
	}
	return "it may change a service"
}

// noAssignment refuses operands that set something.
func noAssignment(r *Reading) string {
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known || strings.Contains(text, "=") {
			return "an operand may set a value"
		}
	}
	return ""
}

func swapRead(r *Reading) string {
	if len(r.Inv.Args) == 0 {
		return ""
	}
	return needs(r, "-s --summary --show")
}

func chageReads(r *Reading) string { return needs(r, "-l --list") }

func listsOnly(r *Reading) string { return needs(r, "-l") }

// dpkgReads refuses a call that names no operation.
func dpkgReads(r *Reading) string {
	if len(r.Options) == 0 {
		return "the operation is not known"
	}
	return ""
}

// rpmReads allows queries of local packages; -i before -q could install.
func rpmReads(r *Reading) string {
	if len(r.Options) == 0 || r.Options[0].Name != "-q" && r.Options[0].Name != "--query" {
		return "it does not begin with -q"
	}
	for _, arg := range r.Operands {
		if strings.Contains(arg.Value.Prefix(), ":/") {
			return "it may fetch a package"
		}
	}
	return ""
}

// pacmanReads allows queries: -Q, and -S with a letter that asks.
func pacmanReads(r *Reading) string {
	query, sync := given(r, "-Q --query"), given(r, "-S --sync")
	switch {
	case query == sync:
		return "the operation is not one that is known to read only"
	case sync && (!given(r, "-i --info -s --search -l --list -g --groups") || given(r, "-u -c -p -d")):
		return "the operation may change packages"
	}
	return ""
}

// tputReads refuses what runs the program that a terminal's entry names.
func tputReads(r *Reading) string {
	if len(r.Operands) == 0 {
		return "it is not known what it prints"
	}
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known || has("init reset", text) {
			return "it may run what the terminal's entry names"
		}
	}
	return ""
}

func sttyReads(r *Reading) string {
	if len(r.Operands) == 0 || len(r.Operands) == 1 && has("size speed", r.word(0)) {
		return ""
	}
	return "its operands change the terminal"
}

// tmuxReads refuses words that may begin another command, or run one.
func tmuxReads(r *Reading) string {
	words, known := knownWords(r)
	if !known {
		return "not all of its words are known"
	}
	for _, word := range words {
		if strings.Contains(word, "#(") || strings.HasSuffix(word, ";") {
			return "a word of it may run another command"
		}
	}
	return ""
}

func tmuxPrints(r *Reading) string {
	if why := needs(r, "-p"); why != "" {
		return why
	}
	return tmuxReads(r)
}

func screenReads(r *Reading) string { return needs(r, "-ls -list") }

// networksetupReads allows operations whose names say that they show something.
func networksetupReads(r *Reading) string {
	if len(r.Inv.Args) > 0 {
		text, _ := r.Inv.Args[0].Value.Text()
		text = strings.ToLower(text)
		for _, start := range [...]string{"-get", "-list", "-show", "-is"} {
			if strings.HasPrefix(text, start) {
				return ""
			}
		}
		if has("-printcommands -version -help", text) {
			return ""
		}
	}
	return "the operation is not one that is known to read only"
}

func scutilReads(r *Reading) string {
	if len(r.Operands) > 1 {
		return "with these operands it does more than read"
	}
	return needs(r, "--dns --proxy --nwi --get -r -w")
}

func spctlReads(r *Reading) string { return needs(r, "-a --assess --status --disable-status") }

// dsclReads allows the commands that show entries, behind options and a data source.
func dsclReads(r *Reading) string {
	words, known := knownWords(r)
	if !known {
		return "not all of its words are known"
	}
	i := 0
	for i < len(words) && has("-plist -raw -url -q", words[i]) {
		i++
	}
	if i+1 < len(words) && !strings.HasPrefix(words[i], "-") && has("read readall list search readpl readpli diff", strings.TrimPrefix(words[i+1], "-")) {
		return ""
	}
	return "the operation is not one that is known to read only"
}

// plutilReads allows a conversion whose result is printed.
func plutilReads(r *Reading) string {
	printed := false
	for _, option := range r.Options {
		if option.Name != "-o" {
			continue
		}
		text, _ := textOf(option)
		if text != "-" {
			return "it writes a file"
		}
		printed = true
	}
	if given(r, "-convert -extract") && !printed {
		return "without -o - it changes the file"
	}
	return ""
}

// codesignReads allows showing and checking; entitlements are written to a file unless
// it is -.
func codesignReads(r *Reading) string {
	for _, option := range r.Options {
		text, _ := textOf(option)
		if (option.Name == "--entitlements" || option.Name == "-r") && text != "-" && text != ":-" {
			return "it writes a file"
		}
	}
	return needs(r, "-d --display -v --verify -h --validate-constraint")
}

func textutilReads(r *Reading) string {
	if given(r, "-convert -cat") {
		return needs(r, "-stdout")
	}
	return needs(r, "-info -help --help")
}

func sipsReads(r *Reading) string {
	return needs(r, "-g --getProperty --verify --formats -h -H")
}

func mdimportReads(r *Reading) string { return needs(r, "-A -L -X -t") }

func mdutilReads(r *Reading) string { return needs(r, "-s") }

// pmsetReads allows -g as the first word.
func pmsetReads(r *Reading) string {
	if len(r.Inv.Args) > 0 && r.Inv.Args[0].Value.Is("-g") {
		return ""
	}
	return "without -g it sets something"
}

// binhexReads allows probing, and what is printed.
func binhexReads(r *Reading) string {
	if r.word(0) == "probe" || len(r.Operands) == 0 {
		return ""
	}
	return needs(r, "-c --pipe --to-stdout")
}
