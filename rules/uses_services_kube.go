package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// kubeOptions are those of every command of kubectl; the ones left out of them name
// another server or a file of configuration, which can name a program.
const (
	kubeValues = "-n --namespace --context --cluster --user --as --as-group --as-uid --request-timeout --as-user-extra -v --v --tls-server-name --certificate-authority --client-certificate --client-key"
	kubeFlags  = "--insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression"
	kubeNot    = "--kubeconfig -s --server --token --username --password --cache-dir --profile --profile-output --kuberc --log-file --log-dir --vmodule"
)

const (
	// manifestValues name manifests, which can be fetched.
	manifestValues = "-f --filename -k --kustomize"
	getValues      = "-o --output -l --selector --field-selector --sort-by --template --chunk-size -L --label-columns --subresource " + manifestValues
)

func kubectlSubs() []Use {
	return []Use{
		{Names: "get", Values: getValues, Not: "--raw", Judge: showsNoSecret},
		{Names: "describe", Values: getValues, Judge: describesNoSecret},
		{Names: "logs top explain api-resources api-versions version events options help completion", Judge: kubeReads},
		{Names: "cluster-info", Most: NoOperand, Subs: func() []Use { return []Use{{Names: "dump", Not: "--output-directory", Judge: kubeReads}} }, Bare: true, Judge: kubeReads},
		{Names: "auth", Subs: func() []Use { return []Use{{Names: "can-i whoami", Judge: kubeReads}} }},
		{Names: "config", Subs: func() []Use {
			return []Use{{Names: "view", Not: "--raw --flatten", Judge: kubeReads}, {Names: "get-contexts get-clusters get-users current-context", Judge: kubeReads}}
		}},
		{Names: "rollout", Values: manifestValues, Subs: func() []Use { return []Use{{Names: "status history", Judge: kubeReads}} }},
		{Names: "diff", Values: manifestValues + " -l --selector", Not: "--force-conflicts --prune", Judge: kubeReads},
		{Names: "kustomize", Values: "--load-restrictor -e --env", Only: "--load-restrictor", Judge: kubeBuilds},
		{Names: "wait", Values: manifestValues, Judge: kubeReads},
		{Names: "plugin", Subs: func() []Use { return []Use{{Names: "list", Judge: kubeReads}} }},
	}
}

func ocSubs() []Use {
	return []Use{
		{Names: "get", Values: getValues, Not: "--raw", Judge: showsNoSecret},
		{Names: "describe", Values: getValues, Judge: describesNoSecret},
		{Names: "logs explain api-resources api-versions version events status projects options help", Judge: kubeReads},
		{Names: "whoami", Not: "-t --show-token", Judge: kubeReads},
		{Names: "auth", Subs: func() []Use { return []Use{{Names: "can-i whoami", Judge: kubeReads}} }},
		{Names: "adm", Subs: func() []Use { return []Use{{Names: "top", Judge: kubeReads}} }},
		{Names: "config", Subs: func() []Use {
			return []Use{{Names: "view", Not: "--raw --flatten", Judge: kubeReads}, {Names: "get-contexts get-clusters get-users current-context", Judge: kubeReads}}
		}},
		{Names: "rollout", Values: manifestValues, Subs: func() []Use { return []Use{{Names: "status history", Judge: kubeReads}} }},
		{Names: "wait", Values: manifestValues, Judge: kubeReads},
	}
}

// kubeReads refuses manifests that are fetched, and so much logging that the requests
// are printed with what logs in.
func kubeReads(r *Reading) string {
	if farValue(r, manifestValues) || slices.ContainsFunc(r.Operands, func(a *ast.Arg) bool {
		text, known := a.Value.Text()
		if !known {
			text = a.Value.Prefix()
		}
		return strings.Contains(text, "://")
	}) {
		return "it may fetch the manifests"
	}
	for _, option := range r.Options {
		if !has("-v --v", option.Name) {
			continue
		}
		level, known := "", false
		if option.Value != nil {
			level, known = option.Value.Text()
		}
		if !known || !has("0 1 2 3 4 5", level) {
			return "at this level requests are logged with what logs in"
		}
	}
	return ""
}

// kubeBuilds allows to build manifests of this machine.
func kubeBuilds(r *Reading) string {
	if why := localOnly(r); why != "" {
		return why
	}
	return kubeReads(r)
}

// showsNoSecret refuses to print secrets in full, and what may be one.
func showsNoSecret(r *Reading) string {
	if why := kubeReads(r); why != "" {
		return why
	}
	if output, known, given := optionText(r, "-o --output --template"); !given || known && has("wide name", output) {
		return ""
	}
	return namesNoSecret(r)
}

// describesNoSecret refuses to describe secrets: tokens among them are printed.
func describesNoSecret(r *Reading) string {
	if why := kubeReads(r); why != "" {
		return why
	}
	return namesNoSecret(r)
}

// namesNoSecret refuses operands that are secrets, or may be.
func namesNoSecret(r *Reading) string {
	if _, _, given := optionText(r, "-f --filename -k --kustomize"); given || len(r.Operands) == 0 {
		return "what is printed in full may be a secret"
	}
	for i, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known {
			if text = arg.Value.Prefix(); i == 0 {
				return "what is printed in full may be a secret"
			}
		}
		for kind := range strings.SplitSeq(strings.ToLower(text), ",") {
			kind, _, _ = strings.Cut(kind, "/")
			kind, _, _ = strings.Cut(kind, ".")
			if kind == "secret" || kind == "secrets" {
				return "a secret is printed in full"
			}
		}
	}
	return ""
}

// localOnly refuses operands that name a place to fetch from.
func localOnly(r *Reading) string {
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known || farPlace(text) {
			return "it may fetch what it reads"
		}
	}
	return ""
}

