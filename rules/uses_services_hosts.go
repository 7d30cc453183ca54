package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

func gsutilSubs() []Use {
	return []Use{
		{Names: "ls stat du cat version hash help"},
		{Names: "acl iam cors lifecycle logging versioning defacl web label ubla uniformbucketlevelaccess requesterpays retention autoclass rpo pap " +
			"publicaccessprevention defstorageclass", Subs: func() []Use { return []Use{{Names: "get"}} }},
		{Names: "notification", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "hmac", Subs: func() []Use { return []Use{{Names: "list get"}} }},
	}
}

func bqSubs() []Use {
	return []Use{
		{Names: "ls show head version help get-iam-policy info", Judge: bqOptionsRead},
		{Names: "query", Only: "--use_legacy_sql --nouse_legacy_sql --dry_run -n --max_rows --parameter --maximum_bytes_billed --use_cache --nouse_cache --format", Values: "-n --max_rows --parameter --maximum_bytes_billed", Judge: asksQuery},
	}
}

// bqValues, bqFlags and bqNot are options of bq, which go by one dash as well as by two.
const (
	bqValues = "--project_id -project_id --dataset_id -dataset_id --location -location --format -format -n --max_results -max_results"
	bqFlags  = "--headless -headless --quiet -quiet -q"
	bqNot    = "--flagfile -flagfile --bigqueryrc -bigqueryrc --api -api --destination_table -destination_table --append_table " +
		"-append_table --replace -replace --apilog -apilog --proxy_address -proxy_address --proxy_port -proxy_port --discovery_file -discovery_file"
)

// bqOptionsRead refuses what abbreviates an option of bqNot.
func bqOptionsRead(r *Reading) string {
	for _, option := range r.Options {
		if name := "--" + strings.TrimLeft(option.Name, "-"); len(name) > 3 && abbreviates(bqNot, name) {
			return "with " + option.Name + " it does more than read"
		}
	}
	return ""
}

// asksQuery allows one statement that is a query.
func asksQuery(r *Reading) string {
	if len(r.Operands) == 1 {
		if sql, known := r.Operands[0].Value.Text(); known && queryReads(sql) {
			return ""
		}
	}
	return "the statement is not known to be a query"
}

// auth0Reads allows the operations that show; verify, among others, starts something.
func auth0Reads(r *Reading) string {
	if len(r.Operands) > 1 && r.Operands[0].Value.Is("users") && r.Operands[1].Value.Is("search-by-email") {
		return ""
	}
	return onlyShows(r)
}

// auth0APIReads allows requests that ask: a path, alone or after "get".
func auth0APIReads(r *Reading) string {
	words := r.Operands
	if len(words) == 2 {
		method, known := words[0].Value.Text()
		if !known || !strings.EqualFold(method, "get") {
			return "the request may change something"
		}
		words = words[1:]
	}
	if len(words) != 1 {
		return "the path is not known"
	}
	path, known := words[0].Value.Text()
	if !known || has("get post put patch delete", strings.ToLower(path)) {
		return "the path is not known"
	}
	return ""
}

// serverHelp allows prometheus where it prints its help: with anything else it serves.
func serverHelp(r *Reading) string {
	if len(r.Inv.Args) != 1 {
		return "it starts a server"
	}
	return ""
}

func promtoolSubs() []Use {
	return []Use{
		{Names: "check", Subs: func() []Use { return []Use{{Names: "config rules web-config metrics"}} }},
		{Names: "test", Subs: func() []Use { return []Use{{Names: "rules", Not: "--junit"}} }},
		{Names: "tsdb", Subs: func() []Use { return []Use{{Names: "list analyze"}} }},
	}
}

func wranglerSubs() []Use {
	return []Use{
		{Names: "whoami tail version"},
		{Names: "deployments", Subs: func() []Use { return []Use{{Names: "list status view"}} }},
		{Names: "versions", Subs: func() []Use { return []Use{{Names: "list view"}} }},
		{Names: "d1", Subs: func() []Use {
			return []Use{{Names: "list info insights"}, {Names: "time-travel", Subs: func() []Use { return []Use{{Names: "info"}} }}}
		}},
		{Names: "kv", Subs: func() []Use {
			return []Use{{Names: "namespace", Subs: func() []Use { return []Use{{Names: "list"}} }}, {Names: "key", Subs: func() []Use { return []Use{{Names: "list get"}} }}}
		}},
		{Names: "kv:namespace", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "kv:key", Subs: func() []Use { return []Use{{Names: "list get"}} }},
		{Names: "r2", Subs: func() []Use {
			return []Use{{Names: "bucket", Subs: func() []Use { return []Use{{Names: "list info"}} }}}
		}},
		{Names: "queues", Subs: func() []Use { return []Use{{Names: "list info"}} }},
		{Names: "secret", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "hyperdrive vectorize dispatch-namespace mtls-certificate", Subs: func() []Use { return []Use{{Names: "list get info"}} }},
		{Names: "workflows", Subs: func() []Use { return []Use{{Names: "list describe"}} }},
		{Names: "pages", Subs: func() []Use {
			return []Use{{Names: "project", Subs: func() []Use { return []Use{{Names: "list"}} }}, {Names: "deployment", Subs: func() []Use { return []Use{{Names: "list tail"}} }}}
		}},
	}
}

