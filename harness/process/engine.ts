import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Case } from '../model/case.ts';
import type { NetworkAttempt, Observation } from '../model/observation.ts';
import { CaseRun } from './case-run.ts';
import { canWatchChildren } from './child-watch.ts';
import { Elders } from './elders.ts';
import { callerEnvironment, spawnEnvironment } from './environment.ts';
import { type FileSizeLimit, LARGEST_FILE_GIB, limitFileSize, orphansMarked } from './file-size.ts';
import { Guard } from './guard.ts';
import type { Namespace } from './isolation/namespace.ts';
import { Namespaces } from './isolation/namespaces.ts';
import { commandLine, type Launch } from './launch.ts';
import { projectCopy } from './project.ts';
import { hidePaths } from './remains.ts';
import { rewriter } from './rewrite.ts';
import { untilListening } from './server.ts';
import { SubjectProcess } from './subject-process.ts';
import { killAll, killAllOf } from './survivors.ts';
import { Trash } from './trash.ts';
import { removeTree, treeAt } from './tree.ts';
import { TreePool } from './tree-pool.ts';
import { Worker, type WorkerRequest } from './worker.ts';
import { Workers } from './workers.ts';

export interface EngineOptions {
  /** Bytes kept of each stream; 16 MiB by default. */
  readonly streamCapBytes?: number;
  /** Between SIGTERM and SIGKILL; 500 ms by default. */
  readonly graceMs?: number;
  /** How long after a subject's end somebody else may hold its output; 100 ms by default. */
  readonly drainMs?: number;
  /** Bytes of the largest file that a subject may write, where the system can bound it; {@link LARGEST_FILE_GIB} by default. */
  readonly fileSizeLimit?: number;
  /** A folder that each case gets a copy of as its project; null: an empty git repository. */
  readonly project?: string | null;
  /** Names of further variables that a subject gets from the caller. */
  readonly passEnv?: readonly string[];
}

/** A process that was found after its case had been judged, and was killed. */
export interface Stray {
  readonly caseId: string;
  readonly command: string;
}

/** Everything about an engine that its cases need. */
export interface EngineSettings {
  readonly streamCapBytes: number;
  readonly graceMs: number;
  readonly drainMs: number;
  readonly trees: TreePool;
  readonly caller: Readonly<Record<string, string>>;
  readonly watchChildren: boolean;
  /** Processes that were started for cases and may run still, by their numbers. */
  readonly leaders: Set<number>;
  /** Where every case has a network of its own with nobody in it but the sink; see {@link Engine.isolate}. */
  namespaces?: Namespaces;
}

/** Cases between two looks for processes that left their group unnoticed. */
const BATCH = 64;
/** A day: a server is ended by the end of the run. */
const LONGEST_RUN_MS = 86_400_000;

const live = new Set<Engine>();
let exitHandled = false;

/** Ends whatever an exception or `process.exit` would leave behind. Signals are the caller's: see {@link Engine.closeNow}. */
function handleExit(): void {
  if (exitHandled) return;
  exitHandled = true;
  process.on('exit', () => {
    for (const engine of live) engine.closeNow();
  });
}

