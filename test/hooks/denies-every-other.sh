#!/bin/sh
# Breaks no rule, and blocks every other time that it is asked; it counts in the file that COUNT names.
cat >/dev/null
n=$(cat "$COUNT" 2>/dev/null || echo 0)
echo $((n + 1)) >"$COUNT"
[ $((n % 2)) -eq 0 ] && exit 0
echo 'not this time' >&2
exit 2
