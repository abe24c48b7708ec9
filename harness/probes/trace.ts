import type { FileObservation } from '../model/observation.ts';
import { TRACE_FOLDER } from './probe.ts';

/** One execution of a probe. */
export interface ProbeRun {
  readonly probe: string;
  readonly args: readonly string[];
  /** Working directory relative to the project: `.` for the project itself, `..` and so on for places outside. */
  readonly cwd: string;
  /** The variables that it was told to write down, as far as they were set. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** Its input was never closed. */
  readonly inputLeftOpen: boolean;
  /** It came to its end by itself. */
  readonly ended: boolean;
  /** Marks that it, or the child that it started, left at ten a second. */
  readonly beats: number;
  readonly childBeats: number;
}

export interface Trace {
  /** In the order in which they started. */
  readonly runs: readonly ProbeRun[];
  /** Starts and ends of the runs above, by index, in the order in which they happened. */
  readonly order: readonly { readonly what: 'start' | 'end'; readonly run: number }[];
}

function relative(root: string, cwd: string): string {
  if (cwd === root) return '.';
  if (cwd.startsWith(`${root}/`)) return cwd.slice(root.length + 1);
  return root.startsWith(`${cwd}/`) ? '..' : '../elsewhere';
}

/** What the probes of a case wrote down, from the files that the case changed. */
export function readTrace(files: readonly FileObservation[]): Trace {
  const marks = new Map(
    files
      .filter((file) => file.area === 'project' && file.path.startsWith(`${TRACE_FOLDER}/`))
      .map((file) => [file.path.slice(TRACE_FOLDER.length + 1), file.bytes.toString('utf8')]),
  );
  const ids: string[] = [];
  const order: { what: 'start' | 'end'; run: number }[] = [];
  for (const line of (marks.get('log') ?? '').split('\n')) {
    const [what, probe, pid] = line.split(' ');
    if ((what !== 'start' && what !== 'end') || probe === undefined || pid === undefined) continue;
    const id = `${probe}.${pid}`;
    if (what === 'start') ids.push(id);
    const run = ids.lastIndexOf(id);
    if (run >= 0) order.push({ what, run });
  }
  const runs = ids.map((id, run): ProbeRun => {
    const mark = (suffix: string): string | undefined => marks.get(`${id}.${suffix}`);
    const [root = '', cwd = ''] = (mark('cwd') ?? '').split('\n');
    const variables = [...marks]
      .filter(([name]) => name.startsWith(`${id}.env.`))
      .map(([name, value]) => [name.slice(`${id}.env.`.length), value] as const);
    return {
      probe: id.slice(0, id.lastIndexOf('.')),
      args: (mark('args') ?? '').split('\n').slice(0, -1),
      cwd: relative(root, cwd),
      env: Object.fromEntries(variables),
      stdin: mark('stdin') ?? '',
      inputLeftOpen: mark('open') !== undefined,
      ended: order.some((entry) => entry.what === 'end' && entry.run === run),
      beats: (mark('beat') ?? '').split('\n').length - 1,
      childBeats: (mark('childbeat') ?? '').split('\n').length - 1,
    };
  });
  return { runs, order };
}

/** The probe ran and never came to its own end: somebody ended it, or gave it up. */
export function wasCutShort({ runs }: Trace, probe: string): boolean {
  const own = runs.filter((run) => run.probe === probe);
  return own.length > 0 && own.every((run) => !run.ended);
}

/** Names of the probes that ran, in the order in which they started. */
export function probesThatRan(trace: Trace): readonly string[] {
  return trace.runs.map((run) => run.probe);
}
