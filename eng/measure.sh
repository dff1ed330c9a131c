#!/usr/bin/env bash
# Everything that there is to run on one machine with Linux or macOS: the tests, calls of the task in every state, and builds of a sample with and
# without the SDK. What they say and write is kept in a folder.
#
#   eng/measure.sh RESULTS [VERB...]     verbs of ./build.sh, one argument each: test, "bench task --files 100" and "demo --all" without them
set -euo pipefail

if [[ $# -eq 0 ]]; then
    echo "measure: where shall the results go? eng/measure.sh RESULTS [VERB...]" >&2
    exit 2
fi

mkdir -p "$1"
results="$(cd "$1" && pwd)"
shift
verbs=("$@")
[[ $# -gt 0 ]] || verbs=(test "bench task --files 100" "demo --all")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

{
    uname -a
    if [[ "$(uname -s)" == Darwin ]]; then sw_vers; sysctl -n machdep.cpu.brand_string; fi
    df -h .
    dotnet --info
} >"$results/machine.txt" 2>&1 || true

failed=()
for verb in "${verbs[@]}"; do
    echo "== $verb"
    read -r -a words <<<"$verb"
    ./build.sh "${words[@]}" 2>&1 | tee "$results/${verb// /-}.txt" || failed+=("$verb")
done

for folder in artifacts/test-results artifacts/benchmarks; do
    if [[ -d "$folder" ]]; then cp -R "$folder" "$results/"; fi
done

echo "Results are in $results"
if [[ ${#failed[@]} -gt 0 ]]; then
    echo "Failed: ${failed[*]}" >&2
    exit 1
fi
