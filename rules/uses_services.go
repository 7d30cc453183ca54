package rules

// servicesUse knows the programs of the clients of services and clusters.
func servicesUse(program string) *Use {
	switch program {
	case "aws":
		return &Use{Doc: "asks services; operations that change, write a file or hand out what logs in are left out", Values: awsValues, Flags: awsFlags,
			Not: "--with-decryption --include-value --include-values --cli-input-json --cli-input-yaml --cli-auto-prompt", Judge: awsReads}
	case "az":
		return &Use{Doc: "asks services; --open shows a browser, and keys and secrets are not printed", Values: azValues, Flags: azFlags,
			Not: "--open --web --show-values --refresh --file --output-file --download-file --show-keys --keys --with-secrets --resolve-keyvault --include-full-endpoint-url", Judge: azReads}
	case "gcloud":
		return &Use{Doc: "asks services; --flags-file holds more options, and some operations write a file", Values: gcloudValues, Flags: gcloudFlags,
			Not: "--flags-file --output-file --rbac-output-file --destination --access-token-file --api-endpoint-overrides", Judge: gcloudReads}
	case "gh":
		return &Use{Doc: "shows what GitHub holds; --web opens a browser, and api sends requests of any kind", Values: ghValues, Subs: ghSubs}
	case "glab":
		return &Use{Doc: "shows what GitLab holds; --web opens a browser, and api sends requests of any kind", Values: "-R --repo -g --group --hostname --output -P --per-page -p --page", Subs: glabSubs}
	case "kubectl":
		return &Use{Doc: "shows what a cluster holds; another server or configuration can be named, and secrets printed", Values: kubeValues, Flags: kubeFlags, Not: kubeNot, Subs: kubectlSubs}
	case "oc":
		return &Use{Doc: "shows what a cluster holds, as kubectl does", Values: kubeValues, Flags: kubeFlags, Not: kubeNot, Subs: ocSubs}
	case "helm":
		return &Use{Doc: "shows releases and charts; --post-renderer runs a program, --output-dir writes", Values: helmValues, Flags: helmFlags, Not: helmNot, Subs: helmSubs}
	case "argocd":
		return &Use{Doc: "shows applications; --refresh starts work, and another server can be named", Values: "--argocd-context --kube-context --auth-token --loglevel --logformat", Flags: "--grpc-web --insecure --plaintext --core",
			Not: "--server --config --redis-name --portforward-with-tls", Subs: argocdSubs}
	case "istioctl":
		return &Use{Doc: "shows a mesh; another configuration can be named", Values: "-n --namespace -i --istioNamespace --context", Not: "-c --kubeconfig", Subs: istioctlSubs}
	case "kustomize":
		return &Use{Doc: "prints built manifests; -o writes, and plugins and functions are programs", Subs: func() []Use {
			return []Use{{Names: "build", Values: "--load-restrictor", Only: "--load-restrictor", Judge: localOnly}, {Names: "version help"}}
		}}
	case "flux":
		return &Use{Doc: "shows what a cluster synchronises; another server or configuration can be named", Values: "-n --namespace --context --timeout", Flags: "--verbose", Not: "--kubeconfig --server --token --cache-dir", Subs: fluxSubs}
	case "minikube":
		return &Use{Doc: "shows the state of local clusters", Values: "-p --profile", Subs: minikubeSubs}
	case "kind":
		return &Use{Doc: "lists local clusters; get kubeconfig prints what logs in", Subs: func() []Use {
			return []Use{{Names: "get", Subs: func() []Use { return []Use{{Names: "clusters nodes"}} }}, {Names: "version"}}
		}}
	case "eksctl":
		return &Use{Doc: "lists clusters and their parts", Subs: func() []Use {
			return []Use{{Names: "get info version"}, {Names: "utils", Subs: func() []Use {
				return []Use{{Names: "describe-stacks describe-addon-versions describe-addon-configuration"}}
			}}}
		}}
	case "k9s":
		return &Use{Doc: "prints its version and its places", Subs: func() []Use { return []Use{{Names: "version info"}} }}
	case "stern":
		return &Use{Doc: "prints the logs of pods", Values: "-n --namespace --context -l --selector -c --container --since --tail -o --output --field-selector -e --exclude -i --include", Not: "--kubeconfig --config", Text: -1}
	case "docker":
		return &Use{Doc: "shows containers, images and the like; -o writes, and --config names credential programs", Values: "-c --context -l --log-level", Flags: "-D --debug --tls --tlsverify",
			Not: "-H --host --config", Subs: dockerSubs}
	case "docker-compose":
		return &Use{Doc: "shows what a project is and does, as docker compose does", Values: composeValues, Flags: composeFlags, Not: "-H --host", Subs: composeUses}
	case "podman-compose":
		return &Use{Doc: "shows what a project is and does; options name the podman to start", Values: composeValues, Flags: composeFlags, Not: "--podman-path --podman-args --podman-pull-args --podman-run-args", Subs: composeUses}
	case "podman":
		return &Use{Doc: "shows containers, images and the like; --out writes, and options name programs to start", Values: "--connection --log-level", Flags: "-r --remote --syslog",
			Not: "--out --conmon --runtime --runtime-flag --hooks-dir --module --network-cmd-path --network-config-dir --url --root --runroot " +
				"--storage-opt --storage-driver --imagestore --identity --ssh --cpu-profile --memory-profile --tmpdir --volumepath --config " +
				"--cgroup-manager --trace",
			Subs: podmanSubs}
	case "terraform", "tofu":
		return &Use{Doc: "shows state and configuration; plan, validate and graph start the plugins of the project, and fmt writes", Words: true, Flags: "-chdir -no-color", Values: "-state -var-file -var -plan -type -draw-cycles", Subs: terraformSubs}
	case "packer":
		return &Use{Doc: "lists plugins and checks the form of templates; fmt writes, and reading a template starts its plugins", Words: true, Bare: true, Most: NoOperand, Flags: "-machine-readable", Values: "-var -var-file -only -except", Judge: anOption, Subs: packerSubs}
	case "pulumi":
		return &Use{Doc: "shows stacks; --show-secrets decrypts, and preview runs the program", Values: "-s --stack -C --cwd --color --verbose -v", Flags: "--non-interactive --logtostderr -j --json", Not: "--profiling --tracing --memprofilerate", Subs: pulumiSubs}
	case "cdk":
		return &Use{Doc: "prints its help; with anything else it loads the plugins of the project, or runs the app", Groups: true, Never: "it loads the plugins that the project names"}
	case "vault":
		return &Use{Doc: "lists what a vault holds; reading a secret prints it, and another server can be named", Words: true, Values: "-namespace -ns -format -field -mount -log-level", Flags: "-no-color -detailed",
			Not: "-address --address -agent-address --agent-address -wrap-ttl --wrap-ttl -log-file --log-file -output-curl-string", Subs: vaultSubs}
	case "consul":
		return &Use{Doc: "shows members, services and keys; another server can be named", Words: true, Values: "-namespace -partition -datacenter", Not: "-http-addr --http-addr -token --token -token-file --token-file -log-file --log-file", Subs: consulSubs}
	case "nomad":
		return &Use{Doc: "shows jobs and nodes; another server can be named, and -ui opens a browser", Words: true, Values: "-namespace -region", Not: "-address --address -token --token -ui --ui -log-file --log-file", Subs: nomadSubs}
	case "brew":
		return &Use{Doc: "shows formulae; a formula is a program, so that files and other taps are left out", Flags: brewPlaces, Not: "--github --fetch-HEAD " + searchSites, Subs: brewSubs, Bare: true, Judge: brewPlace}
	case "gsutil":
		return &Use{Doc: "lists and prints what a bucket holds; -o sets configuration, -D prints what logs in", Flags: "-m -q", Values: "-u", Not: "-o -D -DD", Subs: gsutilSubs}
	case "bq":
		return &Use{Doc: "shows tables and asks queries; a flag file and a destination do more", Words: true, Values: bqValues, Flags: bqFlags, Not: bqNot, Subs: bqSubs}
	case "auth0":
		return &Use{Doc: "shows what a tenant holds; api sends requests of any kind", Verbs: VerbPath, Values: "--tenant -t -q --query -n --number --filter", Flags: "--debug --no-color --no-input --json --json-compact --csv",
			Not: "-r --reveal-secrets --open", Judge: auth0Reads, Subs: func() []Use { return []Use{{Names: "api", Not: "-d --data --force", Judge: auth0APIReads}} }}
	case "prometheus":
		return &Use{Doc: "prints its help; with anything else it serves", Only: "-h --help-long --help-man", Judge: serverHelp}
	case "promtool":
		return &Use{Doc: "checks configuration and reads a database; queries go to any address and are left out", Values: "--enable-feature", Subs: promtoolSubs}
	case "fastly":
		return &Use{Doc: "shows services; another address can be named", Verbs: VerbPath, Values: "-t --token -o --profile -s --service-id --version --service-name", Flags: "-v --verbose -j --json -i --non-interactive -q --quiet",
			Not: "--api --account --env", Judge: fastlyShows, Subs: func() []Use { return []Use{{Names: "whoami version pops ip-list products"}} }}
	case "wrangler":
		return &Use{Doc: "lists workers and what they store", Values: "--cwd -e --env", Not: "-c --config --persist-to", Subs: wranglerSubs}
	case "heroku":
		return &Use{Doc: "shows apps and their parts; most commands change one with a further word", Values: "-a --app -r --remote -t --team -p --pipeline -s --space", Subs: herokuSubs}
	case "flyctl", "fly":
		return &Use{Doc: "shows apps and machines", Values: "-a --app -c --config -o --org -t --access-token", Flags: "-j --json --verbose --debug", Subs: flySubs}
	case "vercel", "vc":
		return &Use{Doc: "shows deployments and projects; without a subcommand it deploys", Values: "-t --token -S --scope -T --team --cwd", Flags: "-d --debug --no-color", Not: "-A --local-config -Q --global-config --api", Subs: vercelSubs}
	case "netlify", "ntl":
		return &Use{Doc: "shows sites and what they hold", Values: "--auth --filter", Flags: "--debug", Not: "--http-proxy --http-proxy-certificate-filename", Subs: netlifySubs}
	case "doctl":
		return &Use{Doc: "shows what an account holds; another address can be named", Verbs: VerbPath, Values: "-t --access-token -o --output --context", Flags: "-v --verbose --trace", Not: "-u --api-url -c --config", Judge: doctlShows, Subs: func() []Use { return []Use{{Names: "version"}} }}
	case "linode-cli":
		return &Use{Doc: "lists and views what an account holds", Verbs: VerbPath, Values: "--format --page --page-size --as-user --delimiter", Flags: "--json --text --pretty --markdown --no-headers --all --all-rows --no-truncation", Not: "--target", Judge: linodeShows}
	case "hcloud":
		return &Use{Doc: "shows what a project holds; another address can be named", Verbs: VerbPath, Values: "-o --output --context --poll-interval", Flags: "--debug --quiet", Not: "--endpoint --config --debug-file --allow-sensitive", Judge: onlyShows, Subs: func() []Use { return []Use{{Names: "version"}} }}
	case "crane":
		return &Use{Doc: "shows what a registry holds", Values: "--platform", Flags: "-v --verbose", Not: "--insecure", Subs: func() []Use {
			return []Use{{Names: "ls digest manifest config catalog version", Judge: noNumberedHost}}
		}}
	case "skopeo":
		return &Use{Doc: "inspects images and lists tags", Values: "--override-arch --override-os --override-variant --command-timeout --creds", Flags: "--debug", Not: "--policy --insecure-policy --registries.d --registries-conf --tmpdir --tls-verify", Subs: func() []Use { return []Use{{Names: "inspect list-tags", Judge: noNumberedHost}} }}
	case "oras":
		return &Use{Doc: "shows what a registry holds; --output writes", Not: "-o --output --export-manifest --registry-config --resolve --insecure", Subs: func() []Use {
			return []Use{{Names: "discover resolve version", Judge: noNumberedHost}, {Names: "manifest", Subs: func() []Use { return []Use{{Names: "fetch fetch-config", Judge: noNumberedHost}} }}, {Names: "repo repository", Subs: func() []Use { return []Use{{Names: "ls tags", Judge: noNumberedHost}} }}}
		}}
	case "nats":
		return &Use{Doc: "shows streams, consumers and stored values; another server can be named", Values: "--context --timeout", Flags: "--trace --js-api-trace", Not: "-s --server --creds --nkey --config --output -O", Subs: natsSubs}
	case "redis-cli":
		return &Use{Doc: "runs the commands of Redis, of which some read; --rdb writes, --eval and --pipe run", Text: -1,
			Values: "-h -p -s -a -u -n -i -r -d -t --user --pass --host --pattern --count", Flags: "--scan --bigkeys --memkeys --hotkeys --stat --latency --raw --no-raw --csv --json --tls --insecure --no-auth-warning -2 -3 -0 -1 " +
				"-4 -5 -6 -7 -8 -9",
			Only: "--verbose", Judge: redisCommandReads}
	case "mc":
		return &Use{Doc: "lists and prints what an object store holds; find --exec runs a program", Flags: "--json --quiet -q --no-color --debug --insecure", Not: "-C --config-dir --exec --resolve", Subs: func() []Use {
			return []Use{{Names: "ls tree stat du find cat head diff"}, {Names: "admin", Subs: func() []Use { return []Use{{Names: "info"}} }}, {Names: "tag", Subs: func() []Use { return []Use{{Names: "list"}} }}}
		}}
	case "rclone":
		return &Use{Doc: "lists and compares what remotes hold; many options write, or name a program", Only: rcloneListing, Values: rcloneValues, Subs: func() []Use {
			return []Use{{Names: "ls lsd lsl lsf lsjson size tree check about version cat md5sum sha1sum", Judge: namedRemotes}, {Names: "listremotes"}}
		}}
	}
	return nil
}
