#!/usr/bin/env bash
# A Windows to run programs on, for the tests: Wine with a C: drive and a registry of its own.
#
#   eng/wine.sh up             makes it, with the build number of Windows 10 22H2   (0: there, 3: cannot here)
#   eng/wine.sh build NUMBER   gives it the build number of another Windows          (0: so it is)
#   eng/wine.sh env            prints WINE=PROGRAM and WINEPREFIX=FOLDER, one a line; nothing where it is not up
#   eng/wine.sh down           ends what runs there and deletes it                   (0: nothing left)
#
# Where eng/wine/build.sh can build its libraries, drive D: is on btrfs and E: on xfs, and both clone as ReFS does; E: renames and deletes with
# POSIX semantics as well. env then prints WINE_DRIVE_D and WINE_DRIVE_E, their folders on this system. Where not, it prints WINE_CANNOT_CLONE=REASON.
#
# COW_WINE_ROOT       where it lies; each checkout has its own, so that two can run at once
# COW_VOLUME_BTRFS, COW_VOLUME_XFS  the volumes of the drives (eng/volumes.sh)
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(realpath -m "${COW_WINE_ROOT:-$here/../artifacts/wine}")"

# Debian's package wine64 keeps its programs out of PATH.
PATH="$PATH:/usr/lib/wine"

say() { echo "wine: $*" >&2; }

refuse() { say "$2"; exit "$1"; }

programs="$root/tree/usr/lib/wine"

wine_program() { if [[ -e "$programs/wine64" ]]; then echo "$programs/wine64"; else command -v wine64 || command -v wine; fi; }

server_program() { if [[ -e "$programs/wineserver" ]]; then echo "$programs/wineserver"; else command -v wineserver || command -v wineserver64; fi; }

# HOME: Wine makes menus and links to the user's folders. No window, no debugger, no .NET or browser of Wine's own.
in_wine() {
    env -u DISPLAY PATH="$programs:$PATH" HOME="$root/home" LC_ALL=C.UTF-8 WINEPREFIX="$root/prefix" WINEDEBUG=-all \
        WINEDLLOVERRIDES='winemenubuilder.exe,winedbg.exe,mscoree,mshtml=' timeout 120 "$@" >/dev/null 2>&1 </dev/null
}

install_wine() {
    [[ "$(uname -s)/$(uname -m)" == Linux/x86_64 ]] || refuse 3 "the tests' Windows programs are for x64, and Wine runs them on Linux x86_64 only"
    wine_program >/dev/null && server_program >/dev/null && return 0
    [[ "$(id -u)" == 0 ]] && command -v apt-get >/dev/null || refuse 3 "not installed: apt-get install wine64"
    say "installing wine64"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
    # A fresh machine has no package lists; an old one has lists that name files which are gone.
    { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends wine64; } >/dev/null 2>&1 </dev/null ||
        refuse 3 "apt-get could not install wine64"
    wine_program >/dev/null && server_program >/dev/null || refuse 3 "wine64 is installed, but not in PATH or /usr/lib/wine"
}

# Only an empty or a marked folder is used: anything else may be a user's, and must not be deleted.
claim_root() {
    mkdir -p "$root"
    [[ -e "$root/.cow-wine" || -z "$(ls -A "$root")" ]] || refuse 2 "$root is not empty and holds no Wine of this script"
    : >"$root/.cow-wine"
}

# ntdll/version.c reads the number from here unless `winecfg -v` has named a Windows. RtlGetVersion answers with it.
set_build() {
    [[ "${1:-}" =~ ^[0-9]+$ ]] || refuse 2 "usage: eng/wine.sh build NUMBER"
    cat >"$root/build.reg" <<END
Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows NT\\CurrentVersion]
"CurrentVersion"="10.0"
"CurrentMajorVersionNumber"=dword:0000000a
"CurrentMinorVersionNumber"=dword:00000000
"CurrentBuild"="$1"
"CurrentBuildNumber"="$1"
"CSDVersion"=""
END
    in_wine "$(wine_program)" regedit /S "Z:${root//\//\\}\\build.reg"
}

# Wine as it is installed, with our libraries in their places: the loader looks for them beside itself, so nothing outside this folder changes.
make_tree() {
    local made="$1" libraries=usr/lib/x86_64-linux-gnu/wine kind
    mkdir -p "$programs" "$root/tree/$libraries"/x86_64-{unix,windows} "$root/tree/usr/share"
    cp /usr/lib/wine/wine64 "$programs/"
    ln -s /usr/lib/wine/wineserver64 "$programs/wineserver"
    for kind in unix windows; do ln -s "/$libraries/x86_64-$kind/"* "$root/tree/$libraries/x86_64-$kind/"; done
    cp --remove-destination "$made/ntdll.so" "$root/tree/$libraries/x86_64-unix/" # no link: Wine looks for the rest beside the real file
    cp --remove-destination "$made/kernelbase.dll" "$root/tree/$libraries/x86_64-windows/"
    ln -s /usr/share/wine "$root/tree/usr/share/"
}

make_drive() {
    local letter="$1" folder="$2/wine-drive"
    mkdir -p "$folder"
    ln -sfn "$folder" "$root/prefix/dosdevices/$letter:"
    echo "WINE_DRIVE_${letter^^}=$folder" >>"$root/drives"
}

make_drives() {
    if [[ ! -e "$root/tree" ]]; then
        echo "WINE_CANNOT_CLONE=$(tail -n 1 "$root/why-not")" >"$root/drives"
    elif [[ -z "${COW_VOLUME_BTRFS:-}" || -z "${COW_VOLUME_XFS:-}" ]]; then
        echo "WINE_CANNOT_CLONE=no volumes: COW_VOLUME_BTRFS and COW_VOLUME_XFS are not both set" >"$root/drives"
    else
        make_drive d "$COW_VOLUME_BTRFS"
        make_drive e "$COW_VOLUME_XFS"
    fi
}

up() {
    local made
    install_wine
    claim_root
    mkdir -p "$root/home"
    [[ ! -e "$root/ready" ]] || return 0
    if made="$("$here/wine/build.sh" 2>"$root/why-not")"; then make_tree "$made"; else say "$(tail -n 1 "$root/why-not")"; fi
    in_wine "$(wine_program)" wineboot -i || refuse 3 "a new prefix could not be made in $root/prefix"
    set_build 19045 || refuse 3 "Wine does not start"
    make_drives
    # The services that wineboot started do not know the drives, and answer for them: they end here.
    in_wine "$(server_program)" -k || true
    in_wine "$(server_program)" -w || true
    # Last: Wine writes its own files, the registry among them, when it ends.
    : >"$root/ready"
}

down() {
    [[ -d "$root" ]] || return 0
    claim_root
    # Of this prefix only: wineserver goes by WINEPREFIX. It fails when none runs.
    if server_program >/dev/null; then
        in_wine "$(server_program)" -k || true
        in_wine "$(server_program)" -w || true
    fi
    local folder
    if [[ -e "$root/drives" ]]; then
        while read -r folder; do rm -rf --one-file-system "$folder"; done < <(sed -n 's/^WINE_DRIVE_.=//p' "$root/drives")
    fi
    rm -rf --one-file-system "$root"
}

environment() {
    [[ -e "$root/ready" ]] || return 0
    echo "WINE=$(wine_program)"
    echo "WINEPREFIX=$root/prefix"
    cat "$root/drives"
}

case "${1:-}" in
    up) up ;;
    build) set_build "${2:-}" ;;
    env) environment ;;
    down) down ;;
    *) refuse 2 "usage: eng/wine.sh up|build NUMBER|env|down" ;;
esac
