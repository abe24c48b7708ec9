import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../harness/model/json.ts';
import type { CaseResult } from '../../harness/report/case-result.ts';
import { inOrder } from '../../harness/run/pool.ts';
import { Field, nameOf, never, type Wanted } from './field.ts';
import { type Fate, fateOf } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { plant, subjectNamed } from './plant.ts';
import { shownBy, tells } from './tell.ts';

export interface HuntOptions {
  readonly concurrency: number;
  /** How many cases beside those of the declared requirements show whether anything else fires; infinite: all of them. */
  readonly sample: (mutant: Mutant) => number;
  /** Names of the cases that showed it the last time: they are run first. */
  readonly known?: (mutant: Mutant) => readonly string[];
  readonly onFate?: (fate: Fate) => void;
}

/** Most fields have one mutant: one at a time would leave processors idle. */
const FIELDS_AT_ONCE = 2;
const SLEEPERS_AT_ONCE = 16;

/**
 * A converter's faults are met by its own cases; of the generated round trips a sample is enough here. Generated events only
 * give notices of a hook, which kill no mutant; an emitter's faults show on the corpus.
 */
function runsFor(role: unknown): number {
  if (role === 'hook') return 5;
  if (role === 'emitter') return 4;
  return role === 'converter' ? 12 : 100;
}

/** What decides a plan: mutants that agree in it share a field. */
export function fieldOf(
  root: string,
  mutant: Pick<Mutant, 'subject' | 'with' | 'only' | 'sleeps'>,
): { key: string; make: () => Promise<Field> } {
  const entry = { ...subjectNamed(root, mutant.subject), ...mutant.with } as JsonObject;
  const { vendor, event, edition, failOnLeak } = mutant.only;
  const overrides = {
    ...(vendor === undefined ? {} : { vendors: vendor }),
    ...(event === undefined ? {} : { events: event }),
    ...(edition === undefined ? {} : { editions: edition }),
    ...(failOnLeak === undefined ? {} : { failOnLeak }),
  };
  return {
    key: JSON.stringify([entry, mutant.only, mutant.sleeps]),
    make: () => Field.of(root, entry, overrides, runsFor(entry['role'])),
  };
}

/** Mutants of one field. */
interface Group {
  readonly make: () => Promise<Field>;
  readonly mutants: Mutant[];
}

/** What one mutant was put to, and what it and the unchanged program did. */
class Trial {
  readonly #mutant: Mutant;
  readonly #field: Field;
  readonly #place: string;
  readonly #names = new Set<string>();
  readonly #reference: CaseResult[] = [];
  readonly #mutated: CaseResult[] = [];

  constructor(mutant: Mutant, field: Field, place: string) {
    this.#mutant = mutant;
    this.#field = field;
    this.#place = place;
  }

  async run(cases: readonly Wanted[]): Promise<void> {
    for (const one of cases) {
      const name = nameOf(one);
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      this.#reference.push(await this.#field.result(one, null));
      this.#mutated.push(await this.#field.result(one, this.#place));
    }
  }

  judge(): Omit<Fate, 'cases' | 'shown'> {
    return fateOf(this.#mutant, this.#field.report(this.#reference), this.#field.report(this.#mutated));
  }

  /** The fate when all is done. */
  fate(): Fate {
    const judged = this.judge();
    const shown =
      judged.status === 'killed' ? shownBy(this.#field.report(this.#mutated), this.#mutated, judged.by) : [];
    return { ...judged, cases: this.#mutated.length, shown };
  }
}

/** Of these cases first those in which the unchanged program meets a declared requirement, then all others. */
async function* tellingFirst(mutant: Mutant, field: Field, cases: readonly Wanted[]): AsyncGenerator<Wanted> {
  const silent: Wanted[] = [];
  for (const one of cases) {
    if (tells(await field.result(one, null), mutant.kills)) yield one;
    else silent.push(one);
  }
  yield* silent;
}

async function hunted(mutant: Mutant, trial: Trial, field: Field, options: HuntOptions): Promise<void> {
  const own = field.deciding([...mutant.kills, ...mutant.runs]);
  const sample = options.sample(mutant);
  if (!Number.isFinite(sample)) {
    await trial.run([...own, ...field.sample(sample)]);
    return;
  }
  const known = new Set(options.known?.(mutant) ?? []);
  if (known.size > 0) await trial.run(field.named(known));
  // Hundreds of cases may look at one rule: what has been reported needs no further ones.
  if (trial.judge().status !== 'killed') {
    let batch: Wanted[] = [];
    let size = mutant.sleeps ? 1 : 2;
    for await (const one of tellingFirst(mutant, field, own)) {
      batch.push(one);
      if (batch.length < size) continue;
      await trial.run(batch);
      batch = [];
      size *= 2;
      if (trial.judge().status === 'killed') break;
    }
    await trial.run(batch);
  }
  await trial.run(field.sample(sample));
}

async function fate(root: string, mutant: Mutant, field: Field, options: HuntOptions): Promise<Fate> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
  try {
    const trial = new Trial(mutant, field, await plant(root, mutant, folder));
    await hunted(mutant, trial, field, options);
    return trial.fate();
  } catch (error) {
    return {
      mutant: mutant.id,
      status: 'broken',
      by: [],
      missed: mutant.kills,
      wrongly: [],
      beside: [],
      cases: 0,
      shown: [],
      note: (error as Error).message,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Plants every mutant, runs the suite over it and over the unchanged program, and says what became of each. */
export async function hunt(root: string, mutants: readonly Mutant[], options: HuntOptions): Promise<Fate[]> {
  const groups = new Map<string, Group>();
  for (const mutant of mutants) {
    const { key, make } = fieldOf(root, mutant);
    const group = groups.get(key) ?? { make, mutants: [] };
    group.mutants.push(mutant);
    groups.set(key, group);
  }
  const fates = new Map<string, Fate>();
  const among = (sleeps: boolean): [Group, number][] =>
    [...groups.values()]
      .filter((group) => group.mutants.some((mutant) => (mutant.sleeps === true) === sleeps))
      .map((group) => [group, sleeps ? SLEEPERS_AT_ONCE : options.concurrency]);
  const run = async (fields: ReturnType<typeof among>, atOnce: number): Promise<void> => {
    await inOrder(fields, atOnce, never, async ([group, lanes]) => {
      const field = await group.make();
      try {
        await inOrder(group.mutants, field.waits ? lanes * 4 : lanes, never, async (mutant) => {
          const one = await fate(root, mutant, field, options);
          fates.set(mutant.id, one);
          options.onFate?.(one);
        });
      } finally {
        await field.close();
      }
    });
  };
  // Those that sleep cost nothing beside the others. Of the others few fields at once: plans and results are large.
  await Promise.all([run(among(true), SLEEPERS_AT_ONCE), run(among(false), FIELDS_AT_ONCE)]);
  return mutants.flatMap(({ id }) => fates.get(id) ?? []);
}

/** The root of the repository, from anywhere in scripts/. */
export function repositoryRoot(): string {
  const root = join(import.meta.dirname, '../..');
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return root;
}
