#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A clean clone in a Debian 12 that has nothing: `./dev demo` and `./dev test` as root in an empty environment,
# then as a user with sudo in a folder with a space in its name. Needs root, debootstrap and git.
#
#   fresh_debian.sh [root|sudo]    one of the two only
#
# The packages come from wherever this machine's own apt gets them. LANCESPEC_KEEP=1 keeps the folder.
set -euo pipefail

source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
variants=${1:-root sudo}

[ "$(id -u)" = 0 ] || { echo "needs root, to change the root folder"; exit 1; }
for tool in debootstrap git unshare chroot; do
    command -v "$tool" >/dev/null || { echo "needs $tool"; exit 1; }
done
# Mounts made in a namespace of their own vanish with it, however this ends.
[ -n "${LANCESPEC_UNSHARED:-}" ] || LANCESPEC_UNSHARED=1 exec unshare --mount --propagation private "$0" "$@"

work=$(mktemp -d "${TMPDIR:-/tmp}/fresh_debian.XXXXXX")
cleanup() {
    local status=$?
    umount "$work"/*/proc 2>/dev/null || true
    [ -n "${LANCESPEC_KEEP:-}" ] || rm -rf --one-file-system "$work"
    exit "$status"
}
trap cleanup EXIT

# This machine's own sources for Debian 12, one line each.
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    grep ' bookworm' | sort -u)
mirror=$(awk '$3 == "bookworm" && $4 == "main" { print $2; exit }' <<<"$sources")
[ -n "$mirror" ] || { echo "this machine has no apt source for Debian 12"; exit 1; }

echo "fresh_debian: lay out a Debian 12 without extras"
debootstrap --variant=minbase bookworm "$work/base" "$mirror" >"$work/debootstrap.log" 2>&1 ||
    { tail -n 30 "$work/debootstrap.log"; exit 1; }
printf '%s\n' "$sources" >"$work/base/etc/apt/sources.list"
# How to reach them: proxies, certificates' dates and the like, but no credentials.
apt-config dump | grep -E '^Acquire::((http|https)::Proxy|Check-(Valid-Until|Date)) ' \
    >"$work/base/etc/apt/apt.conf.d/90machine" || true
cp /etc/resolv.conf /etc/hosts "$work/base/etc/"

# enter FOLDER COMMAND…: in the changed root, with nothing of this environment and no input.
enter() {
    local folder=$1
    shift
    mountpoint -q "$folder/proc" || mount -t proc proc "$folder/proc"
    env -i /usr/sbin/chroot "$folder" "$@" </dev/null
}

for variant in $variants; do
    root=$work/$variant
    cp -a "$work/base" "$root"
    case "$variant" in
        root) home=/root account=root ;;
        sudo)
            home="/home/dev/a folder" account=dev
            enter "$root" /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -ec '
                apt-get -q update
                apt-get -q -y install --no-install-recommends sudo
                useradd --create-home dev
                echo "dev ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/dev' >"$work/sudo.log" 2>&1 ||
                { tail -n 30 "$work/sudo.log"; exit 1; }
            ;;
    esac
    mkdir -p "$root$home"
    git -c safe.directory='*' clone -q --no-local "$source_folder" "$root$home/lancespec"
    [ "$account" = root ] || enter "$root" /usr/bin/chown -R "$account:" "$home"

    for command in demo demo test; do
        echo "fresh_debian: $variant: ./dev $command"
        enter "$root" /usr/sbin/runuser -u "$account" -- /usr/bin/env -i "$home/lancespec/dev" "$command"
    done
    [ -n "${LANCESPEC_KEEP:-}" ] || { umount "$root/proc" && rm -rf --one-file-system "$root"; }
done
echo "fresh_debian: all passed"
