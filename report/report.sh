#!/usr/bin/env bash
# The action of this folder. bash of macOS is 3.2: no mapfile, and an empty array is unset.
set -euo pipefail

# The logs are not checked: a job that has fail-on must not pass then. One line: another one could be a command to the runner.
stop() {
    local text="${1//[$'\r\n']/ }"
    if [[ "$COW_FAIL_ON" == none ]]; then printf '::warning::%s\n' "$text"; exit 0; fi
    printf '::error::%s\n' "$text"
    exit 2
}

logs=()
missing=
while IFS= read -r log; do
    log="${log%$'\r'}"
    if [[ -f "$log" ]]; then logs+=("$log"); elif [[ -n "$log" ]]; then missing+=" $log"; fi
done <<<"$COW_LOGS"
with_bl="Build with -bl:FILE before this step, and name FILE in the input logs."
is_missing="These logs do not exist:$missing. $with_bl"
if [[ ${#logs[@]} -eq 0 ]]; then
    [[ -n "$missing" ]] || stop "No log is named. $with_bl"
    stop "$is_missing"
fi

tool="$RUNNER_TEMP/cow-tool"
export PATH="$tool:$PATH"
if ! command -v dotnet-cow >/dev/null 2>&1; then
    dotnet tool install CopyOnWrite.Tool --tool-path "$tool" --version "$COW_VERSION" ${COW_SOURCE:+--add-source "$COW_SOURCE"} >&2 \
        || stop "CopyOnWrite.Tool $COW_VERSION was not installed: see the output of this step. The tool needs the .NET SDK 10 (actions/setup-dotnet)."
fi

markdown="$RUNNER_TEMP/cow-writers.md"
rm -f "$markdown"
status=0
dotnet-cow report "${logs[@]}" --markdown "$markdown" --annotations --fail-on "$COW_FAIL_ON" ${COW_BASELINE:+--baseline "$COW_BASELINE"} || status=$?
if [[ -f "$markdown" ]]; then cat "$markdown" >>"$GITHUB_STEP_SUMMARY"; fi
if [[ $status -eq 1 && "$COW_FAIL_ON" != none ]]; then exit 1; fi
[[ $status -eq 0 ]] || stop "The logs were not read: see the output of this step."
[[ -z "$missing" ]] || stop "$is_missing"
