import { type ChildProcess, spawn } from 'node:child_process';
import type { Case } from '../model/case.ts';
import type { Captured, End, Observation, SpawnObservation, TreePaths } from '../model/observation.ts';
import { rewriter } from './rewrite.ts';
import { afterRounds } from './rounds.ts';
import { isSomebodyElses, kill } from './survivors.ts';
import { writeTreeFile } from './tree.ts';

export interface WorkerRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tree: TreePaths;
  readonly capBytes: number;
}

interface Question {
  readonly line: string;
  readonly timeoutMs: number;
  readonly asked: number;
  readonly answer: (observation: SpawnObservation) => void;
}

const NOTHING: Captured = { bytes: Buffer.alloc(0), total: 0, truncated: false };
const END_OF_ANSWER = Buffer.from('\n\n');
/** Questions that are under way at once: the subject never waits for us, and its answers never fill our memory. */
const WINDOW = 64;
/** Characters of stderr that are kept, for the case in which the worker dies. */
const MOST_STDERR = 64 * 1024;

/**
 * Whether a case is one question: a document, and nothing that only a process of its own could be given or show. What its
 * environment holds must be the worker's, see Workers.
 */
export function isWorkerCase(testCase: Case): boolean {
  const [spawn, ...more] = testCase.spawns;
  return (
    more.length === 0 &&
    spawn?.stdin.kind === 'payload' &&
    spawn.stdin.layout === undefined &&
    spawn.appendArgs.length === 0 &&
    spawn.command === undefined &&
    spawn.stdoutClosed !== true &&
    spawn.projectReadOnly !== true &&
    testCase.canaries.length === 0 &&
    (testCase.named ?? []).length === 0 &&
    !testCase.observeFiles &&
    testCase.observeFolders !== true &&
    testCase.lingerMs === 0 &&
    testCase.sink === undefined
  );
}

/**
 * A subject that stays alive (`"worker": true`): a JSON document a line goes in, lines come out, an empty line ends the
 * answer. Questions are sent ahead and answered in order. A worker that dies or hangs costs the question that it was at; the
 * next one starts it anew, and what had been sent after is asked again.
 */
export class Worker {
  readonly #request: WorkerRequest;
  #child: ChildProcess | undefined;
  #waiting: Question[] = [];
  #sent = 0;
  #parts: Buffer[] = [];
  #size = 0;
  #stderr = '';
  #timer: NodeJS.Timeout | undefined;
  /** Of the question that the timer was last set for. */
  #watchedMs = 0;
  #closed = false;
  #starts = 0;
  #batch: string[] = [];
  /** Planned files that lie in the worker's tree, by their place. */
  readonly #files = new Map<string, string | Buffer>();

  constructor(request: WorkerRequest) {
    this.#request = request;
  }

  /** How often the process had to be started. */
  get starts(): number {
    return this.#starts;
  }

  /** Questions that have not been answered yet. */
  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the files of a case can lie beside those of the cases before it: one tree serves them all. */
  suits({ files }: Case): boolean {
    return files.every(({ area, path, content, mode }) => {
      const there = this.#files.get(`${area}/${path}`);
      return mode === undefined && typeof content === 'string' && (there === undefined || there === content);
    });
  }

