#!/bin/sh
# Sends a label to the printer; prints it on the screen when there is none.
if command -v lp > /dev/null 2>&1; then
    lp "$1"
else
    cat "$1"
fi
