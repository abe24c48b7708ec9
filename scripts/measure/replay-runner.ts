/**
 * A test runner of Stryker. Its tests are recorded runs of programs, most of them with a fault: one fails where the mutated
 * judge says otherwise of it than the judge as it is. Beside them there are unit tests such as start no process. Every mutation is judged by a fresh instance of the code, so
 * that no table filled under one of them is left to the next.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize } from 'node:v8';
import type { InstrumenterContext } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { loadCorpus } from '../../harness/run/corpus.ts';
import { freshJudges, type Instance } from './fresh.ts';
import type { RecordedField } from './recorded.ts';
import { differenceOf, type Replay, replaysOf, suiteOf, toldOf } from './replay.ts';
import type { Declared } from './unit-tests.ts';

/** What `npm run measure` tells the runner, in the environment variable HOOKCONF_REPLAY. */
export interface ReplaySettings {
  /** The repository: Stryker runs its tests in a copy that holds little more than the mutated code. */
  readonly root: string;
  /** Recorded runs, by subject. */
  readonly recorded: Readonly<Record<string, string>>;
  /** Files of tests that start no process. */
  readonly tests: readonly string[];
  /** Folders whose code is bundled anew for each mutation. */
  readonly folders: readonly string[];
}

/** Ids of mutations in code that only plans, written beside Stryker's report. */
export const PLANNED = 'reports/stryker/planned.json';
const PLANNING = 'planning';
/** Cases that are put to the code that makes them smaller. */
const MOST_SIMPLER = 200;

/** Written by the first process in its copy of the code: what the judges say as they are. */
const BEFORE = '.hookconf-before.json';

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}

async function load({ recorded }: ReplaySettings): Promise<Replay[]> {
  const all: Replay[] = [];
  for (const [subject, file] of Object.entries(recorded)) {
    for (const field of frozen(deserialize(readFileSync(file)) as readonly RecordedField[])) {
      const corpus = await loadCorpus(field.vendors);
      const contexts = Object.entries(field.contexts).map(([edition, context]) => [edition, { ...context, corpus }]);
      all.push(...replaysOf(subject, field, Object.fromEntries(contexts)));
    }
  }
  return all;
}

/** What may notice a mutation. */
type Trial =
  | { readonly kind: 'replay'; readonly replay: Replay; readonly before: readonly string[] }
  | { readonly kind: 'test'; readonly file: string; readonly index: number };

