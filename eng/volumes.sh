#!/usr/bin/env bash
# Volumes for the tests and the demo, as loop images: btrfs, xfs, ext4, tmpfs, and to fill up a small ext4 and a small xfs.
#
#   eng/volumes.sh up     mounts what is not mounted yet        (0: all there, 3: cannot here, 4: some are missing)
#   eng/volumes.sh down   unmounts and deletes everything       (0: nothing left, 1: something is left)
#   eng/volumes.sh env    prints COW_VOLUME_*=PATH, one a line:  export $(eng/volumes.sh env)
#
# COW_VOLUMES_ROOT  where images and mount points lie; each checkout has its own, so that two can run at once
# COW_VOLUME_SIZE   size of the btrfs, xfs and ext4 images (16G); sparse, so only written blocks cost
set -euo pipefail

PATH="$PATH:/usr/sbin:/sbin"   # Debian leaves these out of an ordinary user's PATH.

names=(btrfs xfs ext4 tmpfs full small)
fences=(Directory.Build.props Directory.Build.targets Directory.Packages.props)
size="${COW_VOLUME_SIZE:-16G}"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="${COW_VOLUMES_ROOT:-$here/../artifacts/volumes}"

say() { echo "volumes: $*" >&2; }

refuse() { say "$2"; exit "$1"; }

type_of() { case "$1" in full) echo ext4 ;; small) echo xfs ;; *) echo "$1" ;; esac; }

variable_of() { if [[ "$1" == ext4 ]]; then echo COW_VOLUME_PLAIN; else echo "COW_VOLUME_${1^^}"; fi; }

is_mounted() {
    local found
    found="$(findmnt -n -o FSTYPE --mountpoint "$root/$1" 2>/dev/null | tail -n 1)" || return 1
    [[ "$found" == "$(type_of "$1")" ]]
}

can_administer() {
    [[ "$(uname -s)" == Linux ]] || refuse 3 "loop mounts need Linux, this is $(uname -s)"
    [[ "$(id -u)" == 0 ]] || refuse 3 "mounting needs root: sudo ${COW_VOLUMES_ROOT:+COW_VOLUMES_ROOT=$COW_VOLUMES_ROOT }eng/volumes.sh $1"
}

resolve_root() {
    root="$(realpath -m "$root")"
    # 'export $(volumes.sh env)' splits at blanks.
    [[ "$root" != *[[:space:]]* ]] || refuse 2 "a blank in the folder's path is not supported: $root"
}

# The lock is on the folder itself, so no lock file is left behind. mkfs and mount inherit descriptor 9: when this
# script is killed but its mkfs goes on, the next run waits for that mkfs instead of writing beside it.
lock_root() {
    exec 9<"$root"
    flock -w 300 9 || refuse 1 "another run has held $root for five minutes"
    # A 'down' that we waited for has deleted the folder that we locked.
    [[ "$root" -ef "/proc/$$/fd/9" ]] || { mkdir -p "$root" && lock_root; }
}

# Only an empty or a marked folder is used: anything else may be a user's, and must not be mounted over or deleted.
claim_root() {
    [[ -e "$root/.cow-volumes" || -z "$(ls -A "$root")" ]] || refuse 2 "$root is not empty and holds no volumes of this script"
    : >"$root/.cow-volumes"
}

install_tools() {
    local pair missing=()
    for pair in btrfs:btrfs-progs xfs:xfsprogs ext4:e2fsprogs; do
        command -v "mkfs.${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    command -v apt-get >/dev/null || { say "missing, install them yourself: ${missing[*]}"; return 0; }
    say "installing ${missing[*]}"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
    # A fresh machine has no package lists; an old one has lists that name files which are gone.
    { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 </dev/null ||
        say "apt-get could not install ${missing[*]}"
}

# mkfs.xfs makes nothing below 300 MiB.
size_of() { case "$1" in full) echo 64M ;; small) echo 320M ;; *) echo "$size" ;; esac; }

# MSBuild looks for these files upwards, so projects on the volumes would be built by this repository's own rules.
fence() {
    local file
    for file in "${fences[@]}"; do echo '<Project />' >"$root/$file"; done
    echo 'root = true' >"$root/.editorconfig"
}