const (
	helmValues = "-o --output -n --namespace --kube-context --kube-as-group --kube-as-user --burst-limit --qps --kube-ca-file --kube-tls-server-name"
	helmFlags  = "--debug --kube-insecure-skip-tls-verify"
	helmNot    = "--kubeconfig --kube-apiserver --kube-token --registry-config --repository-config --repository-cache --post-renderer " +
		"--post-renderer-args --output-dir --dependency-update --repo --username --password --pass-credentials"
	// helmChart are the options with which a chart is rendered.
	helmChart = "-f --values --set --set-string --set-file --set-json --set-literal --version --description --timeout --history-max --revision -l " +
		"--labels --ca-file --cert-file --key-file --keyring -o --output --name-template -a --api-versions --kube-version -s --show-only " +
		"--max -g --generate-name --dry-run -i --install --reuse-values --reset-values --reset-then-reuse-values --atomic --wait " +
		"--wait-for-jobs --no-hooks --include-crds --skip-crds --skip-tests --skip-schema-validation --create-namespace --devel --force " +
		"--cleanup-on-fail --hide-notes --hide-secret --keep-history --ignore-not-found --cascade --replace --render-subchart-notes " +
		"--disable-openapi-validation --verify --enable-dns --is-upgrade --validate --release-name --insecure-skip-tls-verify --plain-http"
	chartTakes = "-f --values --set --set-string --set-file --set-json --set-literal --version --description --timeout --history-max --revision -l " +
		"--labels --ca-file --cert-file --key-file --keyring -o --output --name-template -a --api-versions --kube-version -s --show-only " +
		"--max --cascade"
)

func helmSubs() []Use {
	return []Use{
		{Names: "list ls history hist env version completion help"},
		{Names: "status", Judge: statusOnly},
		{Names: "lint verify", Judge: chartHere},
		{Names: "get", Subs: func() []Use { return []Use{{Names: "metadata notes"}} }},
		{Names: "show inspect", Subs: func() []Use { return []Use{{Names: "all chart crds readme values", Judge: chartHere}} }, Bare: true, Most: NoOperand},
		{Names: "search", Subs: func() []Use { return []Use{{Names: "hub", Not: "--endpoint"}, {Names: "repo"}} }},
		{Names: "dependency dep dependencies", Subs: func() []Use { return []Use{{Names: "list ls", Judge: chartHere}} }},
		{Names: "repo plugin", Subs: func() []Use { return []Use{{Names: "list ls"}} }},
		{Names: "template", Values: chartTakes, Only: helmChart, Judge: chartHere},
		{Names: "install upgrade rollback uninstall delete del un", Values: chartTakes, Only: helmChart, Judge: triesOnly},
	}
}

// statusOnly refuses the forms that print the values and manifests of a release as well.
func statusOnly(r *Reading) string {
	if form, known, given := optionText(r, "-o --output"); given && !(known && form == "table") {
		return "what is printed in full may be a secret"
	}
	return ""
}

// chartHere refuses charts and values that are fetched: an address, or a chart of a
// repository.
func chartHere(r *Reading) string {
	for _, arg := range r.Operands {
		text, known := arg.Value.Text()
		if !known {
			text = arg.Value.Prefix()
		}
		local := strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || strings.HasPrefix(text, "/")
		if strings.Contains(text, "://") || !local && (!known || strings.Contains(text, "/")) {
			return "it may fetch the chart"
		}
	}
	for _, option := range r.Options {
		if option.Value == nil || !has("-f --values --set-file", option.Name) {
			continue
		}
		if text, known := option.Value.Text(); !known || strings.Contains(text, "://") {
			return "it may fetch values"
		}
	}
	return ""
}

// triesOnly allows what --dry-run keeps from changing something.
func triesOnly(r *Reading) string {
	dry := false
	for _, option := range r.Options {
		if option.Name != "--dry-run" {
			continue
		}
		if option.Value != nil && !option.Value.Is("client") && !option.Value.Is("server") && !option.Value.Is("true") {
			return "the value of --dry-run is not known"
		}
		dry = true
	}
	if !dry {
		return "without --dry-run it changes the cluster"
	}
	return chartHere(r)
}

func argocdSubs() []Use {
	return []Use{
		{Names: "app", Subs: func() []Use {
			return []Use{{Names: "list get diff history logs manifests resources get-resource", Not: "--refresh --hard-refresh --local"}}
		}},
		{Names: "appset proj repo cluster cert gpg", Subs: func() []Use { return []Use{{Names: "list get"}} }},
		{Names: "account", Subs: func() []Use { return []Use{{Names: "list get get-user-info can-i"}} }},
		{Names: "context", Most: NoOperand, Not: "--delete"},
		{Names: "version help completion"},
	}
}

func istioctlSubs() []Use {
	return []Use{
		{Names: "version proxy-status ps analyze"},
		{Names: "proxy-config pc", Subs: func() []Use {
			return []Use{{Names: "all bootstrap cluster clusters c endpoint endpoints ep listener listeners l route routes r ecds"}}
		}},
		{Names: "experimental x", Subs: func() []Use { return []Use{{Names: "describe precheck authz"}} }},
		{Names: "tag", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "validate"},
	}
}

func fluxSubs() []Use {
	return []Use{
		{Names: "get version check logs events tree trace stats", Not: "--export"},
	}
}

func minikubeSubs() []Use {
	return []Use{
		{Names: "status ip version options"},
		{Names: "logs", Not: "--file"},
		{Names: "profile addons service node", Subs: func() []Use { return []Use{{Names: "list"}} }},
		{Names: "image", Subs: func() []Use { return []Use{{Names: "ls list"}} }},
		{Names: "config", Subs: func() []Use { return []Use{{Names: "get view defaults"}} }},
	}
}
