import type { Fixture } from './corpus.ts';
import type { JsonValue } from './json.ts';

/** Replaces a recorded path by one of the case's own tree, everywhere in the payload and the environment. */
export interface Substitution {
  readonly from: string;
  readonly to: 'project' | 'home' | 'tmp';
  /** Appended to the tree's own folder, e.g. `sub/dir`. */
  readonly suffix?: string;
}

/**
 * Other spellings of the same JSON document: indented with CRLF line ends, every sign in a string escaped that may be, or a
 * byte order mark before it (which is no JSON, but what some writers put there).
 */
export type JsonLayout = 'indented' | 'escaped' | 'marked';

/**
 * A schema, by its name below schemas/, that an input keeps by plan. What is broken on purpose names none. In test runs the
 * harness holds its inputs to it before anything is started (harness/run/own-inputs.ts); a judge never reads it.
 */
export interface Kept {
  readonly schema: string;
  /** The document that is held to it, where it is a part of the input or wrapped in something; absent: the whole input. */
  readonly document?: JsonValue;
}

/** What is written to a subject's stdin. `payload` is serialised by the harness after its paths are rewritten. */
export type Stdin =
  | { readonly kind: 'empty' }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly keeps?: readonly Kept[] }
  | {
      readonly kind: 'payload';
      readonly payload: JsonValue;
      readonly newline: boolean;
      /** Absent: one compact line, as every vendor that was recorded sends it. */
      readonly layout?: JsonLayout;
      readonly keeps?: readonly Kept[];
    }
  /**
   * A member of the JSON object that an earlier spawn of the case printed: a text as it is, anything else as JSON; nothing
   * where there is no such member. It lets a case put a subject's answer to the subject again (round trips).
   */
  | { readonly kind: 'answer'; readonly spawn: number; readonly member: string };

/** One process to start. The subject's own command is filled in by the harness. */
export interface SpawnPlan {
  /** Values of the placeholders `{vendor}`, `{event}`, `{edition}`. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Arguments appended to the subject's command (converters). */
  readonly appendArgs: readonly string[];
  /** Which of the subject's named commands to use (`commands` in hookconf.json); absent: `command`. */
  readonly command?: string;
  readonly stdin: Stdin;
  /** Variables that the vendor sets for a hook, or that the case tests; rewritten like the payload. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Start together with the spawn before it instead of after it has ended. */
  readonly parallel?: boolean;
  /** Nobody reads its stdout: the reader has gone before it starts, so that writing fails with EPIPE or ends it by SIGPIPE. */
  readonly stdoutClosed?: boolean;
  /** Nothing can be created in its project folder while it runs. */
  readonly projectReadOnly?: boolean;
  /** The sink's variable is not set for it, not even where the subject's own configuration sets it. */
  readonly withoutSinkVariable?: boolean;
}

/** A file that exists in the private tree before the first spawn. */
export interface TreeFile {
  readonly area: 'project' | 'home' | 'tmp';
  readonly path: string;
  readonly content: string | Buffer;
  readonly mode?: number;
  readonly keeps?: readonly Kept[];
}

/** A place that a payload names and that has to exist: the transcript, a sub-agent's folder. */
export interface NamedPlace {
  /** JSON Pointer into every payload of the case; ignored where it gives no absolute path inside the private tree. */
  readonly pointer: string;
  readonly kind: 'file' | 'folder';
  /** Content of a file that is not there yet; rewritten like the payload; empty by default. */
  readonly content?: string;
}

/** What a subject's own children are waited for, at most `lingerMs`: so many lines in a file that they write. */
export interface AwaitedFile {
  readonly area: TreeFile['area'];
  readonly path: string;
  /** 1 by default. */
  readonly lines?: number;
  /** Only lines that hold this text count. */
  readonly containing?: string;
}

/** A loopback endpoint of the case's own. */
export interface SinkPlan {
  /** Set to the endpoint's address; empty: none. */
  readonly variable: string;
  /** What the variable is set to, where an address alone isn't it; `{url}` is the address. */
  readonly template?: string;
  /** Also OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly otlp?: boolean;
  /** Also HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and their lower-case forms: other addresses become observations. */
  readonly proxy?: boolean;
  /** Ends the wait of `lingerMs` early. */
  readonly expectRequests?: number;
}

/** A unique string planted in the input. */
export interface Canary {
  readonly id: string;
  /** The planted characters. */
  readonly value: string;
  /** Where it was planted: a JSON Pointer into the payload, an environment variable's name, a file. */
  readonly field: string;
  readonly kind: 'tool-result' | 'prompt' | 'file-content' | 'transcript' | 'secret' | 'identity' | 'tool-input';
  /** Index of the spawn that was given it. */
  readonly spawn: number;
}

/** One experiment: inputs, one or more spawns in one private tree. Pure data: planning it starts nothing. */
export interface Case {
  /** Stable for the same seed, version and subject; a person can read what it is about. */
  readonly id: string;
  readonly title: string;
  /** The requirements that it may decide. */
  readonly requirements: readonly string[];
  readonly vendor?: string;
  readonly event?: string;
  readonly spawns: readonly SpawnPlan[];
  readonly files: readonly TreeFile[];
  /** Made to exist after the payload's paths are rewritten. */
  readonly named?: readonly NamedPlace[];
  /** Recorded paths to be rewritten to the case's own, longest first. */
  readonly substitutions: readonly Substitution[];
  /** How long the subject's own children may outlive it, in milliseconds; at most 5000. */
  readonly lingerMs: number;
  /** Ends the wait of `lingerMs` early, when all of it is there. */
  readonly awaits?: readonly AwaitedFile[];
  /**
   * Look for children that left the process group, too, at the end of this very case. Without it they are found and
   * killed with the next batch, and belong to the run. A case with `lingerMs` always looks.
   */
  readonly observeSurvivors?: boolean;
  /** Watch the private tree for files that the subject wrote. Off where nothing judges them: it costs a walk. */
  readonly observeFiles: boolean;
  /** Tell which folders of the private tree exist when the case is over. */
  readonly observeFolders?: boolean;
  /** Give the subject a loopback endpoint in this variable and observe what it sends there. */
  readonly sink?: SinkPlan;
  readonly canaries: readonly Canary[];
  /**
   * Its first spawn tells how long the subject takes over what it is usually asked; `limitMs` is the vendor's own limit.
   * Absent where the input is extreme, so that it says nothing about that.
   */
  readonly timed?: { readonly limitMs: number | null };
  /** The payloads, where they are made and stand in no corpus: what `--adopt` keeps of a counterexample. */
  readonly generated?: readonly Fixture[];
  /** What the suite needs again to judge: fixture name, expectations, … Never read by the harness. */
  readonly context: unknown;
}

/** Why something that a reader might expect was not fed. */
export interface NotFed {
  readonly requirements: readonly string[];
  readonly verdict: 'not-applicable' | 'untested';
  readonly reason: string;
}
