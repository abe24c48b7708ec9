/** Conditions under which a spawn is to run and which not every system can make: a closed stdout, a read-only folder. */
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, constants, lstatSync, openSync, unlinkSync } from 'node:fs';
import type { SpawnPlan } from '../model/case.ts';

interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
}

const WITHOUT_OVERRIDE = ['--bounding-set', '-dac_override,-dac_read_search', '--'] as const;

function works(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}

const isRoot = (): boolean => process.getuid?.() === 0;
let droppable: boolean | undefined;

/** Whether root can be bound by permission bits here. */
function canBindRoot(): boolean {
  droppable ??= works('setpriv', [...WITHOUT_OVERRIDE, 'true']);
  return droppable;
}

/** Why what these spawns ask for can't be made on this machine; undefined where it can. */
export function unmetReason(spawns: readonly SpawnPlan[]): string | undefined {
  const closed = spawns.some((plan) => plan.stdoutClosed === true);
  const readOnly = spawns.some((plan) => plan.projectReadOnly === true);
  if (process.platform === 'win32' && (closed || readOnly)) return 'this system has no such condition';
  if (readOnly && isRoot() && !canBindRoot()) return 'root is not bound by permission bits, and can not be bound here';
  return undefined;
}

/** The command such that permission bits bind it, also where it runs as root. The process stays the same one. */
export function readOnlyCommand(line: CommandLine): CommandLine {
  return isRoot() ? { file: 'setpriv', args: [...WITHOUT_OVERRIDE, line.file, ...line.args] } : line;
}

export function setReadOnly(folder: string, readOnly: boolean): void {
  try {
    const found = lstatSync(folder);
    // A subject that put a link in its place means somebody else's folder.
    if (!found.isDirectory()) return;
    const mode = found.mode & 0o777;
    chmodSync(folder, readOnly ? mode & ~0o222 : mode | (0o222 & ~process.umask()));
  } catch {
    // The subject removed it.
  }
}

/**
 * A descriptor to write to whose reader has gone. A pipe that is closed after the start would race with the subject's first
 * words; a named pipe can lose its reader before.
 */
export function closedPipe(folder: string): number {
  const path = `${folder}/-unread`;
  const made = spawnSync('mkfifo', [path], { stdio: 'ignore', timeout: 5000 });
  if (made.status !== 0) throw new Error('no pipe could be made for a closed stdout');
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(reader);
  unlinkSync(path);
  return writer;
}
