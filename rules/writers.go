package rules

// writers says what programs do with the paths among their words, a program a line:
// names | operands | options | what it does. From the manuals of GNU coreutils, of
// util-linux, of the BSDs and of each program.
//
// Operands are letters, in order; a star repeats one: r reads, w writes (through links),
// u removes or replaces the name, l links to it, x runs it as a program text, t is no
// path, ? is not known to be harmless; a dot says that it writes into the directory it
// runs in, and "words" that options of several letters begin with one dash. An option
// has its letter behind a colon: d and f are the directory, or the file in it, that the
// program goes to first, T is the directory that all operands are put into, v is a mount.
// Behind a ! stands what a flag says of all operands; !! is a flag that changes the
// whole machine.
//
// It is a text, and no table of values, so that a hook that does not need it pays
// nothing for it at its start.
const writers = `
7z 7za 7zr | t w r* . | -o:T -w:w | packs and unpacks
aria2c axel | t* . | -d:w --dir:w -o:w --output:w --out:w -l:w --log:w -i:r --header:t | fetches
ar | t w r* | | makes archives
as gold ld lld | r* words | -o:w -Map:w -MD:w | assemble and link
awk gawk mawk nawk | x r* | -f:r --file:r -E:r --exec:r -v:? --assign:? -F:t --field-separator:t -i:t --include:t -e:x --source:x -o:w --pretty-print:w -p:w --profile:w -d:w --dump-variables:w | its program may write
base32 base64 | r* | -o:w --output:w -i:r -w:t | encode
black isort autopep8 yapf ruff eslint stylelint prettier biome gofmt goimports gofumpt rustfmt clang-format shfmt standard | ?* | -w!w -i!w -l:t --write!w --fix!w --in-place!w -c:r --config:r -o:w --output-file:w | format files
bun pnpm npm npx pnpx yarn yarnpkg corepack lerna turbo nx | ?* . | --prefix:d -C:d --dir:d --cwd:d -g!! --global!! --location:t --cache:w --userconfig:r --filter:t -F:t -w:t --workspace:t --registry:t | work on a project of JavaScript
bundle rake rails gem | ?* . | --gemfile:r -f:r --path:w --install-dir:w -i:w | work on a project of Ruby
bzip2 bunzip2 gzip gunzip xz unxz lzma unlzma lz4 unlz4 compress uncompress pigz | w* | -c!r --stdout!r --to-stdout!r -t!r --test!r -l!r --list!r -S:t --suffix:t -T:t | replace files by compressed ones
cargo | ?* . | --manifest-path:f -C:d --target-dir:w --root:w --out-dir:w --artifact-dir:w --config:t -p:t --package:t --features:t -F:t --bin:t --example:t --test:t --bench:t --target:t --profile:t -j:t -Z:t | builds a project of Rust
cc c++ clang clang++ cpp g++ gcc gfortran tcc icc | ?* words | -o:w -Wl,:x -Wp,:x -Wa,:x -MF:w -MT:t -MQ:t -I:r -L:r -l:t -D:t -U:t -x:t -include:r -isystem:r -iquote:r -idirafter:r -T:r -dumpdir:w -B:r | compile
chattr chcon chgrp chmod chown lsattr | w* | --reference:r | change what files are allowed; a mode among the operands names nothing
cmake | ?* . | -B:w -S:r -C:r -D:t -G:t -E:t -P:r -U:t -A:t -T:t --build:w --install:w --prefix:w --preset:t --target:t --config:t -j:t | makes build trees
ed ex red | w* | -p:t -c:x | edit files
code cursor subl atom open xdg-open idea emacs gedit joe micro nano nvim pico vi view vim vimdiff | w* | -c:x --cmd:x -S:x -u:r -s:x -es!w -Es!w -V:w -w:w -W:w -i:w --startuptime:w | edit files
composer php | ?* . | -d:d --working-dir:d -r:x -f:r -c:r -t:r -S:t | work on a project of PHP
conda mamba poetry pdm hatch pipenv tox nox virtualenv | ?* . | -C:d --directory:d -P:d --project:d -p:w --prefix:w -n:t --name:t -e:t -f:r --file:r -c:r -r:r | work on a project of Python
convert magick mogrify gm | r* w | -path:w | turn images into others
cp | r* w | -t:T --target-directory:T -S:t --suffix:t -s!l --symbolic-link!l -l!l --link!l | copies
cpio pax | t* . | -D:d --directory:d -F:w --file:w -O:w -I:r -E:r | pack and unpack
crontab | ?* | -u:t -e!! -r!! | changes the user's timers
csplit | r t* . | -f:w --prefix:w -n:t --digits:t -b:w --suffix-format:w | writes the parts of a file
ctags etags cscope | r* . | -o:w -f:w --output:w -L:r | index files
ctest | ?* . | --test-dir:d -R:t -E:t -L:t -j:t -O:w --output-log:w | runs tests
curl | t* | -o:w --output:w --output-dir:w -D:w --dump-header:w -c:w --cookie-jar:w --trace:w --trace-ascii:w --stderr:w --etag-save:w --hsts:w --alt-svc:w --libcurl:w -O!t --remote-name!t -K:r --config:r -T:r --upload-file:r -X:t --request:t -H:t --header:t -d:t --data:t --data-raw:t --data-binary:t --data-urlencode:t -F:t --form:t -u:t --user:t -A:t --user-agent:t -e:t --referer:t -b:t --cookie:t -w:x --write-out:x -x:t --proxy:t -m:t --max-time:t -E:r --cert:r --key:r --cacert:r -r:t --range:t -y:t -Y:t -z:t -C:t -Q:t -P:t -U:t --retry:t --connect-timeout:t | fetches
dd | t* | of=:w if=:r | copies blocks
deno | ?* . | -o:w --output:w --config:r -c:r --import-map:r --lock:w --root:w -e:x --eval:x | runs programs
docker podman nerdctl | t* | -v:v --volume:v --mount:v -o:w --output:w --iidfile:w --cidfile:w -f:r --file:r --env-file:r -e:t --env:t -w:t --workdir:t -p:t --publish:t --name:t -t:t --tag:t -u:t --user:t -l:t --label:t --network:t --entrypoint:t --project-directory:d -H:t --build-arg:t --target:t --platform:t | run containers
dos2unix unix2dos | w* | -n!w | change the ends of lines
fallocate | w* | -l:t --length:t -o:t --offset:t | makes room in a file
ffmpeg ffprobe | w* words | -i:r -f:t -c:t -vf:t -af:t -map:t -ss:t -to:t -filter_complex:t -r:t -b:t -s:t -pix_fmt:t -preset:t -crf:t -loglevel:t -v:t -metadata:t | turns films into others
find fd fdfind | r* words | | judged by worktree_find.go
gdb lldb | ?* . words | -ex:x -eval-command:x -iex:x -init-eval-command:x -x:r -command:r -o:x -p:t -pid:t | debug
gh glab hub | t* . | -F:r --body-file:r -D:w --dir:w -O:w --output:w --notes-file:r --input:r -C:d | talk to a forge
go | ?* . words | -C:d -o:w -coverprofile:w -cpuprofile:w -memprofile:w -blockprofile:w -mutexprofile:w -trace:w -outputdir:w -modfile:r -overlay:r -pkgdir:w -run:t -bench:t -tags:t -ldflags:t -gcflags:t -count:t -timeout:t -p:t -mod:t -fuzz:t -fuzztime:t -exec:x -toolexec:x -vet:t -skip:t -cpu:t -parallel:t -list:t -f:t -w!! -u!t | builds a project of Go
gpg gpg2 | w* | -d!r --decrypt!r --verify!r --import!r --list-packets!r --show-keys!r --export!t --export-secret-keys!t -k!t -K!t --list-keys!t --recv-keys!t --edit-key!t --delete-keys!t -o:w --output:w --status-file:w --logger-file:w --log-file:w --attribute-file:w --homedir:w -r:t -u:t --recipient:t --local-user:t --passphrase:t --passphrase-file:r | encrypt and sign, beside the file
age rage minisign signify | r* | -o:w --output:w --homedir:w -r:t -R:r -i:r -u:t --recipient:t --local-user:t --passphrase:t --passphrase-file:r -s:r -p:r -x:w -m:r | encrypt and sign
gradle gradlew mvn mvnw ant sbt lein | ?* . | -p:d --project-dir:d -f:f --file:f -g:w --gradle-user-home:w -b:r --build-file:r -s:r --settings:r -P:t -D:t -pl:t --log-file:w -l:w | build a project of Java
groff pandoc dot neato pdflatex xelatex latexmk wkhtmltopdf asciidoctor | ?* . | -o:w --output:w -O!w -output-directory:w -outdir:w --extract-media:w -T:t -t:t -f:t -V:t -K:t --template:r --metadata:t | turn texts into others
helm kubectl oc kustomize k9s flux argocd | t* | -f:r --filename:r -k:r -n:t -o:t --kubeconfig:r -d:w --destination:w --untardir:w --output-directory:w --values:r | talk to a cluster
iconv recode | r* | -o:w --output:w -f:t -t:t --from-code:t --to-code:t | turn one encoding into another
install ginstall | r* w | -t:T --target-directory:T -d!w --directory!w -m:t --mode:t -o:t --owner:t -g:t --group:t -S:t --suffix:t --strip-program:x | copies, and makes directories
jq gojq | t r* | -f!r --from-file!r --arg:t --argjson:t --indent:t -L:r --slurpfile:t --rawfile:t | prints
java javac kotlinc scala scalac groovy clojure dotnet msbuild nuget swift swiftc xcodebuild zig nim dart flutter elixir mix rebar3 stack cabal ghc ocaml dune opam julia R Rscript | ?* . words | -d:w -o:w -cp:r -classpath:r --class-path:r -jar:r -outputdir:w -odir:w -hidir:w --output:w --package-path:d --project-dir:d --root:d --work-dir:w --build-path:w -e:x --artifacts-path:w --results-directory:w -derivedDataPath:w -project:r --prefix:w | compile and run
link ln | l* w | -t:T --target-directory:T -S:t --suffix:t | links
make gmake bmake remake | ?* . | -C:d --directory:d -f:r --file:r --makefile:r -I:r --include-dir:r -j:t --jobs:t -l:t --eval:x -o:t -W:t | builds
meson ninja samu bazel bazelisk buck2 scons just task waf | ?* . | -C:d -f:r -d:d --working-directory:d --justfile:f -t:t -j:t --output_base:w --dir:d --taskfile:f | build
mkdir mkfifo | w* | -m:t --mode:t | make directories and pipes
mknod | w t* | -m:t | makes devices
mktemp | w* | -p:w --tmpdir:w --suffix:t | makes a file of its own name
mount umount losetup | ?* | -o:t -t:t | change what lies where
mv | u* w | -t:T --target-directory:T -S:t --suffix:t | moves
node nodejs ts-node tsx | ?* . | -e:x --eval:x -p:x --print:x -r:r --require:r --import:r --loader:r --env-file:r --input-type:t -C:t --test-reporter-destination:w | runs programs
nohup | ?* . | | writes nohup.out where it runs
openssl | t* words | -out:w -keyout:w -keylogfile:w -msgfile:w -sess_out:w -outdir:w -CAserial:w -in:r -key:r -config:r -CAfile:r -inkey:r -cert:r -subj:t -addext:t -passin:t -passout:t -name:t -writerand:w -signature:r | makes keys
objcopy strip | r w | -o:w -O:t -I:t -j:t -R:t -K:t -N:t | change programs
patch | w r | -d:d --directory:d -i:r --input:r -o:w --output:w -r:w --reject-file:w -p:t --strip:t -F:t --fuzz:t -D:t --ifdef:t -B:w --prefix:w -z:t --suffix:t -Y:t --basename-prefix:t -V:t --version-control:t -g:t --get:t --quoting-style:t --reject-format:t | changes the files that the patch names
perl | ?* . | -e:x -E:x -i!w -I:r -M:t -m:t | runs programs
pip pip3 pipx uv uvx | ?* . | -t:w --target:w --prefix:w --root:w -d:w --dest:w -w:w --wheel-dir:w --cache-dir:w --log:w --src:w --directory:d --project:d --report:w -r:r --requirement:r -c:r --constraint:r -e:r --editable:r -f:r --find-links:r -i:t --index-url:t --extra-index-url:t -o:w --output-file:w --with:t -p:t --python:t --user!! -m:t | install packages of Python
protoc buf | ?* . | -o:w -I:r --descriptor_set_out:w --dependency_out:w -C:d | generate code
pytest py.test jest vitest mocha ava tap playwright cypress phpunit rspec | ?* . | --basetemp:w --junitxml:w --junit-xml:w --rootdir:d --rootDir:d --root:d -C:d --outputFile:w --coverageDirectory:w --output:w --out:w -o:t -k:t -m:t -p:t -c:r --config:r -n:t -t:t -g:t -r:t | run tests
python python2 python3 pypy pypy3 | ?* . | -c:x -m:t -W:t -X:t | run programs
realpath readlink | r* | | read
rename prename | x u* | -e:x | renames
rm unlink rmdir trash trash-put gio | u* | | remove
rsync | r* w | -e:x --rsh:x --log-file:w --partial-dir:w --backup-dir:w -T:w --temp-dir:w --exclude:t --include:t -f:t --filter:t --exclude-from:r --include-from:r --files-from:r --remove-source-files!w --compare-dest:r --copy-dest:r --link-dest:l --suffix:t --port:t --password-file:r --chmod:t --chown:t --out-format:t --rsync-path:x -B:t -M:t --bwlimit:t --timeout:t --max-size:t --min-size:t --max-delete:t --info:t --debug:t --write-batch:w --read-batch:r | copies
ruby irb | ?* . | -e:x -i!w -I:r -r:t -C:d -F:t | run programs
rustc | r . | -o:w --out-dir:w -L:r -l:t -C:t --crate-type:t --edition:t --emit:t -W:t -A:t -D:t -F:t --cfg:t --extern:t --target:t | compiles
scp | r* w | -i:r -F:r -P:t -o:x -J:t -c:t -l:t -S:x -D:x -X:t | copies
screen tmux zellij | x* | -c:d -S:w -L:t -t:t -s:t -n:t -f:r -X:t | start shells
script | w* | -c:x --command:x | logs
setfacl setfattr xattr | w* | -m:t -x:t -M:r --set-file:r -n:t -v:t --restore:r | change what files are allowed
sed gsed ssed | x r* | -i!w --in-place!w -e:x --expression:x -f:r --file:r -l:t --line-length:t | its program may write
shred truncate | w* | -n:t -s:t --size:t --iterations:t -r:r --reference:r --random-source:r | change files
shuf | r* | -o:w --output:w -n:t --head-count:t -i:t --input-range:t --random-source:r | prints lines
sort | r* | -o:w --output:w -T:w --temporary-directory:w -k:t --key:t -t:t --field-separator:t -S:t --buffer-size:t --parallel:t --files0-from:r --compress-program:x --random-source:r --batch-size:t | prints lines
source . | r | | reads a script
split | r w . | -n:t --number:t -b:t --bytes:t -l:t --lines:t -C:t --line-bytes:t -a:t --suffix-length:t --additional-suffix:t --filter:x -t:t --separator:t | writes the parts of a file
sponge tee | w* | | write what they read
sqlite3 duckdb | w x* | -init:r -cmd:x -separator:t | change a file
ssh mosh sshpass | t* | -i:r -F:r -E:w -o:x -p:t -l:t -L:t -R:t -D:t -J:t -S:t -c:t -b:t -W:t -w:t -e:t | work on another machine
ssh-keygen | ?* . | -f:w -t:t -b:t -C:t -N:t -P:t -F:t -R:t -Y:t -n:t -s:r -I:t -O:t -q!t -l!t | makes keys
stow | ?* . | -d:d --dir:d -t:w --target:w | links
swig bison yacc flex re2c m4 | r* . | -o:w --output:w -d:t --defines:w -outdir:w -I:r -D:t | generate code
tar bsdtar gtar | ?* | | judged by worktree_tar.go
terraform tofu packer pulumi ansible ansible-playbook vagrant | ?* . words | -chdir:d -out:w -state:w -state-out:w -backup:w -var-file:r -var:t -target:t -i:r -e:t --cwd:d -C:d | change machines
tidy xmllint xmlstarlet | r* | -m!w -o:w --output:w -config:r -f:w -file:w --modify!w --xpath:t --schema:r --noout!r | check texts
touch | w* | -d:t --date:t -r:r --reference:r -t:t --time:t | make files
tsc esbuild rollup webpack vite parcel swc babel sass tailwindcss | ?* . | -p:r --project:r --outDir:w --outdir:w --outFile:w --outfile:w -o:w -d:w --out-dir:w --output-path:w --dist-dir:w --dir:w --declarationDir:w --tsBuildInfoFile:w -i:r --input:r -c:r --config:r --root:d | build
uniq | r w | -f:t --skip-fields:t -s:t --skip-chars:t -w:t --check-chars:t | prints lines
unzip jar funzip | r t* . | -d:T -x:t -l!r -Z!r -t!r -p!r -C:d -P:t | unpacks
wget wget2 | t* . | -P:w --directory-prefix:w -O:w --output-document:w -o:w --output-file:w -a:w --append-output:w --save-cookies:w --warc-file:w --warc-tempdir:w --hsts-file:w -i:r --input-file:r --load-cookies:r -U:t --user-agent:t -e:? --execute:? --header:t --post-data:t --post-file:r -t:t --tries:t -T:t --timeout:t -Q:t -A:t -R:t -D:t -B:t -l:t -w:t --unlink!t | fetches
xxd uuencode uudecode | r w | -s:t -l:t -c:t -g:t -o:w -n:t | turn bytes into text
yq dasel | ?* | -i!w --inplace!w -o:t -p:t -f:t -w!w -r:t | print, or change in place
yt-dlp youtube-dl gallery-dl | t* . | -o:w --output:w -P:w --paths:w --download-archive:w -a:r --batch-file:r --cache-dir:w --cookies:w --config-locations:r -f:t -S:t -x!t --write-subs!t --proxy:t | fetches
zip | w r* | -b:w --temp-path:w -x:t --exclude:t -i:t --include:t -O:w --out:w -m!u --move!u -n:t --suffixes:t -t:t --from-date:t -tt:t --before-date:t -TT:x --unzip-command:x -P:t --password:t -s:t --split-size:t -sf!r --show-files!r -Z:t --compression-method:t -lf:w --logfile-path:w | packs
zstd unzstd | w* . | -c!r --stdout!r -l!r --list!r -t!r --test!r -o:w --output-dir-flat:w --output-dir-mirror:w -D:r -T:t -B:t --rm!u | compress
`