make_image() {
    local name="$1" image="$root/$1.img" options output
    case "$name" in
        btrfs) options=(-q -f) ;;
        xfs | small) options=(-q -f -m reflink=1) ;;
        ext4) options=(-q -F) ;;
        full) options=(-q -F -m 0) ;;   # No blocks kept back for root: full is full for everyone.
    esac
    # Made under another name and renamed: an image by its own name always holds a whole file system.
    rm -f "$image" "$image.new"
    truncate -s "$(size_of "$name")" "$image.new" || return 1
    if ! output="$("mkfs.$(type_of "$name")" "${options[@]}" "$image.new" 2>&1)"; then
        rm -f "$image.new"
        say "$name: mkfs failed: $(tail -n 1 <<<"$output")"
        return 1
    fi
    mv "$image.new" "$image"
}

mount_one() {
    local name="$1" output
    if [[ "$name" == tmpfs ]]; then
        output="$(mount -t tmpfs -o size=4g cow-tmpfs "$root/$name" 2>&1)"
    else
        # 'loop' has the kernel free the device at umount (LO_FLAGS_AUTOCLEAR, mount(8)), also when we are killed here.
        output="$(mount -t "$(type_of "$name")" -o loop "$root/$name.img" "$root/$name" 2>&1)"
    fi || {
        mount_error="${output%%$'\n'*}"
        return 1
    }
}

up_one() {
    local name="$1" mount_error=""
    is_mounted "$name" && { say "$name: mounted already"; return 0; }
    mkdir -p "$root/$name" || return 1
    if [[ "$name" != tmpfs ]]; then
        if [[ -e "$root/$name.img" ]]; then
            mount_one "$name" && { say "$name: mounted (image kept)"; return 0; }
            say "$name: the image does not mount, creating it again"
        fi
        make_image "$name" || return 1
    fi
    mount_one "$name" || { say "$name: mount failed: $mount_error"; return 1; }
    say "$name: mounted"
}

unmount_one() {
    local name="$1" attempt
    # More than one mount may lie on the same folder.
    for attempt in 1 2 3 4 5 6 7 8; do
        mountpoint -q "$root/$name" || return 0
        umount "$root/$name" 2>/dev/null && continue
        [[ "$attempt" -gt 5 ]] || { sleep 0.5; continue; }
        say "$name: still in use, detached from the tree by umount -l"
        umount -l "$root/$name" 2>/dev/null || true
    done
    ! mountpoint -q "$root/$name"
}

free_loops() {
    local image="$1" device attempt
    [[ -e "$image" ]] || return 0
    # An autoclear device goes only when its last opener closes, which can be a moment after umount returned.
    for attempt in 1 2 3 4 5 6 7 8; do
        [[ -n "$(losetup -n -O NAME -j "$image")" ]] || return 0
        sleep 0.25
        [[ "$attempt" -gt 3 ]] || continue
        for device in $(losetup -n -O NAME -j "$image"); do losetup -d "$device" 2>/dev/null || true; done
    done
    return 1
}

down_one() {
    local name="$1" kept=0
    unmount_one "$name" || { say "$name: could not be unmounted"; return 1; }
    # An image in use is kept, for the next 'down' to find: a deleted one would hold its blocks unseen.
    free_loops "$root/$name.img" || { say "$name: a loop device still holds the image"; return 1; }
    rm -f "$root/$name.img" "$root/$name.img.new"
    # One file system: should a mount have appeared again, its files are not ours to delete.
    rm -rf --one-file-system "${root:?}/$name" || kept=1
    return "$kept"
}

up() {
    can_administer up
    resolve_root
    install_tools
    mkdir -p "$root"
    lock_root
    claim_root
    fence
    local name missing=()
    for name in "${names[@]}"; do up_one "$name" || missing+=("$name"); done
    [[ ${#missing[@]} -eq 0 ]] || refuse 4 "not available here: ${missing[*]}"
}

down() {
    resolve_root
    [[ -d "$root" ]] || { say "nothing is up"; return 0; }
    can_administer down
    lock_root
    claim_root
    local name left=()
    for name in "${names[@]}"; do down_one "$name" || left+=("$name"); done
    [[ ${#left[@]} -eq 0 ]] || refuse 1 "left behind: ${left[*]}"
    rm -f "${fences[@]/#/$root/}" "$root/.editorconfig" "$root/.cow-volumes"
    rmdir "$root" 2>/dev/null || say "$root is not empty: what is left in it is not ours"
    say "all down"
}

environment() {
    [[ "$(uname -s)" == Linux ]] || return 0
    resolve_root
    local name
    for name in "${names[@]}"; do
        if is_mounted "$name"; then echo "$(variable_of "$name")=$root/$name"; fi
    done
}

case "${1:-}" in
    up) up ;;
    down) down ;;
    env) environment ;;
    *) refuse 2 "usage: eng/volumes.sh up|down|env" ;;
esac
