#!/bin/sh
# A guard that stops dangerous shell commands, with every vendor, in plain sh and awk.
# Usage: guard.sh [vendor] < payload. It says no by exit 2 with the reason on stderr, which nearly every vendor takes for a
# block; to the two that read JSON only it says so in JSON. Whatever can't be read is stopped.
vendor=${1-}

# Prints every command line of the payload, one a line. Escapes are undone, and what is JSON inside a string is read again.
commands() {
  awk '
    BEGIN { RS = "\001"; for (i = 0; i < 256; i++) { char[sprintf("%04x", i)] = sprintf("%c", i) } }
    function unescape(text,   out, at, next_, code) {
      out = ""
      while ((at = index(text, "\\")) > 0) {
        out = out substr(text, 1, at - 1)
        next_ = substr(text, at + 1, 1)
        if (next_ == "u") {
          code = tolower(substr(text, at + 2, 4))
          out = out ((code in char) ? char[code] : "?")
          text = substr(text, at + 6)
        } else {
          out = out ((next_ == "n" || next_ == "r" || next_ == "t") ? " " : next_)
          text = substr(text, at + 2)
        }
      }
      return out text
    }
    function search(text, depth,   rest, value) {
      rest = text
      while (match(rest, /"(command|command_line|cmd)"[ \t\r\n]*:[ \t\r\n]*"([^"\\]|\\.)*"/)) {
        value = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/^"[a-z_]*"[ \t\r\n]*:[ \t\r\n]*"/, "", value)
        print unescape(substr(value, 1, length(value) - 1))
        found = 1
      }
      if (!found && depth < 2 && index(text, "\\\"")) search(unescape(text), depth + 1)
    }
    { whole = whole $0 }
    END {
      # A byte order mark, white space around it, and then an object from its first brace to its last.
      sub(/^\357\273\277/, "", whole); gsub(/^[ \t\r\n]+|[ \t\r\n]+$/, "", whole)
      if (whole !~ /^{/ || whole !~ /}$/) exit 3
      search(whole, 0)
      if (!found) exit 4
    }'
}

stop() {
  case $vendor in
    cline) printf '{"cancel": true, "errorMessage": "%s"}\n' "$1"; exit 0 ;;
    amp) printf '{"action": "reject-and-continue", "message": "%s"}\n' "$1"; exit 0 ;;
  esac
  echo "$1" >&2
  exit 2
}

found=$(LC_ALL=C commands) || stop "the payload can't be read"
if printf '%s\n' "$found" | LC_ALL=C grep -Eq \
  'rm[[:space:]]+-[a-zA-Z]*[rf]|git[[:space:]]+push.*[[:space:]]--force|git[[:space:]]+reset[[:space:]]+--hard|[|][[:space:]]*(ba|z)?sh|sudo[[:space:]]|[.]env'; then
  stop "this guard stops commands that destroy or expose"
fi
exit 0
