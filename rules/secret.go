package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// secretPaths are files that hold secrets by custom, as namedPath.is reads them: no
// command that names one is SAFE, though no policy blocks it.
var secretPaths = [...]string{
	".env", ".env.*", ".env?*", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".git-credentials", ".boto", ".s3cfg",
	".htpasswd", ".vault-token", ".vault-pass*", ".terraformrc", ".terraform.d/", ".dockercfg", ".dockerconfigjson", ".credentials.json", ".claude.json", ".databrickscfg", ".wgetrc", ".curlrc",
	"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*.keytab", "*.ovpn", "*.tfstate", "*.tfvars",
	"*-key", "*_key", "*_rsa", "*-credentials.json", "*vault_pass*",
	"credentials", "credentials.*", "credential", "secrets", "secrets.*", "secret.*", "token", "token.*", "tokens.*", "kubeconfig", "auth.json", "client_secret*.json", "serviceaccountkey.json",
	"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d/", "/etc/kubernetes/", "/proc/*/environ", "/proc/*/task/*/environ", "/proc/*/mem", "/proc/kcore", "/dev/mem", "/dev/sd*", "/dev/nvme*",
	"application_default_credentials.json", "access_tokens.db", "service-account*.json", "service_account*.json", "oauth_creds.json", "wallet.dat", "krb5cc_*", "k3s.yaml",
	".ssh/", ".aws/", ".azure/", ".gnupg/", ".kube/", ".docker/", ".config/gcloud/", ".config/gh/", ".config/hub", ".config/glab-cli/", ".config/op/", ".config/rclone/", ".config/doctl/", ".config/github-copilot/", ".config/sops/",
	".cargo/credentials", ".gem/", ".m2/settings.xml", ".gradle/gradle.properties", ".oci/", ".fly/", ".kaggle/", ".codex/", ".gemini/", ".password-store/", ".mozilla/", "library/keychains/",
	".bash_history", ".zsh_history", ".psql_history", ".mysql_history", ".python_history", ".node_repl_history",
}

// doubtful says why a path keeps a command from being SAFE: it may be one that holds
// secrets, or one that the policy blocks.
func (p *Inspection) doubtful(pl place) string {
	text, known := pl.value.Text()
	if known && pl.glob {
		return p.doubtfulGlob(pl, text)
	}
	if known {
		resolved := p.resolve(pl, text)
		if resolved == "" || isURL(text) {
			return ""
		}
		if climbs(text) && p.Policy.Root != "" && !within(p.Policy.Root, resolved) {
			return fmt.Sprintf("%q climbs out of the project", text)
		}
		if isSample(text) {
			return ""
		}
		ways := p.ways(pl, text, resolved)
		for _, secret := range secretPaths {
			if anyIs(ways, secret, p.home(), "") {
				return fmt.Sprintf("%q may hold secrets", text)
			}
		}
		return ""
	}
	return p.doubtfulPattern(pl)
}

// doubtfulPattern looks at a word of which not all is known: what files may match, or
// what an expansion becomes, may be a name that the policy blocks.
func (p *Inspection) doubtfulPattern(pl place) string {
	for _, alt := range pl.value.Alts() {
		glob, open := "", false
		for _, part := range alt {
			switch {
			case part.Unknown == "" || part.Unknown == ast.Pattern:
				glob += part.Text
			default:
				open = true
				glob += "*"
			}
		}
		if why := p.doubtfulGlob(pl, glob); why != "" {
			return why
		}
		if open {
			if secret := p.namedSecret(); secret != "" {
				return fmt.Sprintf("%s is not known, and the script names %q, which may hold secrets", pl.value.Display(), secret)
			}
		}
	}
	return ""
}

