import type { Case, SpawnPlan } from '../model/case.ts';
import type { Observation } from '../model/observation.ts';
import { commandLine, type Launch } from './launch.ts';
import { isWorkerCase, type Worker } from './worker.ts';

type Open = (launch: Launch, placeholders: Readonly<Record<string, string>>, testCase: Case) => Worker;

/** Workers that live at once: a command that is told its event would else have one for each event of each vendor. */
const MOST_ALIVE = 8;
/** Between two looks for a worker that is no longer busy. */
const ROOM_MS = 5;
/** Answers that are lost in a row, before there was one, until a command is no longer taken for a worker. */
const MOST_SILENT = 2;

/** The workers of one subject: one for each command line and environment that its cases ask for. */
export class Workers {
  readonly #open: Open;
  readonly #alive = new Map<string, Worker>();
  #answers = 0;
  #silent = 0;

  constructor(open: Open) {
    this.#open = open;
  }

  /** Undefined for a case that needs a process of its own, and for every case of a command that never answers as a worker. */
  ask(testCase: Case, launch: Launch): Promise<Observation | undefined> | undefined {
    const [plan] = testCase.spawns;
    if (plan === undefined || launch.url !== undefined || !isWorkerCase(testCase)) return undefined;
    if (this.#answers === 0 && this.#silent >= MOST_SILENT) return undefined;
    return this.#ask(testCase, launch, plan);
  }

  /** Undefined for a case whose files can't lie beside those of the cases before it. */
  async #ask(testCase: Case, launch: Launch, plan: SpawnPlan): Promise<Observation | undefined> {
    const { file, args } = commandLine(launch, plan.placeholders, []);
    const key = JSON.stringify([file, args, Object.entries(plan.env).sort()]);
    while (!this.#alive.has(key) && !this.#hasRoom()) await new Promise((resolve) => setTimeout(resolve, ROOM_MS));
    const worker = this.#alive.get(key) ?? this.#open(launch, plan.placeholders, testCase);
    // The one that was asked last stands last; those that were not asked for longest make room.
    this.#alive.delete(key);
    this.#alive.set(key, worker);
    return worker.suits(testCase) ? this.#count(worker.runCase(testCase)) : undefined;
  }

  async #count(asked: Promise<Observation>): Promise<Observation> {
    const observation = await asked;
    const end = observation.spawns[0]?.end;
    if (end?.kind === 'exit' && end.code === 0) this.#answers += 1;
    else this.#silent += 1;
    return observation;
  }

  /** Ends the worker that was not asked for longest, where there are too many; false while all of them are busy. */
  #hasRoom(): boolean {
    if (this.#alive.size < MOST_ALIVE) return true;
    for (const [key, worker] of this.#alive) {
      if (worker.busy) continue;
      worker.close();
      this.#alive.delete(key);
      return true;
    }
    return false;
  }
}
