package rules

import "strings"

// leadingWords are the words of a call before the first option that its program does
// not list: the path of groups and the verb, without the values of options.
func leadingWords(r *Reading) []string {
	var words []string
	args := r.Inv.Args
	for i := 0; i < len(args); i++ {
		text, known := args[i].Value.Text()
		if !known {
			break
		}
		if text == "" || text[0] != '-' {
			words = append(words, text)
			continue
		}
		name, _, attached := strings.Cut(text, "=")
		switch {
		case has(r.Use.Flags, name):
		case has(r.Use.Values, name):
			if !attached {
				i++
			}
		default:
			return words
		}
	}
	return words
}

// optionText is the value of the last option of a list of names; known is false where
// it has no value, or none that is known, and given where the call does not hold it.
func optionText(r *Reading, names string) (text string, known, given bool) {
	for _, option := range r.Options {
		if !has(names, option.Name) {
			continue
		}
		given, text, known = true, "", false
		if option.Value != nil {
			text, known = option.Value.Text()
		}
	}
	return text, known, given
}

// farPlace reports whether a text may name a place to fetch from and no file of this
// machine: an address, a host before the first slash, a registry or a repository.
func farPlace(text string) bool {
	if strings.ContainsAny(text, ":@?") || strings.HasSuffix(text, ".git") || strings.Contains(text, ".git/") {
		return true
	}
	first, _, path := strings.Cut(text, "/")
	return path && first != "" && first[0] != '.' && strings.Contains(first, ".")
}

// farValue reports whether the value of an option, of a list of names, may name a place
// to fetch from.
func farValue(r *Reading, names string) bool {
	for _, option := range r.Options {
		if option.Value == nil || !has(names, option.Name) {
			continue
		}
		text, known := option.Value.Text()
		if !known {
			text = option.Value.Prefix()
		}
		if farPlace(text) || !known && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "./") {
			return true
		}
	}
	return false
}

// switchedOn reports whether the call has one of the options in the list and no value
// that takes it back.
func switchedOn(r *Reading, list string) bool {
	on := false
	for _, option := range r.Options {
		switch {
		case option.Name == "-=":
			return false // -q=false
		case !has(list, option.Name):
		case option.Value != nil && !option.Value.Is("true"):
			return false
		default:
			on = true
		}
	}
	return on
}

// noNumberedHost refuses images and registries whose host is a number: an address that
// is not looked up may be one of any machine.
func noNumberedHost(r *Reading) string {
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known {
			text = arg.Value.Prefix()
		}
		text = strings.TrimPrefix(text, "docker:")
		text = strings.TrimLeft(text, "/")
		host, _, _ := strings.Cut(text, "/")
		name, _, port := strings.Cut(host, ":")
		if strings.HasPrefix(host, "[") {
			return "the registry " + host + " is a number"
		}
		last := name[strings.LastIndexByte(name, '.')+1:]
		numeral := last != "" && strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x")
		if numeral && (port || strings.Contains(name, ".")) {
			return "the registry " + host + " is a number"
		}
	}
	return ""
}

// showingVerbs are the operations that show state in every client that names them.
const showingVerbs = "describe events get history info list logs ls search show status tail view"

// nestedGroups are groups of such clients that stand in another group.
const nestedGroups = "action alert azureblob backups bigquery datadog gcs https kafka kinesis newrelic papertrail pubsub s3 splunk sumologic syslog " +
	"blocks bpd bfp breached-password-detection brute-force-protection cdn certificate cluster custom db domain droplet droplet-action " +
	"firewall firewalls floating-ip image image-action invitations load-balancer maintenance-window members node-pool options " +
	"permissions perms pool prompts provider records region replica repository reserved-ip resources roles sit size snapshot snippet " +
	"ssh-key suspicious-ip-throttling tag templates topics uptime version volume volume-action"

// onlyShows allows the operations of showingVerbs: groups, the verb, operands.
func onlyShows(r *Reading) string {
	for i, arg := range r.Operands {
		word, known := arg.Value.Text()
		switch {
		case !known:
			return "the operation is not known"
		case printsSecret(word):
			return "the operation " + word + " hands out what logs in"
		case i > 0 && has(showingVerbs, word):
			return ""
		case i > 0 && !has(nestedGroups, word):
			return "the operation " + word + " is not known to show only"
		}
	}
	return "the operation is not known"
}

// secretWords are parts of the names of operations that hand out what logs in.
var secretWords = [...]string{"access-token", "auth-string", "authorization-code", "connection-string", "credential", "key-string", "kubeconfig", "login-token", "password", "publishing-profile", "publishing-credentials"}

// printsSecret reports whether the name of an operation, or of a group, is about what
// logs in.
func printsSecret(word string) bool {
	for _, part := range secretWords {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// changingWords are the words with which a statement of SQL can change something.
const changingWords = "alter analyze call copy create delete drop execute export grant insert into load merge msck optimize replace revoke set truncate unload update vacuum"

// queryReads reports whether a statement of SQL is one query: it begins with a word
// that reads and holds none that changes, wherever it stands.
func queryReads(sql string) bool {
	words := strings.FieldsFunc(strings.ToLower(withoutComments(sql)), func(c rune) bool {
		return c != '_' && c != ';' && (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	if len(words) == 0 || !has("select with show describe desc explain values", words[0]) {
		return false
	}
	for i, word := range words {
		if i == 1 && words[0] == "explain" && word == "analyze" || words[0] == "show" && word == "create" {
			continue
		}
		if has(changingWords, word) || strings.Contains(word, ";") {
			return false
		}
	}
	return true
}

// withoutComments is a statement of SQL without the comments before its first word.
func withoutComments(sql string) string {
	for {
		sql = strings.TrimSpace(sql)
		end, width := -1, 1
		switch {
		case strings.HasPrefix(sql, "--"):
			end = strings.IndexByte(sql, '\n')
		case strings.HasPrefix(sql, "/*"):
			end, width = strings.Index(sql, "*/"), 2
		default:
			return sql
		}
		if end < 0 {
			return ""
		}
		sql = sql[end+width:]
	}
}
