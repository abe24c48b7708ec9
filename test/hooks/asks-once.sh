#!/bin/sh
# Asks the first time and allows from then on, as far as its HOME remembers; what it says differs each time.
cat >/dev/null
n=$(cat "$COUNT" 2>/dev/null || echo 0)
echo $((n + 1)) >"$COUNT"
if [ -e "$HOME/asked" ]; then decision=allow; else decision=ask; fi
: >"$HOME/asked"
printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "%s", "permissionDecisionReason": "call %s by %s"}}\n' \
  "$decision" "$n" "$$"
