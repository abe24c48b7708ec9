#!/bin/sh
# Ends every other time it is asked with an exit code that means nothing; it counts in the file that COUNT names.
cat >/dev/null
n=$(cat "$COUNT" 2>/dev/null || echo 0)
echo $((n + 1)) >"$COUNT"
[ $((n % 2)) -eq 0 ] || exit 1
