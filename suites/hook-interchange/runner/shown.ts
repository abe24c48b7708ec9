import type { JsonValue } from '../../../harness/model/json.ts';
import { type Probe, probePath } from '../../../harness/probes/probe.ts';

/** What a person needs to see of a runner's case: the manifest, what each hook does when it runs, and the job on stdin. */

const LONGEST = 2000;

function does(probe: Probe): string {
  const parts = [
    probe.sleepMs === undefined ? '' : `takes ${probe.sleepMs / 1000} s`,
    probe.closesInput === true ? 'reads nothing' : '',
    probe.ignoresTerm === true ? 'ignores SIGTERM' : '',
    probe.stdout === undefined || probe.stdout === '' ? '' : `prints ${JSON.stringify(probe.stdout)}`,
    probe.stderr === undefined || probe.stderr === '' ? '' : `says ${JSON.stringify(probe.stderr)} on stderr`,
    probe.kill === undefined ? `exits ${probe.exit ?? 0}` : `ends itself with SIG${probe.kill}`,
  ].filter((part) => part !== '');
  return `${probePath(probe)} ${parts.join(', ')}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

export function shownJob(path: string, manifest: string, probes: readonly Probe[], job: JsonValue): string {
  const named = probes.filter((probe) => manifest.includes(probe.name));
  return [`${path}: ${shortened(manifest)}`, ...named.map(does), `stdin: ${shortened(JSON.stringify(job))}`].join('; ');
}
