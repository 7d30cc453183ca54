#!/bin/sh
# Installs sandbox-enforcer from the archive beside this script, once its checksum is
# the one in SHA256SUMS: sh install.sh [DIRECTORY], by default ~/.local/bin.
set -eu

die() {
	echo "install.sh: $*" >&2
	exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
into=${1:-${HOME:?HOME is not set: give a directory}/.local/bin}

case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
*) die "there is no archive for $(uname -s): build with make build" ;;
esac
case $(uname -m) in
x86_64 | amd64) machine=amd64 ;;
aarch64 | arm64) machine=arm64 ;;
*) die "there is no archive for $(uname -m): build with make build" ;;
esac
archive=sandbox-enforcer-$system-$machine.tar.gz

[ -f "$here/$archive" ] || die "$archive is not beside this script: get it from where the script is from"
[ -f "$here/SHA256SUMS" ] || die "SHA256SUMS is not beside this script: get it from where the script is from"
want=$(awk -v name="$archive" '$2 == name { print $1 }' "$here/SHA256SUMS")
[ -n "$want" ] || die "SHA256SUMS has no line for $archive: get both again"
if command -v sha256sum >/dev/null; then
	got=$(sha256sum <"$here/$archive")
elif command -v shasum >/dev/null; then
	got=$(shasum -a 256 <"$here/$archive")
else
	die "there is neither sha256sum nor shasum, so the checksum cannot be verified: install one of them"
fi
got=${got%% *}
[ "$got" = "$want" ] || die "$archive has the checksum $got, and not $want: nothing is installed; get it again"

# Unpacked beside their place and then renamed, so that an agent never starts half of one.
mkdir -p "$into"
new=$(mktemp -d "$into/.sandbox-enforcer.XXXXXX")
trap 'rm -rf "$new"' EXIT
tar -xzf "$here/$archive" -C "$new"
for program in sandbox-enforcer sandbox-enforcer-hook; do
	mv -f "$new/sandbox-enforcer/$program" "$into/$program"
done
echo "installed in $into; next: $into/sandbox-enforcer install --sandbox ~/work/sandbox --dry-run"
