#!/usr/bin/env bash
# ./build.sh pack | test | demo | ... : the build program in eng/Build. ./build.sh --help lists its verbs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# Nothing outlives the command: no compiler server, no build node.
export UseSharedCompilation=false MSBUILDDISABLENODEREUSE=1 DOTNET_CLI_USE_MSBUILD_SERVER=0

[[ -d artifacts/bin/CopyOnWrite.Build ]] || echo "build: compiling the build program, once" >&2
exec dotnet run --project eng/Build --configuration Release --verbosity quiet -- "$@"
