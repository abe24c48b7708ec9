import { existsSync, openSync, readdirSync, readSync, statfsSync } from 'node:fs';
import { processOf, type TreeProcess } from './survivors.ts';

/** The kernel's own /proc, and not a file that somebody has put over one of its files (containers do that). */
const PROC_MAGIC = 0x9fa0;
/** So many numbers are tried one by one; listing all processes is cheaper for more. */
const MOST_TRIED = 48;
/** A living thread has a number, too: where more than so many numbers are taken, a listing tells who is a process. */
const MOST_TAKEN = 3;
/** On a machine with more processes even listing them costs too much to do it for every case. */
const MOST_LISTED = 1500;

let load: number | null | undefined;
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
  const text = line.toString('latin1', 0, readSync(load, line, 0, line.length, 0));
  // Systems that only look like Linux say 0.
  return Number(text.slice(text.lastIndexOf(' ') + 1)) || undefined;
}

/**
 * Numbers that may be those of processes that were started after `leader`; undefined where that can't be told cheaply, or
 * not for certain. Numbers begin anew when the system has given out the last of them.
 */
function younger(leader: number): readonly string[] | undefined {
  const last = lastNumber();
  if (last !== undefined && last >= leader && last - leader <= MOST_TRIED) {
    const taken: string[] = [];
    for (let pid = leader + 1; pid <= last; pid++) if (existsSync(`/proc/${pid}`)) taken.push(String(pid));
    if (taken.length <= MOST_TAKEN) return taken;
  }
  if (last === undefined && leader < process.pid) return undefined;
  const listed = readdirSync('/proc');
  if (listed.length > MOST_LISTED) return undefined;
  // Read again, so that it is not older than the list.
  const end = lastNumber();
  if (end === undefined) return listed.filter((pid) => Number(pid) > leader);
  // Once numbers have begun anew, high ones belong to those who have been here all the time.
  const [after, before] = [(pid: string) => Number(pid) > leader, (pid: string) => Number(pid) <= end];
  return listed.filter(end < leader ? (pid) => after(pid) || before(pid) : (pid) => after(pid) && before(pid));
}

/** True where for certain no process was started after `leader` by anybody: one short read, and no question about its group. */
export function nobodySince(leader: number): boolean {
  return process.platform === 'linux' && lastNumber() === leader;
}

/**
 * Processes of a private tree among those that were started after `leader`, which are few: most often none, and then one
 * short read says so. Undefined where that can't be told cheaply, or not for certain.
 */
export function youngerProcessesOf(folder: string, leader: number): readonly TreeProcess[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const marker = Buffer.from(`TMPDIR=${folder}/`);
  return younger(leader)?.flatMap((pid) => processOf(folder, marker, pid) ?? []);
}
