package rules

import (
	"sort"
	"strings"
)

// askedRow is one way of reading the words of programs that fetch what cannot be moved
// safely, with where it lands. Its fields are texts of words, so that the table costs
// nothing at the start.
//
// A subcommand is its words with a / between them, - where there is none. What is fetched
// is said by words: first (only the first operand counts, and options end there), and
// one of always, any (there is an operand), option (only the values of options count),
// spec (an operand that is no local path), name (the same, where a name with a slash is a
// path as well), version (one with an @), url (one with a scheme), store (a source with a
// scheme, and a target without), host (the same with HOST:PATH), bin (a program that the
// project has not installed), registry (an image of one), socat.
//
// The words are the operand that names the destination (1, 2, last; image is one with a
// transport before it), then the options, each with a mark behind it: > its value is a
// destination, : it has a value, . it has none, ^ it has none and sends the rest to a place
// of its own, % it has none and prints instead, ? its value is a source, @ it is one where
// it is a URL, * its value is a program that reads it all, ~ with it nothing is fetched, =
// the same with a value, ! without one of these nothing is fetched.
//
// Without a destination it lands here (the directory in effect), in the project (the next
// directory upwards with one of the files), in the environment that the program's path
// lies in, elsewhere, nowhere (standard output), in a store of a daemon, which is left
// alone; needed says that the program refuses. Variables that name the place follow, with
// a $.
//
// The places are from the programs' manuals. The options were compared with the help of
// aws-cli 1.45, cargo 1.95, docker 28.2, gsutil 5.34, kubectl 1.32, npm 11.19, pip 23.2,
// rclone 1.60 and skopeo 1.9; the rest was not run.
type askedRow struct {
	names, subs, fetched, words, place string
	// instead says why it is not moved, and what to do instead, with SANDBOX for the
	// directory; doc is what is fetched.
	instead, doc string
}

