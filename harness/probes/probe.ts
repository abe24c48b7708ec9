import type { TreeFile } from '../model/case.ts';

/**
 * A tiny program that a runner under test is to execute. It first writes down how it was started and what it was given, then
 * does what the case orders. What ran, when and with what is known from probes alone, never from the subject's word.
 *
 * Probes are POSIX shell scripts: they start in a millisecond, and a case may need a dozen of them.
 */
export interface Probe {
  /** Unique in the case; letters, digits, `_` and `-`. */
  readonly name: string;
  /** Folder in the project, without a slash at its end; absent: the project itself. */
  readonly folder?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  /** 0 when absent. */
  readonly exit?: number;
  /** Ends itself with this signal instead of exiting. */
  readonly kill?: 'KILL' | 'TERM' | 'SEGV';
  /** Milliseconds between reading its input and answering. */
  readonly sleepMs?: number;
  /** Prints so many KiB of the letter x before {@link stdout}. */
  readonly floodKiB?: number;
  /** Closes its input at once instead of reading it: whoever writes to it meets a broken pipe. */
  readonly closesInput?: boolean;
  /** Goes on when it is asked to end. */
  readonly ignoresTerm?: boolean;
  /** Leaves a mark ten times a second while it sleeps, so that its life can be measured. */
  readonly beats?: boolean;
  /** Starts a child that leaves marks for this long and is not waited for. */
  readonly childBeatsMs?: number;
  /** Environment variables to write down. */
  readonly env?: readonly string[];
}

/** Where the marks of all probes of a case lie, in the project. */
export const TRACE_FOLDER = 'trace';

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** A loop that leaves a mark ten times a second, for about so long. */
function beating(file: string, ms: number): string {
  const times = Math.max(1, Math.round(ms / 100));
  return `i=0; while [ $i -lt ${times} ]; do echo . >> ${file}; sleep 0.1; i=$((i+1)); done`;
}

/** The probe's file in the project, for {@link Probe.folder} and its name. */
export function probePath(probe: Probe): string {
  return probe.folder === undefined ? `${probe.name}.sh` : `${probe.folder}/${probe.name}.sh`;
}

/** The script. Its own path is all that it relies on: neither the working directory nor any variable. */
function probeScript(probe: Probe): string {
  const up = probe.folder === undefined ? '.' : probe.folder.replaceAll(/[^/]+/g, '..');
  const lines = [
    '#!/bin/sh',
    'case $0 in */*) here=${0%/*} ;; *) here=. ;; esac',
    `root=$(CDPATH= cd -- "$here/${up}" && pwd -P) || exit 125`,
    `mark="$root/${TRACE_FOLDER}/${probe.name}.$$"`,
    `echo "start ${probe.name} $$" >> "$root/${TRACE_FOLDER}/log"`,
    'printf \'%s\\n%s\\n\' "$root" "$(pwd -P)" > "$mark.cwd"',
    'for arg in "$@"; do printf \'%s\\n\' "$arg" >> "$mark.args"; done',
    ...(probe.env ?? []).map((name) => `[ -n "\${${name}+set}" ] && printf '%s' "$${name}" > "$mark.env.${name}"`),
    // A runner that never closes a hook's input is something to see, not something to hang on.
    probe.closesInput === true
      ? 'exec < /dev/null'
      : 'if command -v timeout > /dev/null; then timeout 5 cat > "$mark.stdin" || : > "$mark.open"; else cat > "$mark.stdin"; fi',
    ...(probe.ignoresTerm === true ? ["trap '' TERM"] : []),
    ...(probe.childBeatsMs === undefined
      ? []
      : [`( ${beating('"$mark.childbeat"', probe.childBeatsMs)} ) > /dev/null 2>&1 < /dev/null &`]),
    ...(probe.sleepMs === undefined
      ? []
      : [probe.beats === true ? beating('"$mark.beat"', probe.sleepMs) : `sleep ${seconds(probe.sleepMs)}`]),
    ...(probe.floodKiB === undefined ? [] : [`head -c ${probe.floodKiB * 1024} /dev/zero | tr '\\0' x`]),
    ...(probe.stdout === undefined ? [] : [`printf '%s' ${quote(probe.stdout)}`]),
    ...(probe.stderr === undefined ? [] : [`printf '%s' ${quote(probe.stderr)} >&2`]),
    `echo "end ${probe.name} $$" >> "$root/${TRACE_FOLDER}/log"`,
    probe.kill === undefined ? `exit ${probe.exit ?? 0}` : `kill -${probe.kill} $$`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The files that a case needs for its probes. */
export function probeFiles(probes: readonly Probe[]): readonly TreeFile[] {
  const scripts = probes.map(
    (probe): TreeFile => ({ area: 'project', path: probePath(probe), content: probeScript(probe), mode: 0o755 }),
  );
  return [{ area: 'project', path: `${TRACE_FOLDER}/log`, content: '' }, ...scripts];
}