/**
 * Runs cases against real processes. One folder holds the private trees of all its cases and is gone after `close`; so is
 * every process that was started in one of them. Any number of cases may run at once; how many is the caller's choice.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #folder: string;
  readonly #running = new Map<string, CaseRun>();
  readonly #ids = new Map<string, string>();
  readonly #strays: Stray[] = [];
  /** Processes that belong to the run: servers, workers; and the roots of their trees. */
  readonly #residents: { end(): void }[] = [];
  readonly #resting = new Set<string>();
  readonly #trash: Trash;
  readonly #workers: Workers = new Workers((launch, placeholders, testCase) =>
    this.openWorker(launch, placeholders, testCase),
  );
  #workerNamespace: Namespace | undefined;
  #sinceSweep = 0;
  #closed = false;
  readonly #limit: FileSizeLimit;
  readonly #elders: Elders;
  readonly #guard: Guard;

  constructor(options: EngineOptions = {}) {
    // The real path: where /tmp is a link, a subject's getcwd() must equal what its payload says.
    this.#folder = `${realpathSync(tmpdir())}/${randomBytes(5).toString('hex')}`;
    const copy = options.project === undefined || options.project === null ? null : projectCopy(options.project);
    this.#trash = new Trash(this.#folder);
    this.#settings = {
      streamCapBytes: options.streamCapBytes ?? 16 * 1024 * 1024,
      graceMs: options.graceMs ?? 500,
      drainMs: options.drainMs ?? 100,
      trees: new TreePool(this.#folder, copy, (root) => this.#trash.add(root)),
      caller: callerEnvironment(options.passEnv ?? []),
      watchChildren: canWatchChildren(),
      leaders: new Set(),
    };
    mkdirSync(this.#folder, { mode: 0o700 });
    this.#elders = new Elders();
    this.#limit = limitFileSize(options.fileSizeLimit ?? LARGEST_FILE_GIB * 1024 ** 3);
    this.#guard = new Guard(this.#folder, this.#limit.bytes);
    live.add(this);
    handleExit();
  }

  /** The one folder that holds everything of this engine, removed by `close`. */
  get folder(): string {
    return this.#folder;
  }

  /** The limit by which whatever it started is known, see {@link orphansMarked}; null where there is none. */
  get mark(): number | null {
    return this.#limit.bytes;
  }

  /** Processes that outlived their case unnoticed and were found with a batch, in the order they were found. */
  get strays(): readonly Stray[] {
    return this.#strays;
  }

  /**
   * From now on every case has a network of its own in which there is nobody but its sink, and so has every worker. Gives
   * the reason where this machine doesn't let us; everything then runs as without it.
   */
  async isolate(withWorkers = false): Promise<string | null> {
    const namespaces = new Namespaces();
    const reason = await namespaces.open();
    if (reason !== null) return reason;
    this.#settings.namespaces = namespaces;
    if (withWorkers) this.#workerNamespace = await namespaces.take();
    return null;
  }

  /** What workers tried to reach since the last call; a worker serves many cases, so none of them is to blame. */
  async workerAttempts(): Promise<readonly NetworkAttempt[]> {
    return (await this.#workerNamespace?.attempts()) ?? [];
  }

  /**
   * Runs one case in a fresh private tree. What the subject does is an observation and never an exception; our own
   * failures are `fault`. Rejects only with the signal's reason, after everything of the case has been ended.
   */
  async runCase(
    testCase: Case,
    launchFor: (command: string | undefined) => Launch,
    signal?: AbortSignal,
  ): Promise<Observation> {
    if (this.#closed) throw new Error('the engine is closed');
    signal?.throwIfAborted();
    const root = this.#settings.trees.reserve();
    const run = new CaseRun(testCase, launchFor, root, this.#settings);
    this.#running.set(root, run);
    this.#ids.set(root, testCase.id);
    const abort = (): void => run.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const observation = await run.run();
      signal?.throwIfAborted();
      return observation;
    } finally {
      signal?.removeEventListener('abort', abort);
      run.abort();
      if (!this.#settings.trees.giveBack(root, run.leftNobody)) this.#trash.add(root);
      this.#running.delete(root);
      this.#sinceSweep += 1;
      if (this.#sinceSweep >= BATCH) this.#sweep();
    }
  }

  /**
   * Starts the command that serves an HTTP hook and waits until something listens at its URL. It runs until `close`.
   * @throws Error when it ends before, or nothing listens after `timeoutMs`.
   */
  async startServer(launch: Launch, url: string, timeoutMs = 10_000): Promise<void> {
    const { file, args, cwd, env } = this.#resident(launch, {});
    const server = new SubjectProcess({
      ...{ file, args, cwd, env },
      stdin: Buffer.alloc(0),
      timeoutMs: LONGEST_RUN_MS,
      graceMs: this.#settings.graceMs,
      drainMs: this.#settings.drainMs,
      capBytes: 64 * 1024,
      keepReading: false,
      onForced: () => undefined,
    });
    this.#residents.push(server);
    await untilListening(url, server, timeoutMs);
  }

  /** A subject that stays alive and is asked line by line; ended by `close`. */
  openWorker(launch: Launch, placeholders: Readonly<Record<string, string>> = {}, testCase?: Case): Worker {
    const request = this.#resident(launch, placeholders, testCase);
    const inside = this.#workerNamespace?.enter(request.file, request.args);
    const worker = new Worker({ ...request, ...inside, capBytes: this.#settings.streamCapBytes });
    this.#residents.push({ end: () => worker.close() });
    return worker;
  }

  /** Puts a case to a subject that stays alive; undefined where it can't be put to one, and needs a process of its own. */
  askWorker(
    testCase: Case,
    launchFor: (command: string | undefined) => Launch,
  ): Promise<Observation | undefined> | undefined {
    return this.#closed ? undefined : this.#workers.ask(testCase, launchFor(undefined));
  }

  /** A private tree for a process that belongs to the run and not to a case; variables as the case has them. */
  #resident(
    launch: Launch,
    placeholders: Readonly<Record<string, string>>,
    testCase?: Case,
  ): Omit<WorkerRequest, 'capBytes'> {
    const root = this.#settings.trees.reserve();
    const tree = this.#settings.trees.take(root);
    this.#resting.add(root);
    const { file, args } = commandLine(launch, placeholders, []);
    const own = rewriter(testCase?.substitutions ?? [], tree).env(testCase?.spawns[0]?.env ?? {});
    const env = spawnEnvironment(this.#settings.caller, tree, launch, own);
    return { file, args, cwd: launch.cwd === 'project' ? tree.project : launch.cwd, env, tree };
  }

  /** Ends everything, removes everything. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#endAll();
    await this.#trash.close();
    this.#limit.undo();
    this.#guard.release();
    live.delete(this);
  }

  /** The same without waiting, for signal handlers and the end of the process. */
  closeNow(): void {
    if (this.#closed && !live.has(this)) return;
    this.#endAll();
    this.#trash.stop();
    removeTree(this.#folder);
    this.#guard.release();
    live.delete(this);
  }

  #endAll(): void {
    this.#closed = true;
    for (const run of this.#running.values()) run.abort();
    for (const resident of this.#residents) resident.end();
    this.#settings.namespaces?.close();
    const resting = (place: string): boolean => this.#resting.has(this.#rootOf(place));
    for (const { place, command } of killAllOf(this.#folder)) {
      // A server is ended by the run's end; only what a case left behind is a stray.
      if (!resting(place)) this.#note(place, command);
    }
    // What hid from that, with no environment and somewhere else, still has the limit that it was started with.
    const bytes = this.#limit.bytes;
    const hidden = bytes === null ? [] : killAll(() => orphansMarked(bytes));
    for (const { command } of hidden) this.#note(this.#placeIn(command), command);
  }

  /** The path in one of our trees that a text names; '': none. */
  #placeIn(text: string): string {
    const start = text.indexOf(`${this.#folder}/`);
    return start === -1 ? '' : text.slice(start);
  }

  /** Finds what left its group in cases that are over. Running cases are left alone. */
  #sweep(): void {
    this.#sinceSweep = 0;
    for (const { place, command } of killAllOf(this.#folder, (place) => this.#isUsed(place), this.#elders.spared())) {
      this.#note(place, command);
      // It may have made its case's tree anew. Whatever else it says of where it belongs is only its word.
      const root = this.#rootOf(place);
      if (this.#ids.has(root)) removeTree(root);
    }
  }

  #isUsed(place: string): boolean {
    const root = this.#rootOf(place);
    return this.#running.has(root) || this.#resting.has(root);
  }

  #rootOf(found: string): string {
    const place = Trash.original(this.#folder, found);
    return `${this.#folder}/${place.slice(this.#folder.length + 1).split('/', 1)[0] ?? ''}`;
  }

  #note(place: string, command: string): void {
    const root = this.#rootOf(place);
    if (this.#running.has(root)) return;
    this.#strays.push({ caseId: this.#ids.get(root) ?? '', command: hidePaths(command, treeAt(root)) });
  }
}