// askedTable holds the rows in the order of their names.
var askedTable = [...]askedRow{
	{"apk", "add", "spec", "-p> --root> -t: --virtual: -X: --repository: -U. -q. -u. --no-cache. --update. --update-cache. --upgrade. --allow-untrusted. -s~ --simulate~", "elsewhere", "it installs into the system, and runs the scripts of packages; let the user do it", "packages of Alpine"},
	{"apk", "fetch", "any", "-o> --output> -X: --repository: -L. -l. --link. -R. --recursive. -q. -s% --stdout%", "here", "it is known from its manual alone; add -o SANDBOX", "packages of Alpine as files"},
	{"apt apt-get aptitude", "install reinstall satisfy", "spec", "-o: -t: --target-release: --default-release: -c: --config-file: -a: --host-architecture: -y. -q. -qq. -f. --yes. --assume-yes. --quiet. --no-install-recommends. --fix-broken. -s~ --simulate~ --just-print~ --dry-run~ --no-act~ --recon~ --print-uris~", "elsewhere", "it installs into the system, and runs the scripts of packages; let the user do it, or get the files by apt-get download in SANDBOX", "packages of Debian"},
	{"apt apt-get aptitude", "download source", "any", "-o: -t: --target-release: -c: -y. -q. -qq. -d. --download-only. --yes. --print-uris~", "here", "no option moves it; run it in SANDBOX", "packages of Debian as files"},
	{"aws", "s3/cp s3/mv s3/sync", "store", "last --recursive. --quiet. --no-progress. --only-show-errors. --delete. --size-only. --exact-timestamps. --follow-symlinks. --no-follow-symlinks. --no-guess-mime-type. --ignore-glacier-warnings. --force-glacier-transfer. --debug. --no-sign-request. --no-verify-ssl. --no-paginate. --dryrun~ --include: --exclude: --acl: --sse: --sse-c: --sse-c-key: --sse-kms-key-id: --sse-c-copy-source: --sse-c-copy-source-key: --storage-class: --website-redirect: --content-type: --cache-control: --content-disposition: --content-encoding: --content-language: --expires: --source-region: --page-size: --request-payer: --checksum-mode: --checksum-algorithm: --metadata: --metadata-directive: --expected-size: --case-conflict: --endpoint-url: --output: --query: --profile: --region: --color: --ca-bundle: --cli-read-timeout: --cli-connect-timeout:", "needed", "it was never tried against a real store; give a target in SANDBOX", "objects of S3"},
	{"aws", "s3api/get-object", "always", "1 --bucket: --key: --if-match: --if-modified-since: --if-none-match: --if-unmodified-since: --range: --response-cache-control: --response-content-disposition: --response-content-encoding: --response-content-language: --response-content-type: --response-expires: --version-id: --sse-customer-algorithm: --sse-customer-key: --sse-customer-key-md5: --request-payer: --part-number: --expected-bucket-owner: --checksum-mode: --debug. --endpoint-url: --no-verify-ssl. --no-paginate. --output: --query: --profile: --region: --color: --no-sign-request. --ca-bundle: --cli-read-timeout: --cli-connect-timeout:", "needed", "it was never tried against a real store; give a file in SANDBOX", "an object of S3"},
	{"az", "storage/blob/download storage/file/download", "always", "-f> --file> --dest> -c: --container-name: -n: --name: -s: --share-name: -p: --path: --account-name: --account-key: --connection-string: --sas-token: --auth-mode: --blob-url: --version-id: --snapshot: --subscription: -o: --output: --query: --no-progress. --only-show-errors.", "nowhere", "it is known from its manual alone; give --file a path in SANDBOX", "a blob of Azure"},
	{"az", "storage/blob/download-batch storage/file/download-batch", "always", "-d> --destination> -s: --source: --pattern: --account-name: --account-key: --connection-string: --sas-token: --auth-mode: --subscription: --max-connections: -o: --output: --query: --no-progress. --overwrite. --dryrun~", "needed", "it is known from its manual alone; give -d SANDBOX", "blobs of Azure"},
	{"azcopy", "copy cp c sync", "store", "last --recursive. --overwrite: --include-pattern: --exclude-pattern: --include-path: --exclude-path: --from-to: --log-level: --output-type: --cap-mbps: --put-md5. --check-md5: --dry-run~", "needed", "it is known from its manual alone; give a target in SANDBOX", "blobs of Azure"},
	{"brew", "install reinstall fetch", "any", "-q. -v. -f. -s. --quiet. --verbose. --force. --cask. --casks. --formula. --formulae. --HEAD. --build-from-source. -n~ --dry-run~", "elsewhere", "it installs into the system; let the user do it", "packages of Homebrew"},
	{"bun", "add install i a", "spec", "--cwd> -d. -D. --dev. --development. --optional. --peer. -E. --exact. -f. --force. -g^ --global^ --no-save. --silent. --production. -p. --frozen-lockfile. --registry: --cache-dir: --backend: -c: --config: --dry-run~", "project package.json", "it adds to the project, and runs what it fetches; run it in a project in SANDBOX", "packages of npm"},
	{"bun", "x create c", "first bin", "--bun. -y. -p? --package?", "elsewhere", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"bundle bundler", "add", "any", "-v: --version: -g: --group: -s: --source: -r: --require: --git: --github: --branch: --ref: --path= --skip-install. --quiet.", "elsewhere $BUNDLE_PATH", "it adds to the project, and runs what it fetches; let the user do it", "gems"},
	{"bunx", "-", "first bin", "--bun. -y. --yes. --verbose. --silent. -p? --package? --no-install~", "elsewhere", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"cargo", "add", "spec", "--path= --git? --branch: --tag: --rev: -F: --features: --rename: --registry: -p: --package: --target: --manifest-path: --base: --color: --config: -Z: --no-default-features. --default-features. --optional. --no-optional. --dev. --build. --public. -v. -q. --quiet. --verbose. --locked. --offline~ -n~ --dry-run~", "elsewhere $CARGO_HOME", "it adds to the project; let the user do it", "crates"},
	{"cargo", "install binstall", "spec", "--root> --install-path> --git? --path= --version: --vers: --index: --registry: --branch: --tag: --rev: --message-format: --color: --config: -Z: -F: --features: -j: --jobs: --profile: --target: --target-dir: --bin: --example: -f. -v. -q. -y. --force. --locked. --frozen~ --offline~ --bins. --examples. --all-features. --no-default-features. --debug. --no-track. --quiet. --verbose. --list~ -n~ --dry-run~", "elsewhere $CARGO_INSTALL_ROOT", "it builds and installs what it fetches; add --root SANDBOX", "programs of Rust"},
	{"code code-insiders codium cursor", "-", "option", "--install-extension? --extensions-dir> --user-data-dir: --force. --pre-release.", "elsewhere", "it installs into the editor; let the user do it", "extensions of an editor"},
	{"composer", "require", "any", "-d> --working-dir> --dev. -W. -w. -n. -q. --no-interaction. --with-all-dependencies. --no-update. --prefer-dist. --quiet. --dry-run~", "here", "it adds to the project, and runs what it fetches; run it in a project in SANDBOX", "packages of PHP"},
	{"composer", "global/require", "any", "-n. -q. -W. -w. --dry-run~", "elsewhere $COMPOSER_HOME", "it installs for the user; let the user do it", "packages of PHP"},
	{"composer", "create-project", "any", "2 -d: --working-dir: -s: --stability: --repository: --repository-url: --add-repository. --dev. --no-dev. --no-install. --no-scripts. --prefer-dist. --prefer-source. -n. -q. --no-interaction.", "here", "it runs what it fetches; give a directory in SANDBOX", "a project of PHP"},
	{"conda mamba micromamba", "install create", "spec", "-p> --prefix> -n: --name: -c: --channel: -f: --file: -y. -q. --yes. --quiet. -r: --root-prefix: --override-channels. --clone: --solver: --json. -d~ --dry-run~ --offline~", "elsewhere", "it installs into an environment of the user; add -p SANDBOX/env", "packages of conda"},
	{"cpan cpanm", "-", "name", "-l> -L> --local-lib> --local-lib-contained> -n. -q. -v. -f. -i. -T. -S. --notest. --quiet. --verbose. --force. --sudo. --mirror: --mirror-only. --installdeps.", "elsewhere", "it installs into the system, and runs what it fetches; use cpanm -L SANDBOX", "modules of Perl"},
	{"crane", "blob manifest config", "any", "--platform: --insecure. -v. --verbose.", "nowhere", "it is known from its manual alone; write it to a file in SANDBOX", "a part of an image"},
	{"crane", "export", "any", "2 --platform: --insecure. -v. --verbose.", "nowhere", "it is known from its manual alone; give a file in SANDBOX", "the files of an image"},
	{"crane", "pull", "any", "last -c> --cache_path> --format: --platform: --insecure. --annotate-ref. -v. --verbose.", "needed", "it is known from its manual alone; give a file in SANDBOX", "images"},
	{"deno", "add cache", "url", "-g^ --global^ -D. --dev. -c: --config: --lock: -r. --reload. -q. --quiet.", "elsewhere $DENO_DIR", "it adds to a cache of its own; set DENO_DIR to a directory in SANDBOX", "modules of Deno"},
	{"deno", "install i", "url", "--root> -g^ --global^ -f. -n: --name: -e: --entrypoint: --allow-net. --allow-read. --allow-all. -A. -q. -c: --config: --import-map: --lock:", "elsewhere $DENO_INSTALL_ROOT", "it installs programs that it fetches; add --root SANDBOX", "programs of Deno"},
	{"deno", "run serve test compile bundle", "first url", "-A. -q. -r. -c: --config: --import-map: --lock: --cert: --env-file: --seed: --inspect. --allow-all. --allow-net. --allow-read. --allow-write. --allow-env. --allow-run. --no-check. --reload. --quiet.", "elsewhere", "it runs what it fetches; write the module to a file in SANDBOX and read it first", "modules of Deno"},
	{"dnf microdnf tdnf yum", "install localinstall reinstall groupinstall", "spec", "--downloaddir> --destdir> --installroot> -y. -q. -v. -b. --assumeyes. --quiet. --nogpgcheck. --downloadonly. --enablerepo: --disablerepo: --repo: --setopt: -x: --exclude: -c: --config: --releasever: --assumeno~", "elsewhere", "it installs into the system, and runs the scripts of packages; let the user do it", "packages of Fedora"},
	{"dnf yum", "download", "any", "--destdir> --downloaddir> --resolve. --alldeps. --source. --url. --arch: -y. -q. --repo: --enablerepo: --disablerepo: --setopt:", "here", "it is known from its manual alone; add --destdir SANDBOX", "packages of Fedora as files"},
	{"docker nerdctl podman", "cp container/cp", "host", "last -a. --archive. -L. --follow-link. -q. --quiet. -c: --context: -H: --host: -l: --log-level: --config: -D. --debug.", "needed", "it was never tried against a real daemon; give a target in SANDBOX", "files of a container"},
	{"docker nerdctl podman", "pull load import image/pull image/load image/import", "store", "-a. --all-tags. -q. --quiet. --platform: -i: --input:", "store", "it stays in the store of the daemon", "images: they land in the store of the daemon, where nothing of the project reads them, so they are left alone"},
	{"docker nerdctl podman", "save export image/save container/export", "any", "-o> --output> --platform: --format: -q. -m. -c: --context: -H: --host: -l: --log-level: --config: -D. --debug.", "nowhere", "it was never tried against a real daemon; give -o a file in SANDBOX", "an image or a container as a file"},
	{"dotnet", "tool/install", "any", "--tool-path> -g^ --global^ --local. --version: --add-source: --framework: --prerelease.", "elsewhere", "it installs programs that it fetches; add --tool-path SANDBOX", "programs of .NET"},
	{"dotnet", "add/package package/add", "any", "-v: --version: -s: --source: -f: --framework: --package-directory> --project: -n. --no-restore. --prerelease.", "elsewhere $NUGET_PACKAGES", "it adds to the project; let the user do it", "packages of .NET"},
	{"flatpak", "install", "spec", "-y. -u. --user. --system.", "elsewhere", "it installs into the system; let the user do it", "applications"},
	{"gcloud", "storage/cp storage/mv storage/rsync", "store", "last -r. -R. -n. -c. -e. -P. -v. -a: --recursive. --no-clobber. --continue-on-error. --preserve-posix. --quiet. -q. --delete-unmatched-destination-objects. --checksums-only. --project: --account: --configuration: --verbosity: --format: --billing-project: --impersonate-service-account: --canned-acl: -L: --manifest-path: -x: --exclude: -I. --read-paths-from-stdin. --dry-run~", "needed", "it was never tried against a real store; give a target in SANDBOX", "objects of Google's storage"},
	{"gcloud", "storage/cat", "any", "-h. -r: --range: -d. --display-url. --project: --account: -q. --quiet.", "nowhere", "it was never tried against a real store; write it to a file in SANDBOX", "objects of Google's storage"},
	{"gem", "fetch", "any", "-v: --version: --platform: -s: --source: -p: --http-proxy: --prerelease. --pre. -q. -V. --clear-sources.", "here", "no option moves it; run it in SANDBOX", "gems as files"},
	{"gem", "install i", "name", "-i> --install-dir> --target-rbconfig: -n: --bindir: --build-root> -v: --version: --platform: -s: --source: -p: --http-proxy: -P: --trust-policy: --document: -g: --file: --no-document. -N. -f. --force. -q. -V. --user-install^ --no-user-install. --pre. --prerelease. --clear-sources. -l~ --local~ --explain~", "elsewhere $GEM_HOME", "it builds and installs what it fetches; add --install-dir SANDBOX", "gems"},
	{"go", "get", "spec", "-C: -modfile: -u. -t. -d. -v. -x. -tool. -insecure.", "elsewhere $GOPATH $GOMODCACHE", "it adds to the project; let the user do it", "modules of Go"},
	{"go", "install", "version", "-C: -o: -p: -tags: -ldflags: -gcflags: -asmflags: -mod: -modfile: -buildmode: -overlay: -exec: -toolexec: -v. -x. -a. -race. -trimpath. -n~", "elsewhere $GOPATH $GOBIN $GOMODCACHE", "it builds and installs what it fetches; set GOPATH to a directory in SANDBOX", "programs of Go"},
	{"go", "mod/download", "version", "-C: -json. -x. -modfile: -reuse:", "elsewhere $GOPATH $GOMODCACHE", "it adds to a cache of its own; set GOMODCACHE to a directory in SANDBOX", "modules of Go"},
	{"go", "run", "first version", "-C: -exec: -p: -tags: -ldflags: -gcflags: -asmflags: -mod: -modfile: -buildmode: -overlay: -toolexec: -v. -x. -a. -race. -trimpath. -work. -n~", "elsewhere", "it runs what it fetches; clone the module into SANDBOX and read it first", "programs of Go"},
	{"gsutil", "cp mv rsync", "store", "last -m. -q. -D. -DD. -o: -h: -i: -u: -s: -a: -j: -L: -x: -y: -z: -A. -c. -C. -d. -e. -I. -J. -p. -P. -r. -R. -U. -v. -Z. --stet. -n.", "needed", "it was never tried against a real store; give a target in SANDBOX", "objects of Google's storage"},
	{"gsutil", "cat", "any", "-h. -r: --range: -d. --display-url. --project: --account: -q. --quiet.", "nowhere", "it was never tried against a real store; write it to a file in SANDBOX", "objects of Google's storage"},
	{"helm", "pull fetch", "any", "-d> --destination> --untardir: --version: --repo: --username: --password: --ca-file: --cert-file: --key-file: --keyring: -n: --namespace: --kubeconfig: --kube-context: --registry-config: --repository-cache: --repository-config: --untar. --devel. --verify. --prov. --pass-credentials. --plain-http. --insecure-skip-tls-verify. --debug.", "here", "it is known from its manual alone; add -d SANDBOX", "charts"},
	{"hf huggingface-cli", "download", "any", "--local-dir> --cache-dir> --repo-type: --revision: --include: --exclude: --token: --max-workers: --local-dir-use-symlinks: --resume-download. --force-download. --quiet. --dry-run~", "elsewhere $HF_HUB_CACHE $HF_HOME", "it is known from its manual alone; add --local-dir SANDBOX/NAME", "models and data sets"},
	{"kaggle", "datasets/download d/download competitions/download c/download kernels/output kernels/pull k/output k/pull models/instances/versions/download m/instances/versions/download", "always", "-p> --path> -d: --dataset: -c: --competition: -k: --kernel: -f: --file: -w. --wp. --unzip. --untar. -o. --force. -q. --quiet. -m. --metadata.", "here", "it is known from its manual alone; add -p SANDBOX", "data sets"},
	{"kubectl oc", "cp", "host", "last -c: --container: --no-preserve. --retries: -n: --namespace: --context: --kubeconfig: --cluster: --user: --as: --as-group: --as-uid: --server: -s: --token: --cache-dir: --request-timeout: -v:", "needed", "it was never tried against a real cluster; give a target in SANDBOX", "files of a pod"},
	{"luarocks", "download", "any", "--server: --only-server: --source. --rockspec. --arch: --all.", "here", "no option moves it; run it in SANDBOX", "rocks as files"},
	{"luarocks", "install", "name", "--tree> --local^ --server: --only-server: --lua-version: --lua-dir: --deps-mode: --force. --dev. --no-doc.", "elsewhere", "it builds and installs what it fetches; add --tree SANDBOX", "rocks"},
	{"nc ncat netcat", "-", "always", "-o> --output> --hex-dump> -z~ -e* -c* --exec* --sh-exec* --lua-exec* -l. -p: -w: -s: -i: -X: -x: -q: -I: -O: -T: -V: -m: -M: -P: -g: -G:", "nowhere", "no word of it is changed; write what comes to a file in SANDBOX", "what comes over a connection"},
	{"npm", "install i in add isntall", "spec", "--prefix> -g^ --global^ --location^ -C> -D. -S. -E. -O. -P. -B. -f. -s. -d. --save. --save-dev. --save-prod. --save-optional. --save-exact. --save-peer. --no-save. --legacy-peer-deps. --no-audit. --no-fund. --silent. --quiet. --force. --ignore-scripts. --omit: --include: --registry: --cache: --userconfig: --loglevel: --tag: -w: --workspace: --install-strategy: --before: --min-release-age: --cpu: --os: --libc: --allow-directory: --allow-file: --allow-git: --allow-remote: --allow-scripts: --dry-run~ --offline~", "project package.json node_modules $npm_config_prefix", "it adds to the project, and runs what it fetches; add --prefix SANDBOX/NAME, or run it in a project in SANDBOX", "packages of npm"},
	{"npm", "pack", "spec", "--pack-destination> --registry: --cache: --userconfig: --loglevel: -w: --workspace: --json. --quiet. -s. --silent. --ignore-scripts. --workspaces. --include-workspace-root. --dry-run~ --offline~", "here $npm_config_pack_destination", "the name is chosen by the package; add --pack-destination=SANDBOX", "packages of npm as files"},
	{"npm", "exec x init create", "first bin", "-y. --yes. --no~ --no-install~ --offline~ -p? --package? -c: --call: -w: --workspace: --registry: --cache: --prefix: -q. --quiet. --silent. --ignore-existing.", "elsewhere $npm_config_cache", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"npx pnpx", "-", "first bin", "-y. --yes. --no~ --no-install~ --offline~ -p? --package? -c: --call: -w: --workspace: --registry: --cache: --userconfig: --prefix: -q. --quiet. --silent. --ignore-existing.", "elsewhere $npm_config_cache", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"nuget", "install", "spec", "-OutputDirectory> -o> -Source: -Version: -ConfigFile: -Framework: -Verbosity: -ExcludeVersion. -NonInteractive. -Prerelease.", "here", "it is known from its manual alone; add -OutputDirectory SANDBOX", "packages of .NET"},
	{"openssl", "s_client", "always", "-msgfile> -keylogfile> -sess_out> -connect: -host: -port: -servername: -proxy: -CAfile: -CApath: -cert: -key: -verify: -starttls: -alpn: -cipher: -sess_in: -quiet. -showcerts. -brief. -crlf. -ign_eof. -tls1_2. -tls1_3. -help~", "nowhere", "no word of it is changed; write what comes to a file in SANDBOX", "what comes over a connection"},
	{"oras", "blob/fetch manifest/fetch", "any", "-o> --output> --descriptor. --platform: -u: --username: -p: --password: --insecure. --plain-http. --ca-file: --registry-config: --media-type: -d. -v.", "nowhere", "it is known from its manual alone; give --output a file in SANDBOX", "a part of an artifact"},
	{"oras", "copy cp", "any", "last --to-oci-layout! --to-oci-layout-path! --from-oci-layout. -r. --recursive. --platform: --concurrency: --from-username: --from-password: --to-username: --to-password:", "needed", "it is known from its manual alone; give a layout in SANDBOX", "artifacts"},
	{"oras", "pull", "any", "-o> --output> -k. --keep-old-files. -T. --allow-path-traversal. -a: --include-subject. --platform: --concurrency: --config: -u: --username: -p: --password: --insecure. --plain-http. --ca-file: --registry-config: --oci-layout~", "here", "it is known from its manual alone; add -o SANDBOX", "artifacts"},
	{"pacman paru yay", "-", "spec", "-S! --sync! -U! --upgrade! -w. --downloadonly. -y. -u. --refresh. --sysupgrade. --needed. --noconfirm. --root> --cachedir> -b: -s~ -i~ -l~ -g~ -p~ -Q~ -R~ --search~ --info~ --list~ --groups~ --print~", "elsewhere", "it installs into the system, and runs the scripts of packages; let the user do it", "packages of Arch Linux"},
	{"pdm poetry pipenv rye", "add install", "name", "-C> -P> --project> --directory> -G: --group: -D. -d. --dev. -e? --editable? -E: --extras: --source: --python: --optional. -n. -q. -v. -r: --requirements: --with: --without: --only: --no-root. --dry-run~", "elsewhere", "it adds to the project, and runs what it fetches; let the user do it", "packages of Python"},
	{"pip", "download", "name", "-d> --dest> -r@ --requirement@ -c: --constraint: -e? --editable? --src: --platform: --python-version: --implementation: --abi: --no-binary: --only-binary: --global-option: -C: --config-settings: --config-setting: --progress-bar: -i: --index-url: --extra-index-url: -f: --find-links: --proxy: --retries: --timeout: --trusted-host: --cert: --client-cert: --cache-dir: --log: --exists-action: --use-feature: --use-deprecated: --python: --keyring-provider: -q. -v. --quiet. --verbose. --pre. --prefer-binary. --no-deps. --no-cache-dir. --no-build-isolation. --isolated. --require-hashes. --no-index~", "here $PIP_DEST", "it may run what it fetches; add -d SANDBOX", "packages of Python as files"},
	{"pip", "install", "name", "-t> --target> --prefix> --root> -r@ --requirement@ -c: --constraint: -e? --editable? --src: --platform: --python-version: --implementation: --abi: --upgrade-strategy: --no-binary: --only-binary: --global-option: --install-option: -C: --config-settings: --config-setting: --progress-bar: --root-user-action: --report: -i: --index-url: --extra-index-url: -f: --find-links: --proxy: --retries: --timeout: --trusted-host: --cert: --client-cert: --cache-dir: --log: --exists-action: --use-feature: --use-deprecated: --python: --keyring-provider: -U. -I. -q. -v. --upgrade. --quiet. --verbose. --user^ --pre. --prefer-binary. --no-deps. --no-cache-dir. --no-build-isolation. --isolated. --force-reinstall. --ignore-installed. --break-system-packages. --compile. --no-compile. --require-hashes. --dry-run~ --no-index~", "environment $PIP_TARGET", "it runs what it fetches; use the pip of an environment in SANDBOX, or add --target SANDBOX", "packages of Python"},
	{"pipx", "install inject upgrade", "name", "-f. --force. -q. -v. --quiet. --verbose. --suffix: --python: -i: --index-url: -e. --editable. --pip-args: --include-deps. --include-apps. --system-site-packages. --global^", "elsewhere $PIPX_HOME", "it installs programs that it fetches; set PIPX_HOME to a directory in SANDBOX", "programs of Python"},
	{"pipx", "run", "first name", "--spec? --with? --python: -i: --index-url: --pip-args: --no-cache. -q. -v. --verbose. --path. --pypackages.", "elsewhere $PIPX_HOME", "it runs what it fetches; install the package into an environment in SANDBOX first", "programs of Python"},
	{"pnpm", "add install i", "spec", "-C> --dir> --prefix> -g^ --global^ -D. -P. -O. -E. -w. -r. --recursive. --save-dev. --save-prod. --save-optional. --save-exact. --save-peer. --workspace. --workspace-root. --frozen-lockfile. --silent. --reporter: --registry: --store-dir: --filter: -F: --global-dir: --ignore-scripts. --offline~ --allow-build:", "project package.json", "it adds to the project, and runs what it fetches; run it in a project in SANDBOX", "packages of npm"},
	{"pnpm", "create", "first bin", "-C: --dir: --allow-build: --silent.", "elsewhere", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"pnpm", "dlx", "first any", "-c. --shell-mode. --package? --silent. --allow-build: -C: --dir: --reporter:", "elsewhere", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"python-wget", "-", "any", "-o> --output>", "here", "it is known from its manual alone; add -o SANDBOX/NAME", "a file, by the module wget of Python"},
	{"rclone", "cat", "any", "--include: --exclude: --filter: --head: --tail: --offset: --count: --discard. --config: -v. -q.", "nowhere", "it was never tried against a real store; write it to a file in SANDBOX", "objects of a store"},
	{"rclone", "copy copyto sync move moveto", "host", "last --backup-dir: --bwlimit: --checkers: --compare-dest: --config: --contimeout: --copy-dest: --exclude: --exclude-from: --exclude-if-present: --files-from: --files-from-raw: --filter: --filter-from: --header: --header-download: --include: --include-from: --log-file: --log-format: --log-level: --low-level-retries: --max-age: --max-backlog: --max-delete: --max-depth: --max-size: --max-transfer: --min-age: --min-size: --multi-thread-cutoff: --multi-thread-streams: --order-by: --retries: --stats: --suffix: --temp-dir: --timeout: --tpslimit: --transfers: --user-agent: --drive-root-folder-id: --s3-provider: --buffer-size: -P. -v. -vv. -q. -c. -u. -l. -L. -x. -I. -M. --progress. --checksum. --update. --verbose. --quiet. --size-only. --ignore-existing. --copy-links. --no-traverse. --create-empty-src-dirs. --fast-list. --metadata. --delete-excluded. --immutable. -n~ --dry-run~", "needed", "it was never tried against a real store; give a target in SANDBOX", "objects of a store"},
	{"rclone", "copyurl", "any", "2 -a. --auto-filename. --header-filename. --no-clobber. -p. --print-filename. --stdout% --config: -P. -v. -q. --progress. -n~ --dry-run~", "needed", "it is known from its manual alone; give a target in SANDBOX", "a URL"},
	{"skopeo", "copy", "registry", "image --additional-tag: -a. --all. --authfile: --decryption-key: --dest-authfile: --dest-cert-dir: --dest-compress. --dest-compress-format: --dest-compress-level: --dest-creds: --dest-daemon-host: --dest-decompress. --dest-no-creds. --dest-password: --dest-registry-token: --dest-shared-blob-dir: --dest-tls-verify. --dest-username: --digestfile: --encrypt-layer: --encryption-key: -f: --format: --multi-arch: --preserve-digests. -q. --quiet. --remove-signatures. --retry-times: --sign-by: --src-authfile: --src-cert-dir: --src-creds: --src-daemon-host: --src-no-creds. --src-password: --src-registry-token: --src-shared-blob-dir: --src-tls-verify. --src-username: --command-timeout: --debug. --insecure-policy. --override-arch: --override-os: --override-variant: --policy: --registries.d: --tmpdir:", "needed", "it was never tried against a real registry; give a path in SANDBOX", "images"},
	{"skopeo", "sync", "any", "last -a. --all. --authfile: -d: --dest: -s: --src: --dest-authfile: --dest-cert-dir: --dest-creds: --dest-password: --dest-username: --dest-tls-verify. -f: --format: --keep-going. --preserve-digests. --remove-signatures. --retry-times: --scoped. --src-authfile: --src-cert-dir: --src-creds: --src-password: --src-username: --src-tls-verify. --command-timeout: --debug. --insecure-policy. --override-arch: --override-os: --override-variant: --policy: --tmpdir: --dry-run~", "needed", "it was never tried against a real registry; give a directory in SANDBOX", "images"},
	{"snap", "download", "any", "--target-directory> --basename: --channel: --edge. --beta. --revision:", "here", "it is known from its manual alone; add --target-directory SANDBOX", "applications as files"},
	{"snap", "install", "spec", "-y. -u. --user. --system. --classic. --devmode. --dangerous. --channel: --edge. --beta.", "elsewhere", "it installs into the system; let the user do it", "applications"},
	{"socat", "-", "socat", "-b: -t: -T: -L: -W: -lf: -lp: -x. -v. -d. -u. -U. -r> -R>", "nowhere", "no word of it is changed; write what comes to a file in SANDBOX", "what comes over a connection"},
	{"spacy", "download", "any", "-d. --direct. -s. --sdist. -t: --target>", "elsewhere", "it installs what it fetches; use the environment of a project in SANDBOX", "models of spaCy"},
	{"ssh", "-", "first any", "-B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -o: -p: -R: -S: -W: -w: -Q= -O= -N~ -G~ -V~", "nowhere", "no word of it is changed; write what comes to a file in SANDBOX", "what a command on another machine prints"},
	{"telnet", "-", "any", "-n> -b: -e: -l: -S: -X: -k: -8. -4. -6. -a. -E. -K. -L. -d. -r. -x.", "nowhere", "no word of it is changed; write what comes to a file in SANDBOX", "what comes over a connection"},
	{"uv", "add", "name", "--directory> --project> -r@ --requirements@ -c: --constraints: --dev. --group: --optional: --editable. --extra: --bounds: --rev: --tag: --branch: --index: --index-url: -i: --default-index: --extra-index-url: -f: --find-links: -p: --python: --script: --package: -q. -v. --offline~", "project pyproject.toml $UV_PROJECT", "it adds to the project, and runs what it fetches; run it in a project in SANDBOX", "packages of Python"},
	{"uv", "pip/install", "name", "-t> --target> --prefix> -p: --python: -r@ --requirements@ --requirement@ -e? --editable? -c: --constraints: --constraint: --index: --index-url: -i: --default-index: --extra-index-url: -f: --find-links: --extra: --group: --system^ --break-system-packages. -U. --upgrade. -q. -v. --no-deps. --pre. --directory: --project: --cache-dir: --dry-run~ --offline~ --no-index~", "elsewhere $VIRTUAL_ENV", "it runs what it fetches; add --target SANDBOX", "packages of Python"},
	{"uv", "run", "option", "--with? --with-editable? --with-requirements@ -p: --python: -m. --module. --extra: --group: --env-file: --directory: --project: --package: --isolated. --no-project. --frozen. -q. -v. --offline~", "elsewhere $UV_CACHE_DIR", "it runs what it fetches; add the package to a project in SANDBOX first", "packages of Python"},
	{"uv", "tool/install tool/upgrade", "name", "--with? --from? -p: --python: --index: --index-url: -i: --default-index: --extra-index-url: -e. --editable. --force. -q. -v. -U. --upgrade. --offline~", "elsewhere $UV_TOOL_DIR", "it installs programs that it fetches; set UV_TOOL_DIR to a directory in SANDBOX", "programs of Python"},
	{"uv", "tool/run", "first name", "--from? --with? -p: --python: --index: --index-url: -i: --default-index: --extra-index-url: --isolated. -q. -v. --offline~", "elsewhere $UV_CACHE_DIR", "it runs what it fetches; install the package into an environment in SANDBOX first", "programs of Python"},
	{"uvx", "-", "first name", "--from? --with? -p: --python: --index: --index-url: -i: --default-index: --extra-index-url: --isolated. -q. -v. --offline~", "elsewhere $UV_CACHE_DIR", "it runs what it fetches; install the package into an environment in SANDBOX first", "programs of Python"},
	{"yarn", "add", "spec", "--cwd> --modules-folder> -D. -P. -O. -E. -T. --dev. --peer. --optional. --exact. --tilde. -W. --ignore-workspace-root-check. --silent. --ignore-scripts. --registry: --cache-folder: --mode: -i. --interactive. --offline~", "project package.json", "it adds to the project, and runs what it fetches; run it in a project in SANDBOX", "packages of npm"},
	{"yarn", "create dlx", "first any", "--cwd: -p? --package? -q. --quiet.", "elsewhere", "it runs what it fetches; install the package in a project in SANDBOX first", "programs of npm"},
	{"yarn", "global/add", "spec", "--prefix> --global-folder> --silent.", "elsewhere", "it installs for the user, and runs what it fetches; let the user do it", "packages of npm"},
	{"yumdownloader", "-", "any", "--destdir> --resolve. --source. --url. --archlist: --enablerepo: --disablerepo: -x: --exclude: -y. -q.", "here", "it is known from its manual alone; add --destdir SANDBOX", "packages of Fedora as files"},
	{"zypper", "install in download dl", "spec", "-R> --root> -n. -y. --non-interactive. --no-confirm. -t: --type: -r: --repo: --from: --download-only. -D~ --dry-run~", "elsewhere", "it installs into the system, and runs the scripts of packages; let the user do it", "packages of SUSE"},
}

