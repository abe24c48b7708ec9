import { existsSync, openSync, readdirSync, readSync, statfsSync } from 'node:fs';

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

/**
 * Numbers that may be those of processes that were started after `leader`, and not those of `others`; undefined where that
 * can't be told cheaply, or not for certain. Numbers begin anew when the system has given out the last of them.
 */
export function younger(leader: number, others: ReadonlySet<number>): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const few = taken(leader, others);
  if (few !== undefined) return few;
  if (lastNumber() === undefined && leader < process.pid) return undefined;
  const listed = readdirSync('/proc');
  if (listed.length > MOST_LISTED) return undefined;
  // Read again, so that it is not older than the list.
  const end = lastNumber();
  if (end === undefined) return listed.filter((pid) => Number(pid) > leader);
  // Once numbers have begun anew, high ones belong to those who have been here all the time.
  const [after, before] = [(pid: string) => Number(pid) > leader, (pid: string) => Number(pid) <= end];
  return listed.filter(end < leader ? (pid) => after(pid) || before(pid) : (pid) => after(pid) && before(pid));
}
