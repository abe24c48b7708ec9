import { type ChildProcess, execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';

/** A process that belongs to a private tree. */
export interface TreeProcess {
  readonly pid: number;
  /** Its command line, arguments separated by spaces, at most {@link MOST_CHARACTERS} characters. */
  readonly command: string;
  /** The path, below the searched folder, that gave it away. */
  readonly place: string;
  readonly group: number;
  /** It wants a processor: it has one, or waits for one. */
  readonly runnable: boolean;
}

const MOST_CHARACTERS = 1000;
const MOST_ROUNDS = 100;

const NOTHING = Buffer.alloc(0);
/** Read into again and again: a buffer for each of many processes costs more than reading it. */
let block: Buffer = Buffer.allocUnsafe(16 * 1024);

/** What a file of a process holds now; valid until the next call. Empty where there is none, or it is not ours to read. */
export function readProc(pid: string, what: string): Buffer {
  try {
    const file = openSync(`/proc/${pid}/${what}`, 'r');
    try {
      let filled = 0;
      for (;;) {
        const count = readSync(file, block, filled, block.length - filled, null);
        filled += count;
        if (count === 0) return block.subarray(0, filled);
        if (filled < block.length) continue;
        const larger = Buffer.allocUnsafe(block.length * 4);
        block.copy(larger);
        block = larger;
      }
    } finally {
      closeSync(file);
    }
  } catch {
    return NOTHING;
  }
}

/** What `/proc/<pid>/stat` tells of a process. */
export interface Stat {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** When it was started, in ticks since the system was. */
  readonly started: number;
  /** It has begun to end, by itself or by a signal. */
  readonly ending: boolean;
}

/** Flags of the kernel for a process that ends (PF_EXITING), and for one that a signal ends (PF_SIGNALED). */
const ENDING = 0x4 | 0x400;
const SIGKILL_BIT = 1 << 8;

/** Counted from the state, which is the third. */
const STARTED_FIELD = 22 - 3;

/** From "pid (name) state ppid pgrp session terminal its-group flags …"; the name may hold spaces and brackets. */
export function readStat(stat: string): Stat {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, session, , , flags] = fields;
  // Of a process that is gone nothing can be read.
  const ending = state === '' || state === 'Z' || state === 'X' || (Number(flags ?? 0) & ENDING) !== 0;
  const started = Number(fields[STARTED_FIELD]);
  return { state, parent: Number(parent), group: Number(group), session: Number(session), started, ending };
}

/**
 * Whether SIGKILL has been sent and not been noticed yet, as on a machine that is too busy to let its receiver run: the
 * kernel turns every deadly signal into this one. From `/proc/<pid>/status`, whose masks are hexadecimal.
 */
export function awaitsKill(status: string): boolean {
  return [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*[0-9a-f]*([0-9a-f]{8})$/gm)].some(
    ([, low]) => (Number.parseInt(low ?? '0', 16) & SIGKILL_BIT) !== 0,
  );
}

export function statOf(pid: string): Stat {
  return readStat(readProc(pid, 'stat').toString('latin1'));
}

function kindOf({ group, state }: Stat): Pick<TreeProcess, 'group' | 'runnable'> {
  return { group, runnable: state === 'R' };
}

/**
 * The command line of a living process; nothing for one on its way out, which may take a while to get there on a busy
 * machine. It ends without anybody's doing more, and is nobody's survivor.
 */
function commandOf(pid: string, { ending }: Stat): string | undefined {
  if (ending) return undefined;
  const command = readProc(pid, 'cmdline').toString('utf8').replaceAll('\0', ' ').trim().slice(0, MOST_CHARACTERS);
  // Empty also where a process has emptied its own arguments; one that has given its memory back has no size either.
  if (command === '' && !/^[1-9]/.test(readProc(pid, 'statm').toString('latin1'))) return undefined;
  // In this order: it has first been sent a signal and then begun to end.
  return awaitsKill(readProc(pid, 'status').toString('latin1')) || statOf(pid).ending ? undefined : command;
}

/** The path below `folder` that stands at `start` in an environment block. */
function pathAt(block: Buffer, start: number): string {
  const end = block.indexOf(0, start);
  return block.toString('utf8', start, end === -1 ? block.length : end);
}

/** What to look for in an environment: a configuration may have set one of the two itself. */
export function markersOf(folder: string): readonly Buffer[] {
  return ['TMPDIR', 'HOME'].map((name) => Buffer.from(`${name}=${folder}/`));
}

/** The path below a folder by which a process belongs to it, in its environment or where it stands; '': none. */
export function placeOf(folder: string, markers: readonly Buffer[], pid: string): string {
  const environment = readProc(pid, 'environ');
  for (const marker of markers) {
    const start = environment.indexOf(marker);
    if (start !== -1) return pathAt(environment, start + marker.indexOf('=') + 1);
  }
  // The environment can be emptied or overwritten (env -i, a changed process title); where it stands is harder to hide.
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return cwd.startsWith(`${folder}/`) ? cwd : '';
  } catch {
    // Not ours to read, or gone.
    return '';
  }
}