async function failureOf(test: () => Declared | undefined): Promise<string | undefined> {
  try {
    const declared = test();
    if (declared === undefined) return 'is not declared';
    await declared.run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** See above; Stryker makes one in each of its processes. */
export class ReplayRunner implements TestRunner {
  static readonly inject: [] = [];
  #root = '';
  #fresh: () => Instance = () => ({ suites: [], tests: () => [] });
  #trials: readonly Trial[] = [];
  /** How many mutations a trial has noticed: those that notice much come first. */
  readonly #noticed = new Map<number, number>();

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  get #code(): InstrumenterContext {
    const globals = globalThis as { __stryker__?: InstrumenterContext };
    globals.__stryker__ ??= {};
    return globals.__stryker__;
  }

  async init(): Promise<void> {
    const settings = JSON.parse(process.env['HOOKCONF_REPLAY'] ?? '{}') as ReplaySettings;
    const { root, folders, tests } = settings;
    this.#root = root;
    this.#fresh = await freshJudges(process.cwd(), root, folders, tests);
    const replays = await load(settings);
    const file = join(process.cwd(), BEFORE);
    if (replays.length > 0 && !existsSync(file)) {
      const before: (readonly string[])[] = [];
      for (const replay of replays) before.push(await toldOf(this.#fresh().suites, replay));
      writeFileSync(file, JSON.stringify(before));
    }
    const before = replays.length > 0 ? (JSON.parse(readFileSync(file, 'utf8')) as string[][]) : [];
    const { tests: declared } = this.#fresh();
    this.#trials = [
      ...replays.map((replay, index): Trial => ({ kind: 'replay', replay, before: before[index] ?? [] })),
      ...tests.flatMap((name) => declared(name).map((_, index): Trial => ({ kind: 'test', file: name, index }))),
    ];
    if (this.#trials.length === 0)
      throw new Error('there is nothing to replay or to test: no mutation could be noticed');
  }

  /** Puts one recorded run, or one test, to the code as it is. */
  async #try(index: number, { suites, tests }: Instance): Promise<TestResult> {
    const trial = this.#trials[index];
    if (trial === undefined) throw new Error(`there is no trial ${index}`);
    const began = performance.now();
    const difference =
      trial.kind === 'replay'
        ? await differenceOf(suites, trial.replay, trial.before)
        : await failureOf(() => tests(trial.file)[trial.index]);
    const name = trial.kind === 'replay' ? trial.replay.name : `${trial.file} ${trial.index}`;
    const result = { id: String(index), name, timeSpentMs: performance.now() - began };
    return difference === undefined
      ? { ...result, status: TestStatus.Success }
      : { ...result, status: TestStatus.Failed, failureMessage: difference };
  }

  async dryRun(): Promise<DryRunResult> {
    const code = this.#code;
    code.mutantCoverage = { static: {}, perTest: {} };
    const tests: TestResult[] = [];
    for (const index of this.#trials.keys()) {
      // Nothing that was filled for an earlier one may hide what this one needs.
      delete code.currentTestId;
      const instance = this.#fresh();
      code.currentTestId = String(index);
      tests.push(await this.#try(index, instance));
    }
    const { perTest } = code.mutantCoverage;
    const judged = new Set(Object.values(perTest).flatMap((covered) => Object.keys(covered)));
    await this.#plan();
    const planned = Object.keys(perTest[PLANNING] ?? {}).filter((id) => !judged.has(id));
    delete perTest[PLANNING];
    const file = join(this.#root, PLANNED);
    // Where nothing was ever recorded there is no such folder.
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(planned));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: code.mutantCoverage };
  }

  /** Plans what was recorded: code that runs then, and in no judgement, judges nothing. */
  async #plan(): Promise<void> {
    const replays = this.#trials.flatMap((trial) => (trial.kind === 'replay' ? [trial.replay] : []));
    const planned = new Map(replays.map((replay) => [`${replay.spec} ${replay.role}`, replay]));
    for (const replay of planned.values()) {
      delete this.#code.currentTestId;
      const suite = await suiteOf(this.#fresh().suites, replay);
      this.#code.currentTestId = PLANNING;
      for (const context of Object.values(replay.contexts)) {
        suite.requirements(replay.role, context.edition, context.subject);
        for (const one of suite.plan(context).cases.slice(0, MOST_SIMPLER)) suite.simpler?.(one, context);
      }
    }
    delete this.#code.currentTestId;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const code = this.#code;
    code.activeMutant = options.activeMutant.id;
    delete code.hitCount;
    if (options.hitLimit !== undefined) Object.assign(code, { hitCount: 0, hitLimit: options.hitLimit });
    const all = options.testFilter?.map(Number) ?? [...this.#trials.keys()];
    const count = (index: number): number => this.#noticed.get(index) ?? 0;
    const tests: TestResult[] = [];
    const instance = this.#fresh();
    for (const index of all.sort((a, b) => count(b) - count(a))) {
      const result = await this.#try(index, instance);
      const endless = determineHitLimitReached(code.hitCount, options.hitLimit);
      if (endless !== undefined) return toMutantRunResult(endless);
      tests.push(result);
      if (result.status !== TestStatus.Failed) continue;
      this.#noticed.set(index, count(index) + 1);
      break;
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests });
  }
}

export const strykerPlugins: readonly unknown[] = [declareClassPlugin(PluginKind.TestRunner, 'replay', ReplayRunner)];
