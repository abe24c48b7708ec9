import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { OwnFault } from '../../harness/errors.ts';
import { breachOf } from '../../harness/validate/own.ts';
import type { Fate } from '../mutants/judge.ts';

/** When and where something was measured. */
export interface Measured {
  readonly schema: string;
  readonly hookconf: string;
  readonly date: string;
  readonly machine: { readonly cpus: number; readonly platform: string; readonly arch: string; readonly node: string };
  /** Over the digests of all entries. */
  readonly digest: string;
}

export interface MatrixEntry extends Fate {
  /** Of the mutant and everything that its fate rests on: an entry with another one is out of date. */
  readonly digest: string;
  /** So many other cases ran too, so that `wrongly` says something; null: all of them. */
  readonly sample: number | null;
}

/** The kill matrix: reports/mutants.json. */
export interface Matrix extends Measured {
  readonly mutants: readonly MatrixEntry[];
}

export const MATRIX = 'reports/mutants.json';
/** The report of the reference subjects, which `npm run reports` writes: cases and verdicts of every requirement. */
export const REFERENCE = 'reports/reference/report.json';

/**
 * Holds a file of results that has just been written to its schema: what a program will read is ours to keep right.
 * @throws OwnFault with the first place that breaks it.
 */
export async function holdResults(root: string, file: string, schema: string): Promise<void> {
  const breach = await breachOf(file, schema, readResults<unknown>(root, file));
  if (breach !== undefined) throw new OwnFault(breach);
}

export function readResults<T>(root: string, file: string): T | undefined {
  const path = join(root, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

/** When and where: the part of a result that no verdict rests on. */
export function measuredNow(root: string, schema: string, digest: string): Measured {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    schema,
    hookconf: version,
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cpus: availableParallelism(),
      platform: process.platform,
      arch: process.arch,
      node: process.versions.node,
    },
    digest,
  };
}

/** Writes results with one entry a line, so that a change shows as a line. */
export function writeResults(
  root: string,
  file: string,
  head: Measured,
  member: string,
  rows: readonly unknown[],
): void {
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  writeFileSync(join(root, file), `{\n${members.join('\n')}\n  ${JSON.stringify(member)}: [\n${lines}\n  ]\n}\n`);
}
