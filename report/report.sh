#!/usr/bin/env bash
# The action of this folder. bash of macOS is 3.2: no mapfile, and an empty array is unset.
set -euo pipefail

# One line: another one could be a command to the runner.
warn() { printf '::warning::%s\n' "${1//[$'\r\n']/ }"; exit 0; }

logs=()
while IFS= read -r log; do
    log="${log%$'\r'}"
    if [[ -f "$log" ]]; then logs+=("$log"); fi
done <<<"$COW_LOGS"
[[ ${#logs[@]} -gt 0 ]] || warn "There is none of the logs $COW_LOGS: build with -bl:FILE, and name the file."

tool="$RUNNER_TEMP/cow-tool"
export PATH="$tool:$PATH"
if ! command -v dotnet-cow >/dev/null 2>&1; then
    dotnet tool install CopyOnWrite.Tool --tool-path "$tool" --version "$COW_VERSION" ${COW_SOURCE:+--add-source "$COW_SOURCE"} >&2 \
        || warn "CopyOnWrite.Tool $COW_VERSION was not installed. It needs the .NET SDK 10."
fi

markdown="$RUNNER_TEMP/cow-writers.md"
rm -f "$markdown"
status=0
dotnet-cow report "${logs[@]}" --markdown "$markdown" --annotations --fail-on "$COW_FAIL_ON" ${COW_BASELINE:+--baseline "$COW_BASELINE"} || status=$?
if [[ -f "$markdown" ]]; then cat "$markdown" >>"$GITHUB_STEP_SUMMARY"; fi
if [[ "$COW_FAIL_ON" == none && $status -ne 0 ]]; then warn "The logs were not read: see the output of this step."; fi
exit "$status"