// doubtfulGlob says why a pattern may stand for what holds secrets, or leads out of the
// project.
func (p *Inspection) doubtfulGlob(pl place, glob string) string {
	begin := glob
	if i := strings.IndexAny(glob, "*?["); i >= 0 {
		begin = glob[:i]
	}
	if i := strings.LastIndexByte(begin, '/'); i >= 0 {
		dir := begin[:i+1]
		inside := place{in: pl.in, span: pl.span, value: ast.Known(dir + "x"), dir: pl.dir}
		if why := p.doubtful(inside); why != "" {
			return why
		}
		at := nameOf(p.resolve(inside, dir+"x"))
		for _, e := range p.Policy.BlockedPaths {
			if at.is(e.Text, p.home(), p.Policy.Root) {
				return fmt.Sprintf("%s may match what lies in %q, which the policy blocks", pl.value.Display(), e.Text)
			}
		}
	}
	elements := strings.Split(glob, "/")
	for _, secret := range secretPaths {
		if secret[0] == '/' && overlapElements(strings.Split(secret, "/"), elements) {
			return fmt.Sprintf("%s may match %q, which may hold secrets", pl.value.Display(), secret)
		}
	}
	for i, element := range elements {
		for _, e := range p.Policy.BlockedPaths {
			name := strings.TrimSuffix(e.Text, "/")
			name = name[strings.LastIndexByte(name, '/')+1:]
			if (i == len(elements)-1 || strings.HasSuffix(e.Text, "/")) && mayMatch(strings.ToLower(element), name) {
				return fmt.Sprintf("%s may match %q, which the policy blocks", pl.value.Display(), e.Text)
			}
		}
		if secret := maySpell(strings.ToLower(element)); secret != "" {
			return fmt.Sprintf("%s may match %q, which may hold secrets", pl.value.Display(), secret)
		}
	}
	return ""
}

// overlapElements reports whether two paths of patterns have a path in common.
func overlapElements(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !overlap(a[i], b[i]) {
			return false
		}
	}
	return true
}

// namesSecretVariable says that a word of an invocation is a variable that secrets are kept in;
// "" where none is.
func namesSecretVariable(inv *ast.Invocation) string {
	for i := range inv.Args {
		for _, alt := range inv.Args[i].Value.Alts() {
			for _, part := range alt {
				if secretVariable(part.Var) {
					return fmt.Sprintf("the variable %s may hold a secret", part.Var)
				}
			}
		}
	}
	return ""
}

// secretVariable reports whether a variable bears a name that secrets have.
func secretVariable(name string) bool {
	for _, part := range [...]string{"TOKEN", "SECRET", "PASSW", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "CREDENTIAL"} {
		if strings.Contains(strings.ToUpper(name), part) {
			return true
		}
	}
	return false
}

// namedSecret returns a word anywhere in the script that is, or could be, the name of a
// file with secrets: where a path is put together when the script runs, what it is made
// of stands somewhere.
func (p *Inspection) namedSecret() string {
	split := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.-/~*?", r))
	}
	for word := range strings.FieldsFuncSeq(p.Script.Source.Text, split) {
		lower := strings.ToLower(strings.Trim(word, "-"))
		for element := range strings.SplitSeq(lower, "/") {
			dotted := strings.HasPrefix(element, ".") && len(element) > 1
			if secret := maySpell(element); secret != "" && (dotted || strings.Contains(element, "_") || strings.ContainsAny(element, "*?") || strings.Contains(element, ".")) {
				return secret
			}
		}
		if lower == ".e" || lower == "/root" || strings.HasPrefix(lower, "/root/") || lower == "shadow" {
			return word
		}
	}
	return ""
}

// isSample reports whether a file is a sample of one that holds secrets.
func isSample(path string) bool {
	for _, end := range [...]string{".example", ".sample", ".template", ".dist", ".pub"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// maySpell returns the secret name that one element of a pattern could stand for; ""
// where there is none. A pattern that begins with few letters says too little.
func maySpell(element string) string {
	begin := element
	if i := strings.IndexAny(element, "*?["); i >= 0 {
		begin = element[:i]
	}
	literal := begin == element
	for _, secret := range secretPaths {
		name := strings.TrimSuffix(secret, "/")
		switch {
		case strings.Contains(name, "/"):
		case literal && wild(name, element):
			return name
		case literal || name[0] == '*' || len(begin) < 3 && (begin == "" || begin[0] != '.'):
		case overlap(element, name):
			return name
		}
	}
	return ""
}