  /** Asks the one question of a case that {@link isWorkerCase} lets through and that {@link suits}. */
  async runCase(testCase: Case): Promise<Observation> {
    const [plan] = testCase.spawns;
    if (plan?.stdin.kind !== 'payload') throw new Error('only a case with one payload can be put to a worker');
    const { tree } = this.#request;
    const rewrite = rewriter(testCase.substitutions, tree);
    for (const file of testCase.files) {
      const place = `${file.area}/${file.path}`;
      if (this.#files.has(place)) continue;
      this.#files.set(place, file.content);
      writeTreeFile(tree, file, rewrite);
    }
    const line = JSON.stringify(rewrite.json(plan.stdin.payload));
    const beganAt = Date.now();
    const spawned = await this.ask(line, plan.timeoutMs);
    return { spawns: [spawned], files: [], requests: [], survivors: [], leaks: [], tree, beganAt };
  }

  /** Puts one line in and gives what came out for it as an observation, the empty line left off. */
  ask(line: string, timeoutMs: number): Promise<SpawnObservation> {
    if (this.#closed) return Promise.reject(new Error('the worker is closed'));
    return new Promise((answer) => {
      this.#waiting.push({ line, timeoutMs, asked: performance.now(), answer });
      this.#send();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#end();
    // Nobody waits for an answer that can no longer come.
    this.#sent = 0;
    while (this.#waiting.length > 0) this.#answered(Buffer.alloc(0), { kind: 'signal', signal: 'SIGKILL' });
  }

  #start(): ChildProcess {
    this.#starts += 1;
    const { file, args, cwd, env } = this.#request;
    const child = spawn(file, args, {
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#read(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (this.#stderr.length < MOST_STDERR) this.#stderr += chunk.toString('utf8');
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const end: End = {
        kind: 'not-started',
        code: error.code ?? 'UNKNOWN',
        message: 'the worker could not be started',
      };
      if (child === this.#child && child.pid === undefined) this.#lost(end);
    });
    child.on('close', (code, signal) => {
      if (child !== this.#child) return;
      this.#lost(signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal });
    });
    return child;
  }

  #send(): void {
    if (this.#sent >= Math.min(WINDOW, this.#waiting.length)) return;
    this.#child ??= this.#start();
    if (this.#batch.length === 0) process.nextTick(() => this.#flush());
    while (this.#sent < Math.min(WINDOW, this.#waiting.length)) {
      if (this.#sent === 0) this.#watch();
      this.#batch.push(`${this.#waiting[this.#sent++]?.line}\n`);
    }
  }

  /** One write for all lines of a turn of the event loop: a system call a line would cost more than the subject's work. */
  #flush(): void {
    const text = this.#batch.join('');
    this.#batch = [];
    if (text !== '') this.#child?.stdin?.write(text);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const timeoutMs = this.#waiting[0]?.timeoutMs ?? 0;
    this.#watchedMs = timeoutMs;
    this.#timer = setTimeout(() => {
      const [asked] = this.#waiting;
      const child = this.#child;
      afterRounds(2, () => {
        if (this.#waiting[0] !== asked || this.#child !== child) return;
        this.#end();
        this.#lost({ kind: 'timeout', timeoutMs, forced: true });
      });
    }, timeoutMs);
  }

  #read(chunk: Buffer): void {
    // The end may lie on the border of two chunks.
    let data = this.#size > 0 ? Buffer.concat([...this.#parts, chunk]) : chunk;
    let start = 0;
    for (;;) {
      // An answer without a line is the empty line alone.
      const bare = data[start] === 10;
      const end = bare ? start : data.indexOf(END_OF_ANSWER, start);
      if (end === -1 || start >= data.length) break;
      this.#answered(data.subarray(start, bare ? end : end + 1), { kind: 'exit', code: 0 });
      start = bare ? end + 1 : end + 2;
    }
    data = data.subarray(start);
    this.#parts = data.length > 0 ? [data] : [];
    this.#size = data.length;
    if (this.#size > this.#request.capBytes) {
      // An answer without end would fill our memory; a spawned process is cut off at the same size.
      this.#end();
      this.#lost({ kind: 'signal', signal: 'SIGKILL' });
      return;
    }
    this.#send();
  }

  #answered(bytes: Buffer, end: End): void {
    const question = this.#waiting.shift();
    if (question === undefined) return;
    this.#sent = Math.max(0, this.#sent - 1);
    if (this.#waiting.length === 0 || this.#sent === 0) clearTimeout(this.#timer);
    else if (this.#waiting[0]?.timeoutMs === this.#watchedMs) this.#timer?.refresh();
    else this.#watch();
    const kept = bytes.length > this.#request.capBytes ? bytes.subarray(0, this.#request.capBytes) : bytes;
    const failed = end.kind !== 'exit' || end.code !== 0;
    const stderr = Buffer.from(failed ? this.#stderr : '');
    question.answer({
      end,
      stdout: { bytes: kept, total: bytes.length, truncated: kept.length < bytes.length },
      stderr: failed ? { bytes: stderr, total: stderr.length, truncated: false } : NOTHING,
      stdin: { bytes: Buffer.byteLength(question.line) + 1, closedEarly: false },
      stdoutHeldOpen: false,
      startedMs: 0,
      durationMs: performance.now() - question.asked,
    });
  }

  /** The process is gone: the question that it was at ends with it; the others are asked again. */
  #lost(end: End): void {
    clearTimeout(this.#timer);
    this.#child = undefined;
    this.#batch = [];
    const rest = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    // To end without having been asked anything more is what a worker may do; it is not the next question's doing.
    const asked = this.#sent > 0;
    this.#sent = 0;
    if (asked) this.#answered(rest, end.kind === 'exit' && end.code === 0 ? { kind: 'exit', code: 1 } : end);
    this.#stderr = '';
    if (!this.#closed) this.#send();
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || isSomebodyElses(child)) return;
    kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  }
}
