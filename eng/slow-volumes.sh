#!/usr/bin/env bash
# Volumes on a device whose writes take time, for measurements: an image behind nbdkit's delay, as a file (nbdfuse), as a loop device.
#
#   eng/slow-volumes.sh up     mounts btrfs and xfs                 (0: both there, 3: cannot here, 4: failed, and nothing is left)
#   eng/slow-volumes.sh down   unmounts, ends its own processes and deletes everything         (1: something is left)
#   eng/slow-volumes.sh env    prints COW_SLOW_BTRFS=PATH and COW_SLOW_XFS=PATH
#
# COW_SLOW_ROOT   where images and mount points lie      COW_SLOW_WRITE  how long a write waits (0.5ms)
set -euo pipefail

PATH="$PATH:/usr/sbin:/sbin"
names=(btrfs xfs)
fences=(Directory.Build.props Directory.Build.targets Directory.Packages.props)
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(realpath -m "${COW_SLOW_ROOT:-$here/../artifacts/slow-volumes}")"

say() { echo "slow-volumes: $*" >&2; }

refuse() { say "$2"; exit "$1"; }

# nbdfuse is in Debian's package of that name, or in libnbd-bin before there was one.
install_tools() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
    local tool missing=()
    for tool in nbdkit nbdfuse mkfs.btrfs mkfs.xfs; do command -v "$tool" >/dev/null || missing+=("$tool"); done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    command -v apt-get >/dev/null || return 1
    say "installing what ${missing[*]} are in"
    {
        "${apt[@]}" update
        "${apt[@]}" install -y --no-install-recommends nbdkit btrfs-progs xfsprogs
        command -v nbdfuse || "${apt[@]}" install -y --no-install-recommends nbdfuse ||
            "${apt[@]}" install -y --no-install-recommends libnbd-bin
    } >/dev/null 2>&1 </dev/null
}

wait_for() {
    local attempt
    for attempt in {1..40}; do "$@" && return 0; sleep 0.25; done
    return 1
}

# By id, and only if its command line names our folder: an id of an old file may be somebody else's by now.
is_ours() { [[ -e "$1" ]] && tr '\0' ' ' <"/proc/$(<"$1")/cmdline" 2>/dev/null | grep -qF "$root/"; }

is_gone() { ! is_ours "$1"; }

up_one() {
    local name="$1" folder="$root/$1" device options=()
    [[ "$name" != xfs ]] || options=(-m reflink=1)
    mkdir -p "$folder/device" "$folder/mounted"
    truncate -s 4G "$folder/image"
    # Sessions of their own: Ctrl+C at the terminal must not take the device from under a mounted volume.
    # Not nbdkit -f, which has the kernel end it when this script ends (PR_SET_PDEATHSIG).
    setsid nbdkit -P "$folder/nbdkit.pid" -U "$folder/socket" --filter=delay file "$folder/image" \
        "wdelay=${COW_SLOW_WRITE:-0.5ms}" >"$folder/nbdkit.log" 2>&1 </dev/null || return 1
    setsid nbdfuse -P "$folder/nbdfuse.pid" "$folder/device" "nbd+unix:///?socket=$folder/socket" >"$folder/nbdfuse.log" 2>&1 </dev/null &
    wait_for test -e "$folder/device/nbd" || return 1
    device="$(losetup -f --show "$folder/device/nbd")" || return 1
    "mkfs.$name" -q -f "${options[@]}" "$device" >"$folder/mkfs.log" 2>&1 || return 1
    mount -t "$name" "$device" "$folder/mounted" && say "$name: mounted"
}

loop_of() { losetup -n -O NAME,BACK-FILE | awk -v file="$root/$1/device/nbd" '$2 == file { print $1 }'; }

has_no_loop() { [[ -z "$(loop_of "$1")" ]]; }

down_one() {
    local folder="$root/$1" device
    [[ -e "$folder" ]] || return 0
    if mountpoint -q "$folder/mounted"; then wait_for umount "$folder/mounted" 2>/dev/null || return 1; fi
    for device in $(loop_of "$1"); do losetup -d "$device" || true; done
    wait_for has_no_loop "$1" || return 1
    # nbdfuse ends when its folder is unmounted.
    if mountpoint -q "$folder/device"; then wait_for umount "$folder/device" 2>/dev/null || return 1; fi
    wait_for is_gone "$folder/nbdfuse.pid" || return 1
    if is_ours "$folder/nbdkit.pid"; then kill "$(<"$folder/nbdkit.pid")"; fi
    wait_for is_gone "$folder/nbdkit.pid" || return 1
    rm -rf --one-file-system "$folder"
}

down() {
    [[ -d "$root" ]] || return 0
    local name
    for name in "${names[@]}"; do down_one "$name" || refuse 1 "$name could not be taken down, see $root/$name"; done
    rm -f "${fences[@]/#/$root/}" "$root/.editorconfig"
    rmdir "$root" 2>/dev/null || say "$root is not empty: what is left in it is not ours"
    say "all down"
}

up() {
    [[ "$(uname -s)" == Linux && "$(id -u)" == 0 ]] || refuse 3 "mounting needs Linux and root"
    install_tools && command -v nbdkit nbdfuse >/dev/null || refuse 3 "needs nbdkit and nbdfuse, which could not be installed"
    [[ -e /dev/fuse ]] || modprobe fuse 2>/dev/null || refuse 3 "needs /dev/fuse"
    down
    mkdir -p "$root"
    # MSBuild looks for these files upwards, so projects on the volumes would be built by this repository's own rules.
    local name
    for name in "${fences[@]}"; do echo '<Project />' >"$root/$name"; done
    echo 'root = true' >"$root/.editorconfig"
    for name in "${names[@]}"; do
        up_one "$name" || { tail -n 3 "$root/$name"/*.log >&2 || true; down; refuse 4 "$name failed"; }
    done
}

environment() {
    local name
    for name in "${names[@]}"; do
        if mountpoint -q "$root/$name/mounted"; then echo "COW_SLOW_${name^^}=$root/$name/mounted"; fi
    done
}

case "${1:-}" in
    up) up ;;
    down) down ;;
    env) environment ;;
    *) refuse 2 "usage: eng/slow-volumes.sh up|down|env" ;;
esac
