import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Case, SpawnPlan } from '../model/case.ts';
import { at, type JsonValue } from '../model/json.ts';
import type {
  FileObservation,
  Observation,
  RequestObservation,
  SpawnObservation,
  TreePaths,
} from '../model/observation.ts';
import type { Attempt } from './attempt.ts';
import { CaseLeaks } from './case-leaks.ts';
import { ChildWatch } from './child-watch.ts';
import type { EngineSettings } from './engine.ts';
import { spawnEnvironment } from './environment.ts';
import { HttpExchange } from './http-exchange.ts';
import type { Namespace } from './isolation/namespace.ts';
import { commandLine, fillPlaceholders, type Launch } from './launch.ts';
import { laidOut } from './layout.ts';
import { hidePaths, Remains } from './remains.ts';
import { type Rewriter, rewriter } from './rewrite.ts';
import { afterRounds } from './rounds.ts';
import { Sink } from './sink.ts';
import { changesSince, foldersIn, takeSnapshot } from './snapshot.ts';
import { closedPipe, readOnlyCommand, setReadOnly, unmetReason } from './spawn-conditions.ts';
import { SubjectProcess } from './subject-process.ts';
import { killAll, processesIn } from './survivors.ts';
import { ensureNamed, treeAt, writeTreeFile } from './tree.ts';

/** The most that a case may let its subject's children outlive it; a case that asks for more would be cut short, and its subject blamed. */
const LONGEST_LINGER_MS = 10_000;
const LINGER_STEP_MS = 20;
/**
 * Who has written the last thing that a case waits for has yet to end: so many steps, within the case's time. A busy machine
 * makes longer ones.
 */
const ENDING_STEPS = 50;

/** One case from its tree to its observation. Used once. */
export class CaseRun {
  readonly #case: Case;
  readonly #launchFor: (command: string | undefined) => Launch;
  readonly #root: string;
  readonly #settings: EngineSettings;
  readonly #processes: Attempt[] = [];
  readonly #remains: Remains;
  readonly #leaks: CaseLeaks | undefined;
  readonly #watches: (ChildWatch | undefined)[] = [];
  readonly #environments: Readonly<Record<string, string>>[] = [];
  #aborted = false;
  #failed = false;
  #leftNobody = false;
  #sink: Sink | undefined;
  #namespace: Namespace | undefined;
  readonly #sinkEnv: Record<string, string> = {};
  /** Index of the spawn that was started last, or -1 when all have ended. */
  #spawning = -1;

  constructor(
    testCase: Case,
    launchFor: (command: string | undefined) => Launch,
    root: string,
    settings: EngineSettings,
  ) {
    this.#case = testCase;
    this.#launchFor = launchFor;
    this.#root = root;
    this.#settings = settings;
    this.#remains = new Remains(treeAt(root), this.#processes, settings.leaders);
    this.#leaks = testCase.canaries.length > 0 ? new CaseLeaks(testCase.canaries) : undefined;
  }