// linodeShows allows what shows; of the plugins only the listing of a store does.
func linodeShows(r *Reading) string {
	if len(r.Operands) < 2 {
		return "the operation is not known"
	}
	group, known := r.Operands[0].Value.Text()
	switch {
	case !known, has("image-upload firewall-editor ssh metadata monitor-api", group):
		return "the operation is not known to show only"
	case group == "obj" && !r.Operands[1].Value.Is("ls"):
		return "the operation of the store is not known to show only"
	}
	return onlyShows(r)
}

// doctlShows allows what shows; databases are shown with what logs in.
func doctlShows(r *Reading) string {
	if len(r.Operands) > 0 {
		if group, _ := r.Operands[0].Value.Text(); has("databases database dbs db d", group) {
			return "databases are shown with what logs in"
		}
	}
	return onlyShows(r)
}

// fastlyShows allows what shows; places to log to and profiles are shown with what logs in.
func fastlyShows(r *Reading) string {
	for _, arg := range r.Operands {
		if group, _ := arg.Value.Text(); has("logging profile", group) {
			return group + " is shown with what logs in"
		}
	}
	return onlyShows(r)
}

// herokuSubs take no operand where one would set something.
func herokuSubs() []Use {
	return []Use{
		{Names: "logs apps:info info pg:info pg:ps pg:locks redis:info status regions version help auth:whoami whoami releases:info " +
			"releases:output addons:info addons:plans addons:services domains:info pipelines:info certs:info labs:info features:info " +
			"buildpacks:info buildpacks:search spaces:info webhooks:info"},
		{Names: "apps list ps ps:type releases addons domains pipelines certs labs features buildpacks access members orgs teams spaces stack regions keys webhooks plugins maintenance", Most: NoOperand},
	}
}

func flySubs() []Use {
	return []Use{
		{Names: "status logs releases"},
		{Names: "apps", Subs: func() []Use { return []Use{{Names: "list ls releases"}} }},
		{Names: "machine machines m", Subs: func() []Use { return []Use{{Names: "list ls status"}} }},
		{Names: "volumes volume vol", Subs: func() []Use {
			return []Use{{Names: "list ls show"}, {Names: "snapshots snapshot", Subs: func() []Use { return []Use{{Names: "list ls"}} }}}
		}},
		{Names: "ips ip secrets services checks certs regions", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "orgs org", Subs: func() []Use { return []Use{{Names: "list ls show"}} }},
		{Names: "platform", Subs: func() []Use { return []Use{{Names: "regions vm-sizes"}} }},
		{Names: "scale image", Subs: func() []Use { return []Use{{Names: "show"}} }},
		{Names: "config", Subs: func() []Use { return []Use{{Names: "show display validate env"}} }},
		{Names: "postgres pg mysql", Subs: func() []Use { return []Use{{Names: "list ls status"}} }},
		{Names: "redis", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "auth", Subs: func() []Use { return []Use{{Names: "whoami"}} }},
		{Names: "version", Most: NoOperand},
	}
}

func vercelSubs() []Use {
	return []Use{
		{Names: "ls list inspect logs log whoami help"},
		{Names: "env domains dns certs cert alias aliases teams team secrets projects project", Subs: func() []Use { return []Use{{Names: "ls list inspect"}} }},
	}
}

func netlifySubs() []Use {
	return []Use{
		{Names: "status sites:list functions:list addons:list blobs:list teams:list help"},
	}
}

func natsSubs() []Use {
	return []Use{
		{Names: "stream str s", Subs: func() []Use { return []Use{{Names: "ls list info i report state subjects find"}} }},
		{Names: "consumer con c", Subs: func() []Use { return []Use{{Names: "ls list info report find"}} }},
		{Names: "kv", Subs: func() []Use { return []Use{{Names: "ls list get status info history"}} }},
		{Names: "object obj", Subs: func() []Use { return []Use{{Names: "ls list info status"}} }},
		{Names: "server srv", Subs: func() []Use { return []Use{{Names: "ls list info report ping"}} }},
		{Names: "account a", Subs: func() []Use { return []Use{{Names: "info"}} }},
		{Names: "rtt"},
	}
}

