/**
 * A test runner of Stryker: the "tests" are recorded runs of programs, most of them with a fault, and one fails where the
 * mutated judge says otherwise of it than the judge as it is. Every mutation is judged by a fresh instance of the code, so
 * that no table filled under one of them is left to the next.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
import type { SuiteEntry } from '../../harness/run/subject.ts';
import { freshJudges } from './fresh.ts';
import type { RecordedField } from './recorded.ts';
import { differenceOf, type Replay, replaysOf, suiteOf, toldOf } from './replay.ts';

/** What `npm run measure` tells the runner, in the environment variable HOOKCONF_REPLAY. */
export interface ReplaySettings {
  /** The repository: Stryker runs its tests in a copy that holds little more than the mutated code. */
  readonly root: string;
  /** Recorded runs, by subject. */
  readonly recorded: Readonly<Record<string, string>>;
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
  if (all.length === 0) throw new Error('there is nothing to replay, so that no mutation could be noticed');
  return all;
}

/** See above; Stryker makes one in each of its processes. */
export class ReplayRunner implements TestRunner {
  static readonly inject: [] = [];
  #fresh: () => readonly SuiteEntry[] = () => [];
  #replays: readonly Replay[] = [];
  #root = '';
  #before: readonly (readonly string[])[] = [];
  /** How many mutations a replay has noticed: those that notice much come first. */
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
    this.#root = settings.root;
    this.#fresh = await freshJudges(process.cwd(), settings.root, settings.folders);
    this.#replays = await load(settings);
    const file = join(process.cwd(), BEFORE);
    if (existsSync(file)) {
      this.#before = JSON.parse(readFileSync(file, 'utf8')) as string[][];
      return;
    }
    const before: (readonly string[])[] = [];
    for (const replay of this.#replays) before.push(await toldOf(this.#fresh(), replay));
    this.#before = before;
    writeFileSync(file, JSON.stringify(before));
  }

  /** Judges one recorded run anew. */
  async #test(index: number, suites: readonly SuiteEntry[]): Promise<TestResult> {
    const [replay, before] = [this.#replays[index], this.#before[index]];
    const began = performance.now();
    const difference =
      replay === undefined || before === undefined ? 'was not recorded' : await differenceOf(suites, replay, before);
    const result = { id: String(index), name: replay?.name ?? '', timeSpentMs: performance.now() - began };
    return difference === undefined
      ? { ...result, status: TestStatus.Success }
      : { ...result, status: TestStatus.Failed, failureMessage: difference };
  }

  async dryRun(): Promise<DryRunResult> {
    const code = this.#code;
    code.mutantCoverage = { static: {}, perTest: {} };
    const tests: TestResult[] = [];
    for (const index of this.#replays.keys()) {
      // Nothing that was filled for an earlier one may hide what this one needs.
      delete code.currentTestId;
      const suites = this.#fresh();
      code.currentTestId = String(index);
      tests.push(await this.#test(index, suites));
    }
    const { perTest } = code.mutantCoverage;
    const judged = new Set(Object.values(perTest).flatMap((covered) => Object.keys(covered)));
    await this.#plan();
    const planned = Object.keys(perTest[PLANNING] ?? {}).filter((id) => !judged.has(id));
    delete perTest[PLANNING];
    writeFileSync(join(this.#root, PLANNED), JSON.stringify(planned));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: code.mutantCoverage };
  }

  /** Plans what was recorded: code that runs then, and in no judgement, judges nothing. */
  async #plan(): Promise<void> {
    const planned = new Map(this.#replays.map((replay) => [`${replay.spec} ${replay.role}`, replay]));
    for (const replay of planned.values()) {
      delete this.#code.currentTestId;
      const suite = await suiteOf(this.#fresh(), replay);
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
    const all = options.testFilter?.map(Number) ?? [...this.#replays.keys()];
    const count = (index: number): number => this.#noticed.get(index) ?? 0;
    const tests: TestResult[] = [];
    const suites = this.#fresh();
    for (const index of all.sort((a, b) => count(b) - count(a))) {
      const result = await this.#test(index, suites);
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
