import { existsSync, openSync, readdirSync, readFileSync, readSync, statfsSync } from 'node:fs';

/** The kernel's own /proc, and not a file that somebody has put over one of its files (containers do that). */
const PROC_MAGIC = 0x9fa0;
/** So many numbers are tried one by one; listing all processes is cheaper for more. */
const MOST_TRIED = 48;
/** A living thread has a number, too: where more than so many numbers are taken, a listing tells who is a process. */
const MOST_TAKEN = 3;
/** Fewer numbers are tried sooner than the threads of others are read. */
const FEW = 6;
/** Reading the threads of more processes costs more than a listing. */
const MOST_OTHERS = 4;
/** On a machine with more processes even listing them costs too much to do it for every case. */
const MOST_LISTED = 1500;

let load: number | null | undefined;
const SPACE = 0x20;
const line: Buffer = Buffer.allocUnsafe(128);

/** The number that was given to a process last: "0.00 0.00 0.00 running/all last". Undefined where nobody says. */
export function lastNumber(): number | undefined {
  if (load === undefined) {
    try {
      load = statfsSync('/proc/loadavg').type === PROC_MAGIC ? openSync('/proc/loadavg', 'r') : null;
    } catch {
      load = null;
    }
  }
  if (load === null) return undefined;
  // From its beginning: the file stays open, and is written anew for each reader.
  const end = readSync(load, line, 0, line.length, 0);
  const text = line.toString('latin1', line.lastIndexOf(SPACE, end - 1) + 1, end);
  // Systems that only look like Linux say 0.
  return Number(text) || undefined;
}

/** Numbers of the threads of a process; none when it is gone. */
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/**
 * Numbers above `leader` that somebody has, tried one by one; undefined where they are too many for that. Threads have
 * numbers, too: those of `others`, processes that are known, are left out.
 */
function taken(leader: number, others: ReadonlySet<number>): readonly string[] | undefined {
  const found: string[] = [];
  let known: ReadonlySet<string> | undefined;
  let tried = leader;
  for (let last = lastNumber(); ; ) {
    if (last === undefined || last < leader || last - leader > MOST_TRIED) return undefined;
    if (last === tried) return found;
    if (known === undefined && last - tried > FEW && others.size <= MOST_OTHERS) {
      known = new Set([...others].flatMap(threadsOf));
    }
    while (tried < last) {
      tried += 1;
      const pid = String(tried);
      if (known?.has(pid) === true || others.has(tried) || !existsSync(`/proc/${pid}`)) continue;
      found.push(pid);
      if (found.length > MOST_TAKEN) return undefined;
    }
    // Who was found gone may have started another one before he went.
    last = lastNumber();
  }
}

/** Those who may have been started after a process. */
export interface Younger {
  readonly pids: readonly string[];
  /** Whether this number may be that of such a process, also of one that has gone. */
  covers(number: number): boolean;
}

/** Nobody starts more processes than this. */
const MOST_STARTED_PER_MS = 50;
let lapMs: number | undefined;

/** How long it takes at least until numbers that began anew have come round to where they were. */
function leastLapMs(): number {
  if (lapMs === undefined) {
    try {
      lapMs = Number(readFileSync('/proc/sys/kernel/pid_max', 'latin1')) / MOST_STARTED_PER_MS;
    } catch {
      lapMs = 0;
    }
  }
  return lapMs;
}

/**
 * Who may have been started after `leader`, which was started `ranMs` ago, without `others`; undefined where that can't be told
 * cheaply, or not for certain. Numbers begin anew when the system has given out the last of them; where they may have come
 * round, anybody may be younger, and a look at all of them costs little beside the time that it took.
 */
export function younger(leader: number, others: ReadonlySet<number>, ranMs: number): Younger | undefined {
  if (process.platform !== 'linux') return undefined;
  if (ranMs > leastLapMs()) return { pids: listedPids(), covers: () => true };
  const few = taken(leader, others);
  if (few !== undefined) return { pids: few, covers: (number) => number >= leader };
  if (lastNumber() === undefined && leader < process.pid) return undefined;
  const listed = listedPids();
  if (listed.length > MOST_LISTED) return undefined;
  // Read again, so that it is not older than the list.
  const end = lastNumber();
  // Once numbers have begun anew, high ones belong to those who have been here all the time.
  const covers = (number: number): boolean =>
    end === undefined
      ? number >= leader
      : end < leader
        ? number >= leader || number <= end
        : number >= leader && number <= end;
  return { pids: listed.filter((pid) => Number(pid) !== leader && covers(Number(pid))), covers };
}

function listedPids(): readonly string[] {
  return readdirSync('/proc').filter((name) => Number(name) > 0);
}
