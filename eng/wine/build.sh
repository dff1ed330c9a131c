#!/usr/bin/env bash
# Builds Wine's ntdll.so with refs.c in it, so that drives on btrfs and xfs clone, and a kernelbase.dll that passes POSIX renames on to it
# (eng/wine.sh uses them). About two minutes once, then from a cache.
#
#   eng/wine/build.sh    prints the folder that has both, and the reason on stderr where there is none   (0: there, 3: cannot here)
#
# COW_WINE_CACHE  where libraries are kept, each in a folder named for Wine's version and for what goes into it
#
# The source is Debian's, of the installed version: nothing of Wine is kept in this repository. The libraries are covered by the GNU LGPL 2.1 or later.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
cache="${COW_WINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/copyonwrite-sdk/wine}"
version="8.0~repack-4" # hooks.patch has no context: its line numbers are this version's

refuse() { echo "wine: $1" >&2; exit 3; }

quiet() { "$@" >>"$work/log" 2>&1 </dev/null; }

step() { quiet "$@" || { cp "$work/log" "$cache/failed.log"; refuse "'$1' failed, see failed.log in the cache folder"; }; }

packages=(flex bison autoconf autotools-dev gcc libc6-dev make perl patch gcc-mingw-w64-x86-64 dpkg-dev)

install_packages() {
    local package missing=()
    for package in "${packages[@]}"; do dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package"); done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    [[ "$(id -u)" == 0 ]] || refuse "drives that clone need these packages: apt-get install ${missing[*]}"
    echo "wine: installing ${missing[*]}" >&2
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
    quiet "${apt[@]}" update && step "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}

# Sources are looked up by lists of their own, so that the system's stay as they are.
get_source() {
    local file lists=(-o "Dir::Etc::sourcelist=$work/source.sources" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root)
    mkdir -p "$work/lists/partial"
    for file in /etc/apt/sources.list.d/*.sources; do
        [[ -e "$file" ]] || continue
        grep -q '^URIs:.*debian' "$file" && sed 's/^Types:.*/Types: deb-src/' "$file" >>"$work/source.sources" && echo >>"$work/source.sources"
    done
    if [[ -e /etc/apt/sources.list ]] && grep -q '^deb ' /etc/apt/sources.list; then
        rm -f "$work/source.sources"
        lists[1]="Dir::Etc::sourcelist=$work/source.list"
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$work/source.list"
    fi
    quiet apt-get "${lists[@]}" update || true # one list of several may be missing
    cd "$work"
    step apt-get "${lists[@]}" source --download-only "wine=$version"
    step dpkg-source -x --skip-patches "wine_$version.dsc" "$work/source"
}

# Debian's own patches, then ours; and of the whole project only these libraries, what is linked into them, and the tools that make them.
prepare_source() {
    cd "$work/source"
    local name
    while read -r name; do
        [[ -z "$name" || "$name" == \#* ]] || step patch -p1 -i "debian/patches/$name"
    done <debian/patches/series
    cp "$here/refs.c" dlls/ntdll/unix/
    step patch -p1 -i "$here/hooks.patch"
    for name in trace request; do step ./debian/scripts/generate "server/$name.generated" make_requests; done
    step perl tools/make_requests
    ln -sf /usr/share/misc/config.sub /usr/share/misc/config.guess tools/
    # Debian makes these registry entries of Unicode's data; the installed library has their text.
    perl -0777 -ne 'print /(HKLM\n\{.*?\n\}\n)/s' /usr/lib/x86_64-linux-gnu/wine/x86_64-windows/kernelbase.dll >dlls/kernelbase/kernelbase.rgs
    for name in vulkan vulkan_driver wgl wgl_driver; do : >"include/wine/$name.h"; done
    sed -i -E '/^WINE_CONFIG_MAKEFILE\(/{/\((dlls\/(ntdll|kernelbase|winecrt0)|libs\/uuid|include|tools\/(widl|winebuild|winegcc|wrc|wmc)|tools)[,)]/!d}' configure.ac
    step autoconf
    step autoheader
}

build() {
    local without
    mapfile -t without < <(./configure --help | grep -o -- '--without-[a-z0-9]\+' | grep -v -e mingw -e pthread)
    step env VENDOR="Debian $version" ./configure --enable-win64 --with-mingw --disable-tests "${without[@]}" \
        --libdir=/usr/lib/x86_64-linux-gnu/wine --bindir=/usr/lib/wine --datarootdir=/usr/share/wine CFLAGS="-O2 -g0"
    step make -j"$(nproc)" dlls/ntdll/ntdll.so dlls/kernelbase/x86_64-windows/kernelbase.dll
}

[[ "$(uname -s)/$(uname -m)" == Linux/x86_64 ]] || refuse "drives that clone are made on Linux x86_64 only"
installed="$(dpkg-query -W -f '${Version}' wine64 2>/dev/null || true)"
[[ "$installed" == "$version" ]] || refuse "drives that clone need wine64 $version of Debian 12, this is '${installed:-none}'"

key="$version-$(cat "$here/refs.c" "$here/hooks.patch" "${BASH_SOURCE[0]}" | sha256sum | cut -c1-16)"
made="$cache/$key"
if [[ ! -e "$made" ]]; then
    mkdir -p "$cache"
    exec 9<"$cache"
    flock 9 # two checkouts may begin at once
    if [[ ! -e "$made" ]]; then
        work="$(mktemp -d)"
        trap 'rm -rf "$work"' EXIT
        install_packages
        echo "wine: building ntdll.so and kernelbase.dll for drives that clone, about two minutes" >&2
        get_source
        prepare_source
        build
        mkdir -p "$made.new"
        cp dlls/ntdll/ntdll.so dlls/kernelbase/x86_64-windows/kernelbase.dll "$made.new/"
        mv "$made.new" "$made"
    fi
fi
echo "$made"