// redisReads are the commands of Redis that read, redisGroups those that read with one
// of the words after the colon.
const redisReads = "GET MGET STRLEN EXISTS TYPE TTL PTTL EXPIRETIME PEXPIRETIME KEYS SCAN DBSIZE INFO HGET HGETALL HMGET HKEYS HVALS HLEN HEXISTS " +
	"HSTRLEN HSCAN HRANDFIELD LRANGE LLEN LINDEX LPOS SMEMBERS SCARD SISMEMBER SMISMEMBER SRANDMEMBER SSCAN SINTER SUNION SDIFF " +
	"SINTERCARD ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZRANGEBYLEX ZREVRANGEBYLEX ZCARD ZCOUNT ZLEXCOUNT ZSCORE ZMSCORE ZRANK " +
	"ZREVRANK ZSCAN ZRANDMEMBER XLEN XRANGE XREVRANGE XPENDING GETRANGE SUBSTR GETBIT BITCOUNT BITPOS PING ECHO TIME LASTSAVE ROLE " +
	"COMMAND DUMP GEOPOS GEODIST GEOHASH GEOSEARCH"

var redisGroups = [...]struct{ name, reads string }{
	{"ACL", "USERS WHOAMI CAT HELP"},
	{"CLIENT", "LIST INFO ID GETNAME HELP"},
	{"CLUSTER", "INFO NODES SLOTS SHARDS MYID KEYSLOT COUNTKEYSINSLOT HELP"},
	{"CONFIG", "GET HELP"},
	{"LATENCY", "LATEST HISTORY DOCTOR GRAPH HELP"},
	{"MEMORY", "USAGE STATS DOCTOR HELP"},
	{"OBJECT", "ENCODING FREQ IDLETIME REFCOUNT HELP"},
	{"PUBSUB", "CHANNELS NUMSUB NUMPAT HELP"},
	{"SLOWLOG", "GET LEN HELP"},
	{"XINFO", "STREAM GROUPS CONSUMERS HELP"},
}

// redisCommandReads allows the commands that read; without one, redis-cli takes them
// from its input.
func redisCommandReads(r *Reading) string {
	if why := redisHere(r); why != "" {
		return why
	}
	if len(r.Operands) == 0 {
		for _, option := range r.Options {
			if has("--scan --bigkeys --memkeys --hotkeys --stat --latency", option.Name) {
				return ""
			}
		}
		return "the commands come from its input"
	}
	command, known := r.Operands[0].Value.Text()
	if !known {
		return "the command is not known"
	}
	command = strings.ToUpper(command)
	if has(redisReads, command) {
		return ""
	}
	for _, group := range redisGroups {
		if group.name != command || len(r.Operands) < 2 {
			continue
		}
		if word, ok := r.Operands[1].Value.Text(); ok && has(group.reads, strings.ToUpper(word)) {
			if command == "CONFIG" {
				return redisSettingsRead(r.Operands[2:])
			}
			return ""
		}
	}
	return "the command " + command + " is not known to read only"
}

// redisHere refuses another server and a password.
func redisHere(r *Reading) string {
	for _, option := range r.Options {
		text := ""
		if option.Value != nil {
			text, _ = option.Value.Text()
		}
		switch option.Name {
		case "-h", "--host":
			if !has("localhost 127.0.0.1", text) {
				return "another server is asked"
			}
		case "-u":
			if !loopbackURL(text) {
				return "another server is asked"
			}
		case "-a", "--pass":
			return "it logs in"
		}
	}
	return ""
}

// redisSettingsRead refuses settings that are passwords, and patterns that could match one.
func redisSettingsRead(names []*ast.Arg) string {
	for _, arg := range names {
		text, known := arg.Value.Text()
		name := strings.ToLower(text)
		if !known || strings.Contains(name, "pass") || strings.Contains(name, "auth") {
			return "the setting may be a password"
		}
		end := strings.IndexAny(name, "*?[\\")
		if end < 0 {
			continue
		}
		for _, secret := range [...]string{"requirepass", "masterauth", "masteruser", "tls-key-file-pass", "tls-client-key-file-pass", "sentinel-pass"} {
			if strings.HasPrefix(secret, name[:end]) || strings.HasPrefix(name, secret) {
				return "the pattern may match a password"
			}
		}
	}
	return ""
}

const rcloneListing = "-R --recursive --max-depth --include --exclude --filter --min-size --max-size --min-age --max-age --human-readable --fast-list " +
	"--files-only --dirs-only --hash -F --format -s --separator --csv --absolute -d --dir-slash -M --metadata --no-modtime " +
	"--no-mimetype --encrypted --original --stat --json --full -v --verbose -q --quiet --tpslimit --transfers --checkers --timeout " +
	"--contimeout --retries -L -a --all -D --level -u -p -i -Q --one-way --size-only --checksum -c --download --head --tail --offset " +
	"--count --discard --hash-type --long"

const rcloneValues = "--max-depth --include --exclude --filter --min-size --max-size --min-age --max-age -F --format -s --separator --tpslimit " +
	"--transfers --checkers --timeout --contimeout --retries --level --head --tail --offset --count --hash-type"

// namedRemotes refuses remotes that the command line itself sets up, by which it can
// name programs to run.
func namedRemotes(r *Reading) string {
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known {
			text = arg.Value.Prefix()
		}
		remote, _, _ := strings.Cut(text, "/")
		if text == "" || strings.HasPrefix(text, ":") || strings.Contains(remote, ",") {
			return "the remote is set up by the command line"
		}
	}
	return ""
}
