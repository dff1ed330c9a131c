#!/usr/bin/env bash
# Runs a command in CLONE (`dotnet cow clone DONOR CLONE`) at DONOR's path, where a build compiles only what differs. Linux, without root where
# user namespaces are allowed.
#
#   at-donors-path.sh DONOR CLONE COMMAND...         at-donors-path.sh ~/app ~/app-2 dotnet build
set -euo pipefail
[[ $# -ge 3 ]] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
donor="$(realpath -e "$1")" clone="$(realpath -e "$2")"
shift 2

# Compiler servers and MSBuild nodes from outside see DONOR at this path, and would write there. Those of this clone are its own.
id="cow-$(stat -c %d-%i-%W "$clone")"
export SharedCompilationId="$id" MSBUILDNODEHANDSHAKESALT="$id"

# Otherwise each commit changes every assembly. DONOR was built with both, too.
export IncludeSourceRevisionInInformationalVersion=false EnableSourceLink=false

[[ $EUID == 0 ]] && root=() || root=(--map-root-user)
exec unshare "${root[@]}" --mount bash -euc '
    mount --bind "$2" "$1"
    cd "$1"
    [[ . -ef "$2" ]] || { echo "$1 is not $2 after the mount" >&2; exit 1; }
    shift 2
    exec "$@"' bash "$donor" "$clone" "$@"