/** A living process that belongs to a tree by this place. */
export function treeProcess(pid: string, place: string): TreeProcess | undefined {
  const stat = statOf(pid);
  const command = commandOf(pid, stat);
  return command === undefined ? undefined : { pid: Number(pid), command, place, ...kindOf(stat) };
}

function isPid(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 49 && first <= 57;
}

/**
 * Processes that carry a private tree in their environment, or stand in it; also those that left their group and session.
 * Linux only: elsewhere nothing is found. Reads each process's environment once, so it is called once a batch; processes of
 * `others` are passed over.
 */
export function processesOf(folder: string, others?: ReadonlySet<string>): readonly TreeProcess[] {
  if (process.platform !== 'linux') return [];
  const markers = markersOf(folder);
  const own = String(process.pid);
  return readdirSync('/proc').flatMap((pid) => {
    if (!isPid(pid) || pid === own || others?.has(pid) === true) return [];
    const place = placeOf(folder, markers, pid);
    return (place === '' ? undefined : treeProcess(pid, place)) ?? [];
  });
}

export function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Kills everything that belongs to a folder, again and again until nothing is left: what forks faster than it is killed
 * is stopped first, so that it can't run between two rounds. Gives what was found, each process once. `spared` is asked
 * with the place that gave a process away; `others` are not looked at.
 */
export function killAllOf(
  folder: string,
  spared: (place: string) => boolean = () => false,
  others?: ReadonlySet<string>,
): readonly TreeProcess[] {
  return killAll(() => processesOf(folder, others).filter(({ place }) => !spared(place)));
}

/** The same for whatever a look finds. */
export function killAll(look: () => readonly TreeProcess[]): readonly TreeProcess[] {
  const seen = new Map<number, TreeProcess>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const alive = look();
    if (alive.length === 0) break;
    for (const one of alive) {
      if (!seen.has(one.pid)) seen.set(one.pid, one);
    }
    if (alive.length > 8) for (const { pid } of alive) kill(pid, 'SIGSTOP');
    for (const { pid } of alive) kill(pid, 'SIGKILL');
  }
  return [...seen.values()];
}

/** Living processes that a look at their number and their parent's tells. Linux only. */
export function processesWhere(is: (pid: string, parent: number) => boolean): readonly TreeProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!isPid(pid)) return [];
    const stat = statOf(pid);
    if (stat.ending || Number(pid) === process.pid || !is(pid, stat.parent)) return [];
    const command = commandOf(pid, stat);
    return command === undefined ? [] : [{ pid: Number(pid), command, place: '', ...kindOf(stat) }];
  });
}

/** Processes in a network namespace, whatever they did to their environment and wherever they stand. */
export function processesIn(network: string, spared: ReadonlySet<number>): readonly TreeProcess[] {
  return processesWhere((pid) => !spared.has(Number(pid)) && networkOf(pid) === network);
}

function networkOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return '';
  }
}

/** True while a process group has a member. The cheap question that each spawn asks once. */
export function groupAlive(leader: number): boolean {
  return isTaken(-leader);
}

/**
 * Whether the number of a child of ours has gone to somebody else. While a group lives, nobody is given its number: whoever
 * bears it after the child itself has ended has made a group of his own.
 */
export function isSomebodyElses(child: ChildProcess): boolean {
  const ended = child.exitCode !== null || child.signalCode !== null;
  return ended && child.pid !== undefined && isTaken(child.pid);
}

/** True while a process has this number, or where it is negative a group. */
function isTaken(number: number): boolean {
  // Most often it throws, and nobody reads where.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    // EPERM: it exists, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/**
 * Living members of a process group. Zombies, and who is about to be one, don't count: where the first process of a
 * container reaps nobody, every orphan stays one.
 */
export function groupMembers(leader: number): readonly TreeProcess[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return groupMembersByPs(leader);
  const members: TreeProcess[] = [];
  for (const pid of readdirSync('/proc')) {
    if (!isPid(pid)) continue;
    const stat = statOf(pid);
    if (stat.group !== leader) continue;
    const command = commandOf(pid, stat);
    if (command !== undefined) members.push({ pid: Number(pid), command, place: '', ...kindOf(stat) });
  }
  return members;
}

function groupMembersByPs(leader: number): readonly TreeProcess[] {
  try {
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,state=,command='], { encoding: 'utf8' });
    return listed.split('\n').flatMap((line) => {
      const [, pid, group, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      if (Number(group) !== leader || /^Z|E/.test(state ?? '')) return [];
      const text = (command ?? '').slice(0, MOST_CHARACTERS);
      return [{ pid: Number(pid), command: text, place: '', group: leader, runnable: state?.startsWith('R') === true }];
    });
  } catch {
    return [];
  }
}