  async run(): Promise<Observation> {
    const tree = treeAt(this.#root);
    const started = performance.now();
    const beganAt = Date.now();
    try {
      if (this.#case.lingerMs > LONGEST_LINGER_MS)
        throw new Error(
          `it waits ${this.#case.lingerMs} ms for children, and no case may wait over ${LONGEST_LINGER_MS} ms`,
        );
      return { ...(await this.#observe(started)), beganAt };
    } catch (error) {
      this.#failed = true;
      const reason = error instanceof Error ? error.message : String(error);
      return {
        spawns: this.#processes.map((process) => process.observation(started)),
        files: [],
        requests: [],
        survivors: [],
        leaks: [],
        tree,
        fault: hidePaths(reason, tree),
      };
    } finally {
      await this.#leaveNamespace();
    }
  }

  /** True when it is certain that no process of this case is left, so that its tree may serve again. */
  get leftNobody(): boolean {
    return this.#leftNobody;
  }

  /** Ends every process of this case. Harmless when there is none. */
  abort(): void {
    this.#aborted = true;
    for (const watch of this.#watches) watch?.stop();
    this.#sink?.close();
    for (const process of this.#processes) process.end();
  }

  async #observe(started: number): Promise<Observation> {
    const testCase = this.#case;
    const tree = this.#settings.trees.take(this.#root);
    const unmet = unmetReason(testCase.spawns);
    if (unmet !== undefined) {
      this.#leftNobody = true;
      return { spawns: [], files: [], requests: [], survivors: [], leaks: [], tree, unmet };
    }
    const rewrite = rewriter(testCase.substitutions, tree);
    for (const file of testCase.files) writeTreeFile(tree, file, rewrite);
    const inputs = testCase.spawns.map((plan) => this.#input(plan, tree, rewrite));
    this.#namespace = await this.#settings.namespaces?.take();
    const sink = await this.#startSink();
    const before = testCase.observeFiles ? takeSnapshot(tree) : undefined;

    let together: Promise<void>[] = [];
    for (const [index, plan] of testCase.spawns.entries()) {
      if (plan.parallel !== true) {
        await Promise.all(together);
        // Whatever they sent is theirs, and not the next one's.
        if (together.length > 0) await sink?.caughtUp();
        together = [];
      }
      if (this.#aborted) break;
      this.#spawning = index;
      const input = plan.stdin.kind === 'answer' ? this.#answer(plan.stdin.spawn, plan.stdin.member) : inputs[index];
      together.push(this.#start(plan, input ?? Buffer.alloc(0), tree, rewrite).settled);
    }
    await Promise.all(together);
    await sink?.caughtUp();
    this.#spawning = -1;
    await this.#endSurvivors(tree);
    const requests = (await sink?.finish()) ?? [];
    const attempts = await this.#namespace?.attempts();

    const spawns = this.#processes.map((process) => process.observation(started));
    const files = before === undefined ? [] : changesSince(before, tree);
    const folders = testCase.observeFolders === true ? foldersIn(tree) : undefined;
    this.#searchLeaks(spawns, files, requests, tree);
    const fault = this.#processes.map((process) => process.fault).find((text) => text !== undefined);
    return {
      spawns,
      files,
      ...(folders === undefined ? {} : { folders }),
      requests,
      survivors: this.#remains.survivors,
      leaks: this.#leaks?.hits ?? [],
      tree,
      ...(attempts === undefined ? {} : { attempts }),
      ...(fault === undefined ? {} : { fault }),
    };
  }

  /** Nobody is left in a namespace that the next case is given. */
  async #leaveNamespace(): Promise<void> {
    const namespace = this.#namespace;
    if (namespace === undefined) return;
    this.abort();
    killAll(() => processesIn(namespace.network, namespace.own));
    if (this.#failed) await namespace.attempts();
    this.#settings.namespaces?.giveBack(namespace);
  }

  /** The sink's address, in the variables that the case names. */
  async #startSink(): Promise<Sink | undefined> {
    const plan = this.#case.sink;
    if (plan === undefined) return undefined;
    this.#sink = new Sink(this.#settings.streamCapBytes, () => this.#spawning);
    const url = await this.#sink.start(this.#namespace);
    if (plan.variable !== '') this.#sinkEnv[plan.variable] = (plan.template ?? '{url}').replaceAll('{url}', url);
    if (plan.otlp === true) this.#sinkEnv['OTEL_EXPORTER_OTLP_ENDPOINT'] = url;
    if (plan.proxy === true) {
      for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
        this.#sinkEnv[name] = url;
        this.#sinkEnv[name.toLowerCase()] = url;
      }
      // The endpoint itself is no detour.
      this.#sinkEnv['NO_PROXY'] = '127.0.0.1';
      this.#sinkEnv['no_proxy'] = '127.0.0.1';
    }
    return this.#sink;
  }

  #searchLeaks(
    spawns: readonly SpawnObservation[],
    files: readonly FileObservation[],
    requests: readonly RequestObservation[],
    tree: TreePaths,
  ): void {
    if (this.#leaks === undefined) return;
    this.#leaks.streams(spawns);
    this.#leaks.files(files, tree);
    this.#leaks.requests(requests);
    for (const [index, watch] of this.#watches.entries()) {
      this.#leaks.children(watch?.stop() ?? [], this.#environments[index] ?? {}, index);
    }
  }

  #input(plan: SpawnPlan, tree: TreePaths, rewrite: Rewriter): Buffer {
    if (plan.stdin.kind === 'empty') return Buffer.alloc(0);
    if (plan.stdin.kind === 'bytes') return plan.stdin.bytes;
    // Known only when the spawn that it comes from has ended: see #answer.
    if (plan.stdin.kind === 'answer') return Buffer.alloc(0);
    const payload: JsonValue = rewrite.json(plan.stdin.payload);
    for (const { pointer, kind, content } of this.#case.named ?? []) {
      const path = at(payload, pointer);
      if (typeof path === 'string') ensureNamed(tree, path, kind, rewrite.text(content ?? ''));
    }
    return Buffer.from(laidOut(payload, plan.stdin.layout) + (plan.stdin.newline ? '\n' : ''));
  }

  /** What an earlier spawn printed as this member. */
  #answer(spawn: number, member: string): Buffer {
    const printed = this.#processes[spawn]?.observation(0).stdout.bytes.toString('utf8') ?? '';
    try {
      const value = at(JSON.parse(printed), `/${member}`);
      return Buffer.from(value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
    } catch {
      return Buffer.alloc(0);
    }
  }

  #start(plan: SpawnPlan, stdin: Buffer, tree: TreePaths, rewrite: Rewriter): Attempt {
    const launch = this.#launchFor(plan.command);
    if (launch.url !== undefined) return this.#ask(launch.url, plan, stdin);
    const line = commandLine(launch, plan.placeholders, plan.appendArgs.map(rewrite.text));
    const bound = plan.projectReadOnly === true ? readOnlyCommand(line) : line;
    const { file, args } = this.#namespace?.enter(bound.file, bound.args) ?? bound;
    const cwd = launch.cwd === 'project' ? tree.project : launch.cwd;
    // A spawn before this one may have deleted it; the system would then blame the program ("ENOENT").
    if (launch.cwd === 'project' && this.#processes.length > 0 && !existsSync(cwd)) mkdirSync(cwd, { recursive: true });
    const env = spawnEnvironment(this.#settings.caller, tree, launch, { ...this.#sinkEnv, ...rewrite.env(plan.env) });
    if (plan.withoutSinkVariable === true) delete env[this.#case.sink?.variable ?? ''];
    const tap = this.#leaks?.tap(this.#processes.length);
    if (plan.projectReadOnly === true) setReadOnly(tree.project, true);
    const stdoutTo = plan.stdoutClosed === true ? closedPipe(tree.root) : undefined;
    const process = new SubjectProcess({
      file,
      args,
      cwd,
      env,
      stdin,
      timeoutMs: plan.timeoutMs,
      graceMs: this.#settings.graceMs,
      drainMs: this.#settings.drainMs,
      capBytes: this.#settings.streamCapBytes,
      keepReading: this.#case.lingerMs > 0,
      onForced: () => this.#remains.endOutsideGroup(process),
      ...(this.#namespace === undefined ? {} : { starter: 'nsenter' }),
      ...(stdoutTo === undefined ? {} : { stdoutTo }),
      ...(tap === undefined ? {} : { tap }),
    });
    if (stdoutTo !== undefined) closeSync(stdoutTo);
    if (plan.projectReadOnly === true) void process.settled.then(() => setReadOnly(tree.project, false));
    this.#environments.push(env);
    const { pid, settled } = process;
    const watched = this.#leaks !== undefined && this.#settings.watchChildren && pid !== undefined;
    const watch = watched ? new ChildWatch(pid) : undefined;
    this.#watches.push(watch);
    // Its number may be somebody else's then, with children of his own.
    if (watch !== undefined) void settled.then(() => watch.stop());
    this.#processes.push(process);
    this.#remains.leads(process);
    return process;
  }

  #ask(url: string, plan: SpawnPlan, body: Buffer): Attempt {
    const tap = this.#leaks?.tap(this.#processes.length);
    const exchange = new HttpExchange({
      url: fillPlaceholders(url, plan.placeholders),
      body,
      timeoutMs: plan.timeoutMs,
      capBytes: this.#settings.streamCapBytes,
      ...(tap === undefined ? {} : { tap }),
    });
    this.#environments.push({});
    this.#watches.push(undefined);
    this.#processes.push(exchange);
    return exchange;
  }

  async #endSurvivors(tree: TreePaths): Promise<void> {
    const { lingerMs } = this.#case;
    if (lingerMs > 0) await this.#linger(lingerMs, tree);
    const nobody = this.#remains.end({
      lingered: lingerMs > 0,
      thorough: this.#case.observeSurvivors === true,
      namespace: this.#namespace,
    });
    this.#leftNobody = nobody && !this.#aborted;
    for (const process of this.#processes) process.release();
  }

  /** Until everything awaited is there and its writer has ended, or nobody is left who could bring it, or the time is over. */
  async #linger(lingerMs: number, tree: TreePaths): Promise<void> {
    let until = performance.now() + lingerMs;
    const latest = until + lingerMs;
    let last = Number.POSITIVE_INFINITY;
    let awaited = this.#case.awaits !== undefined || this.#case.sink?.expectRequests !== undefined;
    for (let step = 0; step < last && performance.now() < until && !this.#aborted; step++) {
      if (awaited && this.#allThere(tree)) {
        awaited = false;
        last = step + ENDING_STEPS;
      }
      if ((step % 5 === 0 || !awaited) && !this.#remains.anyone()) break;
      const due = performance.now() + LINGER_STEP_MS;
      await new Promise<void>((resolve) => setTimeout(resolve, LINGER_STEP_MS));
      // Where the machine kept us waiting it kept them waiting, too.
      const late = performance.now() - due;
      if (late > LINGER_STEP_MS) until = Math.min(until + late, latest);
    }
    // What they wrote last may be unread still.
    await new Promise<void>((resolve) => afterRounds(3, resolve));
  }

  #allThere(tree: TreePaths): boolean {
    if ((this.#sink?.count ?? 0) < (this.#case.sink?.expectRequests ?? 0)) return false;
    return (this.#case.awaits ?? []).every(({ area, path, lines, containing }) => {
      try {
        const text = readFileSync(`${tree[area]}/${path}`, 'utf8').split('\n').slice(0, -1);
        const counted = containing === undefined ? text : text.filter((line) => line.includes(containing));
        return counted.length >= (lines ?? 1);
      } catch {
        return false;
      }
    });
  }
}
