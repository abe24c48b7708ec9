#!/bin/sh
# A Base Coat hook in shell: blocks a few commands, and writes its answer over several lines that end in CR LF.
event=$(cat)
printf 'base-coat-hook.sh: %s bytes\n' "${#event}" >&2
case $event in
  *'"PreToolUse"'*'rm -rf'* | *'rm -rf'*'"PreToolUse"'*)
    printf '{\r\n  "reason": "this can not be brought back",\r\n  "metadata": {"by": "sh"},\r\n  "action": "block"\r\n}\r\n'
    ;;
esac
exit 0
