import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { Captured, End, SpawnObservation } from '../model/observation.ts';
import type { Attempt } from './attempt.ts';
import { Capture } from './capture.ts';
import { afterRounds, isStarved } from './rounds.ts';
import { groupAlive, groupMembers, isSomebodyElses, kill } from './survivors.ts';

export interface ProcessRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Buffer;
  readonly timeoutMs: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** How long after its end somebody else may still hold its output. */
  readonly drainMs: number;
  readonly capBytes: number;
  /** Keep reading after the end, for children that may linger; {@link SubjectProcess.release} stops it. */
  readonly keepReading: boolean;
  /** What its stdout is instead of a pipe that is read, as an open file descriptor; the caller closes it. */
  readonly stdoutTo?: number;
  /** A program that starts it by becoming it, and says on stderr, under this name, why it couldn't. */
  readonly starter?: string;
  /** Called before SIGKILL, to end what left the process group. */
  readonly onForced: () => void;
  /** Sees every byte, also what is dropped. */
  readonly tap?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

/** After SIGKILL even a process that the kernel can't end is given up, so that a hang can't become ours. */
const GIVE_UP_MS = 200;
/** However steadily a grandchild writes, the drain ends. */
const DRAIN_MOST_MS = 250;
/** A timer that fires so much later than it was asked to says that the machine is too busy to judge by the clock. */
const LATE_MS = 20;
/** However busy the machine is, the drain ends. */
const LATE_MOST_MS = 2000;

/** The machine's fault or ours, never the subject's. */
const OUR_FAULT: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOBUFS']);
const CLOSED_EARLY: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'EOF']);

/** One started process: its streams, its end, its time. Never throws for what the process does. */
export class SubjectProcess implements Attempt {
  readonly #request: ProcessRequest;
  readonly #child: ChildProcess | undefined;
  readonly #started: number = performance.now();
  readonly #stdout: Capture;
  readonly #stderr: Capture;
  #late: Capture | undefined;
  #duration = 0;
  #end: End | undefined;
  #forced = false;
  #timedOut = false;
  #starved = false;
  #closedEarly = false;
  #closed = false;
  #heldOpen = false;
  #fault: string | undefined;
  #groupGone = false;
  #released = false;
  #timer: NodeJS.Timeout | undefined;
  #settle: () => void = () => undefined;
  #frozen: { stdout: Captured; stderr: Captured } | undefined;

  /** Resolves when the process has ended and its output is drained, whoever else is still alive. */
  readonly settled: Promise<void>;

