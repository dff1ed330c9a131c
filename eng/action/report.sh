#!/usr/bin/env bash
# The second part of action.yml, after the build: what the build cloned, and what the doctor finds, into the job's summary. What both find
# is for people: neither fails the job.
set -euo pipefail

markdown="$RUNNER_TEMP/cow-report.md"

[[ -f "$COW_REPORT" ]] || { echo "::warning::There is no log $COW_REPORT: build with -bl:$COW_REPORT."; exit 0; }

{
    if dotnet cow report "$COW_REPORT" --markdown "$markdown" >"$RUNNER_TEMP/cow-report.txt" 2>&1 || [[ -f "$markdown" ]]; then
        cat "$markdown"
    else
        printf '```\n%s\n```\n' "$(cat "$RUNNER_TEMP/cow-report.txt")"
    fi
    printf '\n<details><summary>dotnet cow doctor</summary>\n\n```\n'
    dotnet cow doctor "$GITHUB_WORKSPACE" --binlog "$COW_REPORT" 2>&1 || true
    printf '```\n\n</details>\n'
} >>"$GITHUB_STEP_SUMMARY"
