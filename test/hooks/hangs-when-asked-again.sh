#!/bin/sh
# Lets everything pass, and hangs the second time that it is asked; it counts in the file that COUNT names.
cat >/dev/null
n=$(cat "$COUNT" 2>/dev/null || echo 0)
echo $((n + 1)) >"$COUNT"
[ "$n" -ne 1 ] || exec sleep 60
