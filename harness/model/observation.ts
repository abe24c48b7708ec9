import type { JsonValue } from './json.ts';

/** How one spawned process ended. Exit code and signal are kept apart: a death by signal is never exit 0. */
export type End =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  /** It was still running at `timeoutMs` and was ended by us; `forced` when SIGTERM was not enough. */
  | { readonly kind: 'timeout'; readonly timeoutMs: number; readonly forced: boolean }
  /** The operating system refused to start it. */
  | { readonly kind: 'not-started'; readonly code: string; readonly message: string };

/** One captured stream. `bytes` holds at most the cap; `total` counts everything that was read. */
export interface Captured {
  readonly bytes: Buffer;
  readonly total: number;
  readonly truncated: boolean;
}

export interface SpawnObservation {
  readonly end: End;
  readonly stdout: Captured;
  readonly stderr: Captured;
  /** `closedEarly`: the subject closed its stdin before all of it was written (EPIPE): an observation, never a crash. */
  readonly stdin: { readonly bytes: number; readonly closedEarly: boolean };
  /** Somebody still held stdout or stderr after the process had ended and the drain was over. */
  readonly stdoutHeldOpen: boolean;
  /** What a child of it still wrote to stdout after it had ended and was drained; only in cases with `lingerMs`. */
  readonly late?: Captured;
  /** Only of a hook that is asked over HTTP: its body is `stdout`; a status of 2xx is exit 0, any other exit 1. */
  readonly http?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  /** It was ended at its limit by a harness that was itself kept from running then: whether it hung is not known. */
  readonly starved?: true;
  /** Milliseconds since the case began. */
  readonly startedMs: number;
  readonly durationMs: number;
}

/** A file created or changed in the private tree. */
export interface FileObservation {
  /** Relative to `area`, with forward slashes. */
  readonly path: string;
  readonly area: 'project' | 'home' | 'tmp';
  readonly change: 'created' | 'changed' | 'deleted';
  readonly bytes: Buffer;
  readonly total: number;
  readonly truncated: boolean;
}

/** A request's body, told apart as far as it is understood. */
export interface RequestContent {
  /** `json` is one document or an array of them; `binary` and `text` hold none. */
  readonly format: 'empty' | 'json' | 'jsonl' | 'form' | 'cloudevents' | 'otlp' | 'text' | 'binary';
  /** The documents: of CloudEvents their data, of OTLP the export request in its JSON mapping. */
  readonly documents: readonly JsonValue[];
  /** The body with its content-encoding undone; absent where it came without one, or with one that can't be undone. */
  readonly plain?: Buffer;
}

/** A request that reached the loopback sink. */
export interface RequestObservation {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent, its content-encoding not undone. */
  readonly body: Captured;
  readonly content: RequestContent;
  /** Index of the spawn during which it arrived, or -1 afterwards. */
  readonly spawn: number;
}

/** A process of the subject that outlived its case by more than `lingerMs`, and was killed. */
export interface Survivor {
  readonly pid: number;
  readonly command: string;
}

/** Something beside its sink that a subject tried to reach while it had no network; it was refused. */
export interface NetworkAttempt {
  /** `lookup`: a name was asked for, and its address was not used. */
  readonly how: 'connection' | 'datagram' | 'lookup';
  /** A name, an address, or in words what is known of it. */
  readonly to: string;
}

/** A planted canary that came out again. */
export interface LeakHit {
  /** Id of the canary, see Canary.id. */
  readonly canary: string;
  readonly channel: 'stdout' | 'stderr' | 'file' | 'request' | 'argv' | 'environment';
  /** For people: the channel's name, then line and JSON Pointer where it parses, else the byte offset. */
  readonly place: string;
  /** JSON Pointer into the document that holds it; a suite's allowlist of what a subject may echo compares this. */
  readonly pointer?: string;
  /** Line of the document, from 1, where the channel has one document a line. */
  readonly line?: number;
  /** Byte offset, where no document holds it. */
  readonly offset?: number;
  /** `plain`, `base64`, `hex`, `gzip`, … */
  readonly encoding: string;
  /** Index of the spawn it is attributed to, or -1 for the session. */
  readonly spawn: number;
  /** Number of characters of the canary that were found. */
  readonly length: number;
}

/** The private tree of a case: absolute paths that exist only while it runs. */
export interface TreePaths {
  readonly root: string;
  readonly home: string;
  readonly tmp: string;
  readonly project: string;
}

/** Everything that one case saw. A judge gets this and the case, and nothing else. */
export interface Observation {
  readonly spawns: readonly SpawnObservation[];
  readonly files: readonly FileObservation[];
  /** Absolute paths of the folders within the private tree as the case left it; absent where it asked for none (`observeFolders`). */
  readonly folders?: readonly string[];
  readonly requests: readonly RequestObservation[];
  readonly survivors: readonly Survivor[];
  readonly leaks: readonly LeakHit[];
  readonly tree: TreePaths;
  /** What it tried to reach, in a stable order; absent where nobody watched (without `--isolate`). */
  readonly attempts?: readonly NetworkAttempt[];
  /** Wall-clock time when the case began, in milliseconds since 1970; what timestamps of a subject are compared with. */
  readonly beganAt?: number;
  /** Set when the case could not be run as planned by our own fault: it becomes verdict `error`, never the subject's. */
  readonly fault?: string;
  /** Why a condition that the case asks for can't be made on this machine: nothing was started, and nothing is known. */
  readonly unmet?: string;
}
