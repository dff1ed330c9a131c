#!/usr/bin/env bash
# The first part of action.yml: the tool, a volume that clones, and on it the packages and, if asked, the workspace. Its inputs are COW_*.
# Variables and results go where GitHub Actions reads them: GITHUB_ENV, GITHUB_PATH, GITHUB_OUTPUT.
set -euo pipefail

fail() { echo "::error::$*"; exit 1; }

# Without sudo where this is root already: in a container there may be none.
as_root() { if [[ "$(id -u)" == 0 ]]; then "$@"; else sudo "$@"; fi; }

install_tool() {
    # One that the machine has is taken.
    if ! dotnet cow --version >/dev/null 2>&1; then
        # Until the package is published, anybody can publish another one of its name: only the source that is named is used.
        [[ -n "${COW_SOURCE:-}" ]] || fail "CopyOnWrite.Tool is not published yet. Build it in a checkout of CopyOnWrite (dotnet pack src/CopyOnWrite.Tool), and name the folder artifacts/packages in the input source."
        local tools
        tools="$RUNNER_TEMP/cow-tool"
        dotnet tool install CopyOnWrite.Tool --tool-path "$tools" \
            ${COW_VERSION:+--version "$COW_VERSION"} --source "$COW_SOURCE"
        export PATH="$tools:$PATH"
        echo "$tools" >>"$GITHUB_PATH"
    fi
}

# Renamed when it has its file system, so that a killed job leaves no image that cannot be mounted. Only the owner may read it, as it has
# all files of the volume.
create_image() {
    local free
    free=$(df --output=avail -B1 "$(dirname "$folder")" | tail -n 1)
    trap 'rm -f "$folder.img.new"' EXIT
    rm -f "$folder.img.new"
    (umask 077; truncate -s "${COW_SIZE:-$((free / 5 * 4))}" "$folder.img.new")
    case "${COW_FS:-xfs}" in
        xfs) mkfs.xfs -q -m reflink=1 "$folder.img.new" ;;
        btrfs) mkfs.btrfs -q "$folder.img.new" ;;
        *) fail "fs is '$COW_FS'. Write xfs or btrfs." ;;
    esac
    mv "$folder.img.new" "$folder.img"
}

# A machine that is kept between jobs has the volume already, after a restart not mounted. No mount hides files of the folder. A user could
# write a program that runs as root, or a device, into the image: nosuid, nodev.
mount_volume() {
    if mountpoint -q "$folder"; then
        echo "$folder is a volume already."
    else
        [[ ! -e "$folder" || -z "$(ls -A "$folder")" ]] || fail "$folder is not empty: a volume would hide its files. Name another folder."
        [[ -f "$folder.img" ]] || create_image
        mkdir -p "$folder"
        as_root mount -o loop,nosuid,nodev "$folder.img" "$folder"
        as_root chown "$(id -u):$(id -g)" "$folder"
        truncate -s 1M "$folder/.probe"
        cp --reflink=always "$folder/.probe" "$folder/.clone" || fail "$folder does not clone."
        rm "$folder/.probe" "$folder/.clone"
    fi
    echo "folder=$folder" >>"$GITHUB_OUTPUT"
}

place_packages() {
    mkdir -p "$folder/packages"
    echo "NUGET_PACKAGES=$folder/packages" >>"$GITHUB_ENV"
}

# The runner has made the folder already and tells its path to all steps, so that the volume comes to it. Nothing is moved.
place_workspace() {
    mkdir -p "$folder/workspace"
    if mountpoint -q "$GITHUB_WORKSPACE"; then
        return 0    # By an earlier job of this machine.
    fi
    [[ -z "$(ls -A "$GITHUB_WORKSPACE")" ]] ||
        fail "The workspace is not empty, and nothing is moved. Put this step before actions/checkout."
    as_root mount --bind "$folder/workspace" "$GITHUB_WORKSPACE"
}

# Before a restore it has little to say, and what it finds is for people: the job goes on.
run_doctor() {
    [[ -n "$(ls -A "$GITHUB_WORKSPACE")" ]] || return 0
    dotnet cow doctor "$GITHUB_WORKSPACE" || echo "The doctor ended with $?; the job goes on."
}

[[ "$RUNNER_OS" != Windows ]] ||
    fail "This action is for Linux. On Windows use samypr100/setup-dev-drive: docs/guide/ci.md has an example."
[[ "$RUNNER_OS" != macOS ]] || { echo "Volumes of a Mac clone already: there is nothing to do."; exit 0; }
command -v dotnet >/dev/null || fail "There is no dotnet here. Put actions/setup-dotnet before this step."
folder="${COW_FOLDER:-$HOME/clones}"
PATH="$PATH:/usr/sbin:/sbin"    # Debian leaves both out of an ordinary user's.
install_tool
mount_volume
if [[ "$COW_PACKAGES" == true ]]; then place_packages; fi
if [[ "$COW_WORKSPACE" == true ]]; then place_workspace; fi
run_doctor
