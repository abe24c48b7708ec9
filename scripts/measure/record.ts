import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { build } from 'esbuild';
import type { CaseResult } from '../../harness/report/case-result.ts';
import { inOrder } from '../../harness/run/pool.ts';
import type { SubjectReport } from '../../types/generated/report.ts';
import { type Field, nameOf, never, type Wanted } from '../mutants/field.ts';
import { fieldOf } from '../mutants/hunt.ts';
import { fateOf } from '../mutants/judge.ts';
import { loadMutants, type Mutant } from '../mutants/mutant.ts';
import { plant, subjectNamed } from '../mutants/plant.ts';
import { programsDigest, specOf } from './digest.ts';
import { sha256 } from './ground.ts';
import type { RecordedField, RecordedRun, Seen } from './recorded.ts';
import { MATRIX, type Matrix, readResults } from './results.ts';

/** Cases beside those that show a fault, of all that could: what a judge says of a fault that it can't see is held, too. */
const BESIDE = 1;
/** Cases that are kept beside the one that tells. */
const FEW = 3;
/** Cases of each reference subject beside those in which a fault shows. */
const OTHERS = 100;

/** What was recorded; not checked in. */
const FOLDER = 'reports/stryker/recorded';

/** Gives what was kept under this digest, or makes and keeps it: a recording that was stopped goes on where it was. */
async function kept(root: string, run: RecordedRun, make: () => Promise<Seen[]>): Promise<RecordedRun> {
  const file = join(root, FOLDER, 'runs', `${run.digest.slice('sha256:'.length)}.bin`);
  if (existsSync(file)) return deserialize(readFileSync(file)) as RecordedRun;
  const fresh = { ...run, seen: await make() };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, serialize(fresh));
  return fresh;
}

/** Digest of what runs cases and says what it saw. */
async function engineDigest(root: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'harness/process/engine.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  return sha256(outputFiles.map(({ text }) => text).join(''));
}

/** One program, unchanged or with a fault, in some cases. */
async function seen(field: Field, cases: readonly Wanted[], folder: string | null): Promise<Seen[]> {
  const all: Seen[] = [];
  for (const one of cases) {
    const observation = await field.observation(one, folder);
    if (observation.fault !== undefined) throw new Error(`${nameOf(one)}: ${observation.fault}`);
    all.push({ edition: one.edition.edition, testCase: one.testCase, observation });
  }
  return all;
}

/**
 * Records a mutant in these cases, and in more of those that decide its requirements until it is reported as what it is: a
 * rule about a whole run blames no single case. Without that it would be held to a verdict that is not the right one, and
 * nothing is kept of it.
 */
async function faulty(root: string, field: Field, mutant: Mutant, cases: readonly Wanted[]): Promise<Seen[]> {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  try {
    const place = await plant(root, mutant, folder);
    const all: Seen[] = [];
    const reference: CaseResult[] = [];
    const judged: CaseResult[] = [];
    const more = once([...cases, ...field.deciding([...mutant.kills, ...mutant.runs])]);
    let next = 0;
    for (let size = cases.length; next < more.length; size = Math.max(4, size)) {
      const batch = more.slice(next, next + size);
      next += size;
      for (const one of batch) {
        const [found] = await seen(field, [one], place);
        if (found === undefined) continue;
        all.push(found);
        judged.push(field.judged(one, found.observation));
        reference.push(await field.result(one, null));
      }
      const killedBy = (wanted: (index: number) => boolean): boolean => {
        const part = (results: readonly CaseResult[]): SubjectReport =>
          field.report(results.filter((_, index) => wanted(index)));
        return fateOf(mutant, part(reference), part(judged)).status === 'killed';
      };
      if (killedBy(() => true)) {
        if (next <= cases.length) return all;
        // Of many cases that a rule about the whole run needed, often one alone tells.
        const alone = all.findIndex((_, at) => killedBy((index) => index === at));
        return alone < 0 ? all : all.filter((_, index) => index === alone || index < FEW);
      }
      size *= 2;
    }
    console.log(`${mutant.id}: not killed by ${next} cases, and not recorded`);
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Task {
  readonly fault: string | null;
  readonly digest: string;
  readonly run: () => Promise<Seen[]>;
}

/** Of these cases in order those that come first by name; each once. */
function once(cases: readonly Wanted[]): Wanted[] {
  return [...new Map(cases.map((one) => [nameOf(one), one])).values()];
}

/**
 * Records what a reference subject and its mutants do, as far as it is not known yet: each mutant in the cases that showed it,
 * the unchanged program in those and in others. Gives the file. Nothing is recorded of faults that wait for a vendor's limit.
 */
export async function record(root: string, subject: string): Promise<string> {
  const shown = new Map(readResults<Matrix>(root, MATRIX)?.mutants.map((entry) => [entry.mutant, entry.shown]));
  const file = join(root, FOLDER, `${subject}.bin`);
  const ground = [programsDigest(root, subject), await engineDigest(root)];
  const plain = fieldOf(root, { subject, with: {}, only: {} });
  const groups = new Map<string, { make: () => Promise<Field>; mutants: Mutant[] }>([
    [plain.key, { make: plain.make, mutants: [] }],
  ]);
  for (const mutant of loadMutants(root)) {
    if (mutant.subject !== subject || mutant.sleeps === true || !shown.has(mutant.id)) continue;
    const { key, make } = fieldOf(root, mutant);
    const group = groups.get(key) ?? { make, mutants: [] };
    group.mutants.push(mutant);
    groups.set(key, group);
  }
  const fields: RecordedField[] = [];
  for (const [key, { make, mutants }] of groups) {
    const field = await make();
    try {
      const digestOf = (what: unknown, cases: readonly Wanted[]): string =>
        sha256(serialize([ground, what, key, cases.map(({ testCase }) => testCase)]));
      const showing = new Set<string>();
      const tasks = mutants.map((mutant): Task => {
        const names = new Set(shown.get(mutant.id) ?? []);
        for (const name of names) showing.add(name);
        const cases = once([...field.named(names), ...field.deciding(mutant.kills).slice(0, BESIDE)]);
        const { says: _, ...declared } = mutant;
        return {
          fault: mutant.id,
          digest: digestOf(declared, cases),
          run: () => faulty(root, field, mutant, cases),
        };
      });
      const others = key === plain.key ? field.sample(OTHERS) : [];
      for (const one of once([...field.named(showing), ...others])) {
        const cases = [one];
        tasks.push({ fault: null, digest: digestOf(null, cases), run: () => seen(field, cases, null) });
      }
      const runs = await inOrder(tasks, availableParallelism(), never, async ({ fault, digest, run }) => {
        return await kept(root, { fault, digest, seen: [] }, run);
      });
      const { subject: described, editions } = field.planned;
      fields.push({
        spec: described.spec,
        role: described.role,
        vendors: described.vendors,
        contexts: Object.fromEntries(
          editions.map(({ edition, context: { corpus: _, ...context } }) => [edition, context]),
        ),
        runs: runs.flatMap((run) => (run === undefined || run.seen.length === 0 ? [] : [run])),
      });
    } finally {
      await field.close();
    }
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, serialize(fields));
  return file;
}

/** The reference subjects that a specification judges. */
export function subjectsOf(root: string, specs: readonly string[]): string[] {
  const { subjects } = JSON.parse(readFileSync(join(root, 'reference/hookconf.json'), 'utf8')) as {
    readonly subjects: readonly { readonly name: string }[];
  };
  const names = subjects.map(({ name }) => name);
  return names.filter((name) => specs.includes(specOf(subjectNamed(root, name))));
}
