#!/bin/sh
# Stops recursive deletions. Exit 2 with a reason on stderr is the one refusal that every vendor's documentation knows.
payload=$(cat)
case $payload in
*'rm -rf'* | *'rm -fr'*)
  echo 'guard: recursive deletions are not allowed here; delete named files instead' >&2
  exit 2
  ;;
esac
exit 0
