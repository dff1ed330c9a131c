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

# By its path, not by PATH: bash of Windows takes the colon in RUNNER_TEMP for the end of a folder.
cow=dotnet-cow
if ! command -v "$cow" >/dev/null 2>&1; then cow="$RUNNER_TEMP/cow-tool/$cow"; fi
if ! command -v "$cow" >/dev/null 2>&1; then
    # Until the package is published, anybody can publish another one of its name: no source is asked but the one that is named.
    [[ -n "$COW_SOURCE" ]] || stop "CopyOnWrite.Tool is not published yet. Build it in a checkout of CopyOnWrite (dotnet pack src/CopyOnWrite.Tool), and name the folder artifacts/packages in the input source."
    dotnet tool install CopyOnWrite.Tool --tool-path "$RUNNER_TEMP/cow-tool" --version "$COW_VERSION" --source "$COW_SOURCE" >&2 \
        || stop "CopyOnWrite.Tool $COW_VERSION was not installed from $COW_SOURCE: see the output of this step. The tool needs the .NET SDK 10 (actions/setup-dotnet)."
fi

markdown="$RUNNER_TEMP/cow-writers.md"
rm -f "$markdown"
status=0
"$cow" report "${logs[@]}" --markdown "$markdown" --annotations --fail-on "$COW_FAIL_ON" ${COW_BASELINE:+--baseline "$COW_BASELINE"} || status=$?
if [[ -f "$markdown" ]]; then cat "$markdown" >>"$GITHUB_STEP_SUMMARY"; fi
if [[ $status -eq 1 && "$COW_FAIL_ON" != none ]]; then exit 1; fi
[[ $status -eq 0 ]] || stop "The logs were not read: see the output of this step."
[[ -z "$missing" ]] || stop "$is_missing"
