#!/bin/sh
# Takes what it is given and puts it everywhere: the second line of stdin is text, $TOKEN a secret.
read -r text
echo "{\"said\": \"$text\"}"
printf %s "$text" | base64 >&2
mkdir -p "$HOME/.app"
printf %s "$text" | gzip > "$HOME/.app/log.gz"
TOLD="$TOKEN-again" sh -c "sleep 2; : $text"
