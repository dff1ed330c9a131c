#!/usr/bin/env bash
# Volumes to measure on, on macOS: a folder on APFS, where the checkout must lie, and an HFS+ image, which cannot clone.
#
#   eng/mac-volumes.sh up      makes what is not there yet
#   eng/mac-volumes.sh down    detaches and deletes everything
#   eng/mac-volumes.sh env     prints COW_VOLUME_*=PATH, one a line:  export $(eng/mac-volumes.sh env)
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/artifacts/volumes"

refuse() { echo "mac-volumes: $2" >&2; exit "$1"; }

# "Resource busy", for some seconds, is common on hosted machines (actions/runner-images issue 7522).
patiently() {
    local attempt
    for attempt in {1..10}; do
        if "$@"; then return; fi
        sleep 3
    done
    refuse 1 "'$*' failed $attempt times"
}

[[ "$(uname -s)" == Darwin ]] || refuse 3 "hdiutil is macOS', this is $(uname -s): use eng/volumes.sh"

case "${1:-}" in
    up)
        mkdir -p "$root/apfs" "$root/plain"
        [[ -f "$root/plain.sparseimage" ]] || patiently hdiutil create -size 8g -type SPARSE -fs HFS+ -volname cow-plain "$root/plain"
        mount | grep -q " on $root/plain " || patiently hdiutil attach "$root/plain.sparseimage" -nobrowse -mountpoint "$root/plain"
        ;;
    down)
        if mount | grep -q " on $root/plain "; then patiently hdiutil detach "$root/plain" -force; fi
        rm -rf "$root/apfs" "$root/plain.sparseimage"
        ;;
    env)
        echo "COW_VOLUME_APFS=$root/apfs"
        echo "COW_VOLUME_PLAIN=$root/plain"
        ;;
    *) refuse 2 "up, down or env?" ;;
esac
