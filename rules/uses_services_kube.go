package rules

import "strings"

// kubeOptions are those of every command of kubectl; the ones left out of them name
// another server or a file of configuration, which can name a program.
const (
	kubeValues = "-n --namespace --context --cluster --user --as --as-group --as-uid --request-timeout -v --v --vmodule --tls-server-name --certificate-authority --client-certificate --client-key"
	kubeFlags  = "--insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression"
	kubeNot    = "--kubeconfig -s --server --token --username --password --cache-dir --profile --profile-output --kuberc --log-file --log-dir"
)

const getValues = "-o --output -l --selector --field-selector --sort-by --template --chunk-size -L --label-columns --subresource -f --filename -k --kustomize"

var kubectlSubs = []Use{
	{Names: "get", Values: getValues, Not: "--raw", Judge: showsNoSecret},
	{Names: "describe logs top explain api-resources api-versions version events options help completion"},
	{Names: "cluster-info", Most: NoOperand, Subs: []Use{{Names: "dump", Not: "--output-directory"}}, Bare: true},
	{Names: "auth", Subs: []Use{{Names: "can-i whoami"}}},
	{Names: "config", Subs: []Use{{Names: "view", Not: "--raw"}, {Names: "get-contexts get-clusters get-users current-context"}}},
	{Names: "rollout", Subs: []Use{{Names: "status history"}}},
	{Names: "diff", Values: "-f --filename -k --kustomize -l --selector", Not: "--force-conflicts --prune"},
	{Names: "kustomize", Values: "--load-restrictor -e --env", Only: "--load-restrictor", Judge: localOnly},
	{Names: "wait"},
	{Names: "plugin", Subs: []Use{{Names: "list"}}},
}

var ocSubs = []Use{
	{Names: "get", Values: getValues, Not: "--raw", Judge: showsNoSecret},
	{Names: "describe logs explain api-resources api-versions version events status projects options help"},
	{Names: "whoami", Not: "-t --show-token"},
	{Names: "auth", Subs: []Use{{Names: "can-i whoami"}}},
	{Names: "adm", Subs: []Use{{Names: "top"}}},
	{Names: "config", Subs: []Use{{Names: "view", Not: "--raw"}, {Names: "get-contexts get-clusters get-users current-context"}}},
	{Names: "rollout", Subs: []Use{{Names: "status history"}}},
	{Names: "wait"},
}

// showsNoSecret refuses to print secrets in full, and what may be one.
func showsNoSecret(r *Reading) string {
	if output, known, given := optionText(r, "-o --output --template"); !given || known && has("wide name", output) {
		return ""
	}
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
		if i > 0 && !strings.Contains(text, "/") {
			continue
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
		if !known || strings.Contains(text, "://") || strings.Contains(text, "?ref=") || strings.Contains(text, "@") || strings.HasPrefix(text, "github.com") || strings.Contains(text, ".com/") || strings.Contains(text, ".git") {
			return "it may fetch what it builds"
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

var helmSubs = []Use{
	{Names: "list ls status history hist lint env version verify completion help"},
	{Names: "get", Subs: []Use{{Names: "all hooks manifest metadata notes values"}}},
	{Names: "show inspect", Subs: []Use{{Names: "all chart crds readme values"}}, Bare: true, Most: NoOperand},
	{Names: "search", Subs: []Use{{Names: "hub repo"}}},
	{Names: "dependency dep dependencies", Subs: []Use{{Names: "list ls"}}},
	{Names: "repo plugin", Subs: []Use{{Names: "list ls"}}},
	{Names: "template", Values: chartTakes, Only: helmChart},
	{Names: "install upgrade rollback uninstall delete del un", Values: chartTakes, Only: helmChart, Judge: triesOnly},
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
	return ""
}

var argocdSubs = []Use{
	{Names: "app", Subs: []Use{{Names: "list get diff history logs manifests resources get-resource", Not: "--refresh --hard-refresh --local"}}},
	{Names: "appset proj repo cluster cert gpg", Subs: []Use{{Names: "list get"}}},
	{Names: "account", Subs: []Use{{Names: "list get get-user-info can-i"}}},
	{Names: "context", Most: NoOperand, Not: "--delete"},
	{Names: "version help completion"},
}

var istioctlSubs = []Use{
	{Names: "version proxy-status ps analyze"},
	{Names: "proxy-config pc", Subs: []Use{{Names: "all bootstrap cluster clusters c endpoint endpoints ep listener listeners l route routes r ecds"}}},
	{Names: "experimental x", Subs: []Use{{Names: "describe precheck authz"}}},
	{Names: "tag", Subs: []Use{{Names: "list"}}},
	{Names: "validate"},
}

var fluxSubs = []Use{
	{Names: "get version check logs events tree trace stats", Not: "--export"},
}

var minikubeSubs = []Use{
	{Names: "status ip version options"},
	{Names: "logs", Not: "--file"},
	{Names: "profile addons service node", Subs: []Use{{Names: "list"}}},
	{Names: "image", Subs: []Use{{Names: "ls list"}}},
	{Names: "config", Subs: []Use{{Names: "get view defaults"}}},
}
