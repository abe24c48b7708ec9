import { createHash } from 'node:crypto';
import type { Case } from '../model/case.ts';
import type { Observation } from '../model/observation.ts';

/** What of an observation has to be the same every time: ends, answers and files; never times, process ids or paths. */
export function fingerprint({ spawns, files, requests, survivors, tree, fault }: Observation): string {
  const text = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(tree.root, '<tree>');
  const seen = {
    spawns: spawns.map(({ end, stdout, stderr, http }) => ({
      end,
      stdout: text(stdout.bytes),
      stderr: text(stderr.bytes),
      status: http?.status,
    })),
    files: files.map(({ area, path, change, bytes }) => ({ area, path, change, content: text(bytes) })),
    requests: requests.map(({ method, url, body }) => ({ method, url, body: text(body.bytes) })),
    survivors: survivors.map(({ command }) => command).sort(),
    fault,
  };
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex');
}

/** What running a case again showed. */
export interface Again {
  readonly runs: number;
  /** Different results among the runs, as `same` tells them apart; 1 where it is steady. */
  readonly different: number;
}

/**
 * Runs a case again to tell what a subject does from what it happened to do. `same` says what counts as one result: the
 * verdict of a judge, or {@link fingerprint} where a subject has no reason to say anything new.
 */
export async function runAgain(
  testCase: Case,
  runs: number,
  observe: (testCase: Case) => Promise<Observation>,
  same: (observation: Observation) => string = fingerprint,
): Promise<Again> {
  const results = new Set<string>();
  // One after the other: a busy machine is itself a reason to answer differently.
  for (let run = 0; run < runs; run++) results.add(same(await observe(testCase)));
  return { runs, different: results.size };
}
