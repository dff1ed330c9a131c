#!/usr/bin/env bash
# The second part of action.yml, after the build: what the build cloned, and what the doctor finds, into the job's summary. What both find
# is for people: neither fails the job.
set -euo pipefail

markdown="$RUNNER_TEMP/cow-report.md"

# One line: another one could be a command to the runner.
warn() { printf '::warning::%s\n' "${1//[$'\r\n']/ }"; exit 0; }

[[ -f "$COW_REPORT" ]] || warn "There is no log $COW_REPORT: build with -bl:$COW_REPORT."
dotnet cow --version >/dev/null 2>&1 || warn "There is no dotnet cow here: use this action without report before the build."
rm -f "$markdown"    # Of an earlier log.

{
    if dotnet cow report "$COW_REPORT" --markdown "$markdown" >"$RUNNER_TEMP/cow-report.txt" 2>&1 || [[ -f "$markdown" ]]; then
        cat "$markdown"
    else
        printf '```\n%s\n```\n' "$(cat "$RUNNER_TEMP/cow-report.txt")"
    fi
    printf '\n<details><summary>dotnet cow doctor</summary>\n\n```\n'
    dotnet cow doctor "$GITHUB_WORKSPACE" 2>&1 || true
    printf '```\n\n</details>\n'
} >>"$GITHUB_STEP_SUMMARY"