// AskedRow is one way in which programs fetch what is not moved, for documentation.
type AskedRow struct {
	// Names are the programs, Subs their subcommands: words with a / between those of one,
	// and - where there is none.
	Names, Subs string
	// Instead says why it is not moved and what to do instead, with SANDBOX for the
	// directory, and Doc what is fetched.
	Instead, Doc string
}

// Asked lists what is only asked about, in the order of the names.
func Asked() []AskedRow {
	out := make([]AskedRow, len(askedTable))
	for i, row := range askedTable {
		out[i] = AskedRow{row.names, row.subs, row.instead, row.doc}
	}
	return out
}

// askedAs is the name under which the lines of a program stand in the table: the first of
// their names. It is the program's own for those of textTable, and empty for a program that
// has none: the question is put for every program that is started, so that it costs next to
// nothing.
func askedAs(name string) string {
	switch name {
	case "R", "Rscript", "apk", "apt", "aws", "az", "azcopy", "brew", "bun", "bundle", "bunx", "cargo", "code", "composer", "conda", "cpan", "crane",
		"deno", "dnf", "docker", "dotnet", "expect", "flatpak", "gcloud", "gem", "go", "gsutil", "helm", "hf", "julia", "kaggle", "kubectl", "lua", "luajit", "luarocks", "nc", "node",
		"nodejs", "npm", "npx", "nuget", "openssl", "oras", "osascript", "pacman", "pdm", "perl", "php", "pip", "pipx", "pnpm", "powershell", "pwsh", "pypy", "python", "python-wget", "rclone", "ruby", "skopeo", "snap",
		"socat", "spacy", "ssh", "tclsh", "telnet", "uv", "uvx", "yarn", "yumdownloader", "zypper":
		return name
	case "apt-get", "aptitude":
		return "apt"
	case "bundler":
		return "bundle"
	case "code-insiders", "codium", "cursor":
		return "code"
	case "mamba", "micromamba":
		return "conda"
	case "cpanm":
		return "cpan"
	case "microdnf", "tdnf", "yum":
		return "dnf"
	case "nerdctl", "podman":
		return "docker"
	case "huggingface-cli":
		return "hf"
	case "oc":
		return "kubectl"
	case "ncat", "netcat":
		return "nc"
	case "pnpx":
		return "npx"
	case "paru", "yay":
		return "pacman"
	case "pipenv", "poetry", "rye":
		return "pdm"
	}
	return ""
}

// askedRows are the lines of a program of the table.
func askedRows(name string) []askedRow {
	from := sort.Search(len(askedTable), func(i int) bool { return askedTable[i].names >= name })
	to := from
	for to < len(askedTable) && askedTable[to].begins(name) {
		to++
	}
	return askedTable[from:to]
}

// begins reports whether a name is the first one of a line.
func (r *askedRow) begins(name string) bool {
	rest, ok := strings.CutPrefix(r.names, name)
	return ok && (rest == "" || rest[0] == ' ')
}