  constructor(request: ProcessRequest) {
    this.#request = request;
    this.#stdout = new Capture(request.capBytes, request.tap && ((chunk) => request.tap?.('stdout', chunk)));
    this.#stderr = new Capture(request.capBytes, request.tap && ((chunk) => request.tap?.('stderr', chunk)));
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    try {
      this.#child = spawn(request.file, request.args, {
        cwd: request.cwd,
        env: request.env,
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: ['pipe', request.stdoutTo ?? 'pipe', 'pipe'],
      });
      this.#watch(this.#child);
    } catch (error) {
      // An argument or variable with a NUL byte, or one that is too long, is refused before anything starts.
      this.#notStarted(error as NodeJS.ErrnoException);
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Why it could not be run by our own fault. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /**
   * False as soon as the process and everything in its group is gone. One system call; never asked again once it was
   * false, for by then the number may belong to somebody else.
   */
  groupAlive(): boolean {
    if (this.#groupGone || this.#child?.pid === undefined || process.platform === 'win32') return false;
    this.#groupGone = !groupAlive(this.#child.pid) || isSomebodyElses(this.#child);
    return !this.#groupGone;
  }

  groupGone(): void {
    // One that was given up may be there still.
    if (this.#end?.kind === 'exit' || this.#end?.kind === 'signal') this.#groupGone = true;
  }

  observation(caseStarted: number): SpawnObservation {
    const { stdout, stderr } = this.#freeze();
    const late = this.#late?.finish();
    return {
      end: this.#end ?? { kind: 'signal', signal: 'SIGKILL' },
      stdout,
      stderr,
      stdin: { bytes: this.#request.stdin.length, closedEarly: this.#closedEarly },
      stdoutHeldOpen: this.#heldOpen,
      ...(late !== undefined && late.total > 0 ? { late } : {}),
      ...(this.#starved ? { starved: true } : {}),
      startedMs: Math.max(0, this.#started - caseStarted),
      durationMs: this.#duration,
    };
  }

  /** Ends the process and its group at once, and lets go of its streams. */
  end(): void {
    this.#signal('SIGKILL');
    this.release();
  }

  /** Lets go of the streams; who still writes to them gets EPIPE. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    clearTimeout(this.#timer);
    this.#child?.stdin?.destroy();
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
  }

  #watch(child: ChildProcess): void {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) this.#notStarted(error);
    });
    if (child.pid === undefined) return;
    child.stdout?.on('data', (chunk: Buffer) => (this.#late ?? this.#stdout).push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      if (this.#frozen === undefined) this.#stderr.push(chunk);
      else this.#request.tap?.('stderr', chunk);
    });
    child.stdout?.on('error', () => undefined);
    child.stderr?.on('error', () => undefined);
    child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
      if (CLOSED_EARLY.has(error.code ?? '')) this.#closedEarly = true;
    });
    child.on('exit', (code, signal) => this.#ended(code, signal));
    child.on('close', () => {
      this.#closed = true;
      if (this.#end !== undefined) this.#finish();
    });
    const due = performance.now() + this.#request.timeoutMs;
    this.#timer = setTimeout(() => this.#timeOut(due), this.#request.timeoutMs);
    child.stdin?.end(this.#request.stdin);
  }

  #notStarted(error: NodeJS.ErrnoException): void {
    const code = error.code ?? 'UNKNOWN';
    if (OUR_FAULT.has(code)) this.#fault = `the system could not start another process (${code})`;
    this.#end = { kind: 'not-started', code, message: startProblem(code) };
    this.#finish();
  }

  /** A busy machine wakes us late: whether it ended in time, or is running still, is told by what has happened meanwhile. */
  #timeOut(due: number): void {
    const starved = isStarved(due);
    afterRounds(2, () => {
      if (this.#end !== undefined) return;
      this.#starved = starved;
      this.#askToEnd();
    });
  }

  #askToEnd(): void {
    this.#timedOut = true;
    this.#signal('SIGTERM');
    this.#timer = setTimeout(() => {
      afterRounds(2, () => {
        if (this.#end === undefined) this.#force();
      });
    }, this.#request.graceMs);
  }

  #force(): void {
    this.#forced = true;
    this.#request.onForced();
    this.#signal('SIGKILL');
    this.#timer = setTimeout(() => this.#ended(null, 'SIGKILL'), GIVE_UP_MS);
  }

  #ended(code: number | null, signal: string | null): void {
    if (this.#end !== undefined) return;
    clearTimeout(this.#timer);
    this.#duration = performance.now() - this.#started;
    if (this.#timedOut) this.#end = { kind: 'timeout', timeoutMs: this.#request.timeoutMs, forced: this.#forced };
    else if (signal !== null) this.#end = { kind: 'signal', signal };
    else this.#end = { kind: 'exit', code: code ?? 0 };
    if ((this.#child?.stdin?.writableLength ?? 0) > 0) this.#closedEarly = true;
    if (this.#child?.stdin?.destroyed === false) this.#child.stdin.destroy();
    if (this.#timedOut) {
      this.#signal('SIGKILL');
      this.#request.onForced();
    }
    if (this.#closed) this.#finish();
    else this.#drain(performance.now(), this.#stdout.total + this.#stderr.total);
  }

  /** What the system would have said, had it been asked to start the program itself. */
  #notBecome(stderr: Buffer): End | undefined {
    const { starter } = this.#request;
    if (starter === undefined || this.#end?.kind !== 'exit') return undefined;
    const code = this.#end.code === 127 ? 'ENOENT' : this.#end.code === 126 ? 'EACCES' : undefined;
    if (code === undefined || !stderr.toString('utf8', 0, 1024).startsWith(`${starter}: `)) return undefined;
    return { kind: 'not-started', code, message: startProblem(code) };
  }

  /**
   * Waits for the last bytes. Ends at `drainMs`, later only while bytes keep coming, this process itself was kept from
   * reading or who holds the output waits for a processor, and never after DRAIN_MOST_MS of somebody else's writing.
   */
  #drain(since: number, seen: number): void {
    const due = performance.now() + this.#request.drainMs;
    this.#timer = setTimeout(() => {
      // A busy machine wakes us late: what was written long ago may be unread still, and is nobody's fault but ours.
      const late = performance.now() - due > LATE_MS;
      // Timers run before reads, and the end of a stream is told after them: three rounds of the loop see both.
      afterRounds(3, () => {
        if (this.#frozen !== undefined) return;
        const total = this.#stdout.total + this.#stderr.total;
        const waited = performance.now() - since;
        if ((total > seen && waited < DRAIN_MOST_MS) || (waited < LATE_MOST_MS && (late || this.#kept())))
          this.#drain(since, total);
        else {
          this.#heldOpen = true;
          this.#finish();
        }
      });
    }, this.#request.drainMs);
  }

  /** Whether somebody of its group would go on, or end, if only the machine let him. */
  #kept(): boolean {
    return this.pid !== undefined && groupMembers(this.pid).some(({ runnable }) => runnable);
  }

  #finish(): void {
    if (this.#frozen !== undefined) return;
    clearTimeout(this.#timer);
    this.#end = this.#notBecome(this.#freeze().stderr.bytes) ?? this.#end;
    if (this.#request.keepReading && this.#heldOpen) {
      this.#late = new Capture(this.#request.capBytes, (chunk) => this.#request.tap?.('stdout', chunk));
    } else this.release();
    this.#settle();
  }

  #freeze(): { stdout: Captured; stderr: Captured } {
    this.#frozen ??= { stdout: this.#stdout.finish(), stderr: this.#stderr.finish() };
    return this.#frozen;
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.pid;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      return;
    }
    if (this.groupAlive()) kill(-pid, signal);
    // It may have left its own group; `exitCode` guards against a pid that is somebody else's by now.
    if (this.#end === undefined && this.#child?.exitCode === null && this.#child.signalCode === null) kill(pid, signal);
  }
}

function startProblem(code: string): string {
  switch (code) {
    case 'ENOENT':
      return 'the program does not exist, or its #! line names an interpreter that does not';
    case 'EACCES':
      return 'the program is not executable: give it the permission (chmod +x) or name its interpreter';
    case 'ENOEXEC':
      return 'the system does not recognise the program as executable: begin it with a #! line';
    case 'E2BIG':
      return 'the arguments and the environment together are longer than the system allows';
    default:
      return `the system refused to start the program (${code})`;
  }
}
