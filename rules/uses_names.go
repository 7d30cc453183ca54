package rules

// useNames are the programs of the tables that findUse asks, one entry a line. It is
// written by "go test ./rules -run UseNames -update".
const useNames = `cat tac nl rev fold expand unexpand head tail cut paste join tr wc od hexdump hd md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 cksum sum cmp comm column colrm fmt pr strings readlink realpath stat ls dir vdir du df lsblk basename dirname pwd true false test [ id whoami groups logname who users pinky tty nproc uname arch uptime free ps pgrep pstree seq sleep expr factor numfmt tsort getconf locale type which whereis look cal ncal hostid pathchk zdump yes clear
grep egrep fgrep zgrep
echo :
help
printf
date
sort
shuf
uniq
diff3
diff
sdiff
cd pushd popd dirs exit return break continue shift wait times umask ulimit getopts set shopt
read unset let local declare typeset readonly export
mapfile readarray
jobs
command
file
find
git
hub
rtk
npm
pnpm
yarn yarnpkg
bun
deno
prettier eslint tsc node-gyp webpack vite jest bundle bundler composer
node nodejs
python python2 python2.7 python3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3
ruby
php
perl
java javac
gradle make gmake npx
cmake
pip pip2 pip3 pip3.8 pip3.9 pip3.10 pip3.11 pip3.12 pip3.13 pip3.14
pipx
uv
poetry
conda mamba micromamba
ruff
black
isort
flake8
pycodestyle pyflakes
pylint mypy
pre-commit
cargo
rustc
rustfmt
rustup
go
gofmt goimports gofumpt
golangci-lint
actionlint
shellcheck hadolint yamllint
shfmt
dotnet
nuget
gem
jq gojq
yq
gron
xmllint
fzf
rg
ag
ack ack-grep
fd fdfind
bat batcat
eza exa lsd
tree
tokei
cloc
scc
ansible
ansible-console
ansible-playbook
ansible-inventory
ansible-doc
ansible-config
ansible-galaxy
ansible-vault
ansible-lint
ansible-pull ansible-test
sqlite3
duckdb
psql
mysql mariadb
sqlcmd
aws
az
gcloud
gh
glab
kubectl
oc
helm
argocd
istioctl
kustomize
flux
minikube
kind
eksctl
k9s
stern
docker
docker-compose
podman-compose
podman
terraform tofu
packer
pulumi
cdk
vault
consul
nomad
brew
gsutil
bq
auth0
prometheus
promtool
fastly
wrangler
heroku
flyctl fly
vercel vc
netlify ntl
doctl
linode-cli
hcloud
crane
skopeo
oras
nats
redis-cli
mc
rclone
sed gsed
awk gawk mawk nawk original-awk
tar gtar bsdtar
unzip
zipinfo
gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma
zstd unzstd lz4 unlz4
zcat gzcat bzcat xzcat lzcat zstdcat lz4cat
bzgrep bzegrep bzfgrep xzgrep xzegrep xzfgrep zstdgrep lzgrep zegrep zfgrep
7z 7za 7zr 7zz
base64 base32 basenc gbase64
xxd
iconv
openssl
gpg gpg2
ssh-keygen
tee
mktemp
less more pg zless zmore bzless xzless
man
apropos whatis
info
printenv
env
nice
caffeinate
script
ip
bridge tc
ifconfig
route
arp
netstat
ss
nmcli
iw
ethtool
hostname
domainname dnsdomainname nisdomainname ypdomainname
iptables ip6tables
nft
ufw
rfkill
brctl
ping ping6
curl
wget
dig
host nslookup
dmesg
journalctl
systemctl
service
hostnamectl
timedatectl
localectl
loginctl
resolvectl
networkctl
coredumpctl
busctl
systemd-analyze
systemd-cgls systemd-cgtop systemd-detect-virt systemd-path
launchctl
sysctl
lsmod lscpu lsns lsmem lsipc lslocks lslogins lsattr getfacl getfattr getcap namei findmnt getenforce sestatus lsb_release vmstat pwdx slabtop iostat mpstat vm_stat
pmap
modinfo
lspci
lsusb
lshw
dmidecode
lsof
fuser
top
pidstat
sar
mount
swapon
losetup
blkid
getent
last lastb w
lastlog
chage
crontab
at
atq
nvidia-smi
sensors
dpkg
dpkg-query
dpkg-deb
apt
apt-cache
apt-mark
apt-config
aptitude
rpm
dnf dnf5 yum
pacman
apk
snap
flatpak
locate plocate mlocate slocate
tput
stty
tmux
screen
networksetup
pkgutil
tmutil
diskutil
hdiutil
scutil
spctl
profiles
dscl
plutil
codesign
security
defaults
xattr
textutil
sips
lipo
otool size objdump readelf c++filt addr2line
nm
symbols
say
qlmanage
mdimport
mdutil
sw_vers system_profiler ioreg mdfind pbpaste kextstat GetFileInfo vmmap
mdls
csrutil
pmset
systemsetup
ipconfig
log
compression_tool
binhex macbinary applesingle`
