import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { KNOWLEDGE } from '../../harness/cli/knowledge.ts';
import type { Case } from '../../harness/model/case.ts';
import type { JsonObject } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import { Engine } from '../../harness/process/engine.ts';
import { buildSubject } from '../../harness/report/build.ts';
import type { CaseResult } from '../../harness/report/case-result.ts';
import type { ConfigSubject } from '../../harness/run/config.ts';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { resolveLaunches } from '../../harness/run/launches.ts';
import { holdInputs } from '../../harness/run/own-inputs.ts';
import {
  editionRun,
  judgeCase,
  type PlannedEdition,
  type PlannedSubject,
  planSubject,
} from '../../harness/run/run-subject.ts';
import { resolveSubject, type SubjectOverrides } from '../../harness/run/subject.ts';
import { anyGlob } from '../../harness/text/glob.ts';
import type { SubjectReport } from '../../types/generated/report.ts';
import { caseName } from './tell.ts';

/** Nobody interrupts a hunt. */
export const never: AbortSignal = new AbortController().signal;
setMaxListeners(0, never);
const EVERYTHING = { only: [], skip: [], shard: null } as const;

/** One case of one edition. */
export interface Wanted {
  readonly edition: PlannedEdition;
  readonly testCase: Case;
}

/** Its name in the kill matrix. */
export function nameOf({ edition, testCase }: Wanted): string {
  return caseName(edition.edition, testCase.id);
}

/** The same items in an order in which any first few are spread over the whole: neighbours in a plan tell much the same. */
function spread<Item>(items: readonly Item[]): Item[] {
  const golden = (Math.sqrt(5) - 1) / 2;
  return items
    .map((item, index) => ({ item, at: (index * golden) % 1 }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/**
 * One reference subject, planned once for all the mutants of it: they differ in a program's text and in nothing that a plan
 * rests on. What the unchanged program does in a case is kept, so that it runs each case once however many mutants ask.
 */
export class Field {
  readonly planned: PlannedSubject;
  readonly #entry: JsonObject;
  readonly #root: string;
  readonly #engine = new Engine({ project: null });
  readonly #reference = new Map<string, Promise<CaseResult>>();
  /** Cases whose inputs keep our own schemas. */
  readonly #held = new WeakSet<Case>();

  private constructor(root: string, entry: JsonObject, planned: PlannedSubject) {
    this.#root = root;
    this.#entry = entry;
    this.planned = planned;
  }

  static async of(root: string, entry: JsonObject, overrides: SubjectOverrides, runs: number): Promise<Field> {
    const config = entry as unknown as ConfigSubject;
    const { subject, suite } = await resolveSubject(config, entry, {}, overrides, KNOWLEDGE);
    const settings = { ...EVERYTHING, seed: 42, runs, allEvents: false };
    return new Field(root, entry, planSubject(subject, suite, await loadCorpus(subject.vendors), settings));
  }

  #all(): Wanted[] {
    return this.planned.editions.flatMap((edition) => edition.plan.cases.map((testCase) => ({ edition, testCase })));
  }

  /** Most of its cases wait for what a subject sends late: they take time and no processor. */
  get waits(): boolean {
    const all = this.#all();
    return all.filter(({ testCase }) => testCase.lingerMs > 0).length * 2 > all.length;
  }

  /** The cases that decide one of these requirements (globs), any first few of them spread over the plan. */
  deciding(requirements: readonly string[]): Wanted[] {
    const wanted = anyGlob(requirements);
    return spread(this.#all().filter(({ testCase }) => testCase.requirements.some((id) => wanted(id))));
  }

  /** The cases of these names, as far as there are any. */
  named(names: ReadonlySet<string>): Wanted[] {
    return this.#all().filter((one) => names.has(nameOf(one)));
  }

  /** So many cases, spread evenly over the plan and always the same ones. */
  sample(size: number): Wanted[] {
    const all = this.#all();
    if (size <= 0) return [];
    const step = Math.max(1, all.length / Math.min(size, all.length));
    return Array.from({ length: Math.min(size, all.length) }, (_, index) => all[Math.floor(index * step)]).filter(
      (one) => one !== undefined,
    );
  }

  /**
   * What the program in `folder` shows of itself in a case; null: the unchanged program.
   * @throws OwnFault where the case's input breaks a schema that it keeps by plan: no fault of ours may count as the program's.
   */
  async observation({ testCase }: Wanted, folder: string | null): Promise<Observation> {
    const { subject } = this.planned;
    if (!this.#held.has(testCase)) await holdInputs([testCase]);
    this.#held.add(testCase);
    const launches = resolveLaunches(
      subject,
      this.#entry as unknown as ConfigSubject,
      folder ?? join(this.#root, 'reference'),
      process.env['PATH'] ?? '',
    );
    const launch = (command: string | undefined) => {
      const found = launches.get(command ?? '');
      if (found === undefined) throw new Error(`${subject.name} has no command "${command ?? ''}"`);
      return found;
    };
    return await this.#engine.runCase(testCase, launch, never);
  }

  judged({ edition, testCase }: Wanted, observation: Observation): CaseResult {
    return judgeCase(this.planned.suite, testCase, observation, edition, false);
  }

  async #run(one: Wanted, folder: string | null): Promise<CaseResult> {
    return this.judged(one, await this.observation(one, folder));
  }

  /** What the program in `folder` does in a case; null: the unchanged program, which is asked once a case. */
  result(one: Wanted, folder: string | null): Promise<CaseResult> {
    if (folder !== null) return this.#run(one, folder);
    const key = nameOf(one);
    const known = this.#reference.get(key);
    if (known !== undefined) return known;
    const fresh = this.#run(one, null);
    this.#reference.set(key, fresh);
    return fresh;
  }

  /** The report of these results, as if the plan had no other cases. */
  report(results: readonly CaseResult[]): SubjectReport {
    const { subject, suite } = this.planned;
    return buildSubject({
      subject,
      suite,
      editions: this.planned.editions.map((edition) =>
        editionRun(
          edition,
          suite,
          results.filter((result) => result.edition === edition.edition),
        ),
      ),
      unusable: null,
      complete: true,
      leftOut: new Map(),
      repro: (id) => id,
      rerun: (id) => id,
    });
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }
}
