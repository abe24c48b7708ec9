#!/usr/bin/env bash
# The run step of action.yml: inputs come as HC_… variables, results go to GITHUB_OUTPUT and GITHUB_STEP_SUMMARY.
set -uo pipefail

program="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/dist/bin.js"
reports="${HC_REPORTS:-hookconf-reports}"
options=()

# Splits words as a shell would, with quotes and without expanding anything.
split() { [ -z "$1" ] || printf '%s' "$1" | xargs -r printf '%s\n'; }
# What cannot be used is said once, and nothing else is run in its place.
unusable() {
  echo "::error title=hookconf::$1"
  echo "exit-code=2" >>"${GITHUB_OUTPUT:-/dev/null}"
  [ "${HC_FAIL:-true}" != false ] || exit 0
  exit 2
}
# Repeats an option for each word of a list that is separated by spaces or commas.
repeat() { local word; for word in ${2//,/ }; do options+=("$1" "$word"); done; }
given() { [ -z "$2" ] || options+=("$1" "$2"); }

set -f
repeat --vendor "${HC_VENDORS:-}"
repeat --event "${HC_EVENTS:-}"
repeat --level "${HC_LEVELS:-}"
set +f
given --config "${HC_CONFIG:-}"
given --role "${HC_ROLE:-}"
given --spec "${HC_SPEC:-}"
given --baseline "${HC_BASELINE:-}"
given --shard "${HC_SHARD:-}"
[ "${HC_STRICT:-false}" != true ] || options+=(--strict)
case $reports in *$'\n'* | *$'\r'*) unusable "the input reports holds a line end" ;; esac
words="$(split "${HC_ARGS:-}" 2>/dev/null)" || unusable "the input args has a quote that is not closed"
[ -z "$words" ] || while IFS= read -r word; do options+=("$word"); done <<<"$words"
command=()
words="$(split "${HC_COMMAND:-}" 2>/dev/null)" || unusable "the input command has a quote that is not closed"
[ -z "$words" ] || while IFS= read -r word; do command+=("$word"); done <<<"$words"
[ ${#command[@]} -eq 0 ] || command=(-- "${command[@]}")

mkdir -p "$reports"
node "$program" run \
  --reporter "json=$reports/report.json" --reporter "html=$reports/report.html" --reporter "junit=$reports/results.xml" \
  --reporter "sarif=$reports/results.sarif" --reporter "markdown=$reports/summary.md" --reporter "badge=$reports/badge.svg" \
  --reporter "github=$reports/annotations.txt" \
  ${options[@]+"${options[@]}"} ${command[@]+"${command[@]}"}
code=$?

if [ -f "$reports/annotations.txt" ]; then
  [ "${HC_ANNOTATIONS:-true}" = false ] || cat "$reports/annotations.txt"
  rm "$reports/annotations.txt"
fi
[ ! -f "$reports/summary.md" ] || cat "$reports/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
sum() {
  node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1]));
    console.log(r.subjects.reduce((n, s) => n + s.summary[process.argv[2]], 0))' "$reports/report.json" "$1" 2>/dev/null || echo 0
}
# Later steps begin at the checkout, wherever this one ran.
case $reports in
  /*) named=$reports ;;
  *) named="$(pwd -P)/$reports" && checkout="$(cd "${GITHUB_WORKSPACE:-.}" && pwd -P)" && named="${named#"$checkout"/}" ;;
esac
{
  echo "exit-code=$code"
  echo "report=$named/report.json"
  echo "html=$named/report.html"
  echo "junit=$named/results.xml"
  echo "sarif=$named/results.sarif"
  echo "badge=$named/badge.svg"
  echo "passed=$(sum passed)"
  echo "failed=$(sum failed)"
} >>"${GITHUB_OUTPUT:-/dev/null}"
[ "${HC_FAIL:-true}" != false ] || exit 0
exit "$code"
