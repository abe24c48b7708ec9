/** The shape of `vendors/<slug>/vendor.yaml`: everything that is peculiar to one vendor's payloads, as data. */

/** What a native event can hold up: a tool call, a prompt, a permission question, the end of a turn; null: nothing. */
export type Gate = 'tool' | 'prompt' | 'permission' | 'stop';

/** A part of a payload that the harness must be able to find whatever a vendor calls it. */
export const PAYLOAD_PARTS = [
  'session',
  'cwd',
  'roots',
  'transcript',
  'turn',
  'timestamp',
  'toolName',
  'toolInput',
  'toolResult',
  'toolError',
  'toolCallId',
  'agentId',
  'agentType',
  'parentAgent',
  'prompt',
  'response',
  'mode',
  'model',
] as const;
export type PayloadPart = (typeof PAYLOAD_PARTS)[number];

/** JSON Pointers, tried in this order; `*` stands for every item of an array. */
export type PayloadPointers = Readonly<Partial<Record<PayloadPart, readonly string[]>>>;

export interface NativeEvent {
  readonly gates: Gate | null;
  /** The canonical Hook Interchange event, or null where that format has none. */
  readonly canonical: string | null;
  /** Further canonical events that it also stands for. */
  readonly also?: readonly string[];
  /** What the matcher of a registration is compared with (`tool`, or a member's name); null: no matcher. */
  readonly matches: string | null;
  /** The value by which a payload names this event; absent: the event's own name; null: its payload names no event. */
  readonly named?: string | null;
  /** Canonical tool that the event itself stands for, where the payload names none. */
  readonly tool?: string;
  /** Where the parts stand in this event, before the vendor's own list is tried. */
  readonly payload?: PayloadPointers;
  /** False for what a vendor runs as a command without calling it a hook. */
  readonly hook?: boolean;
  /** The vendor's dialect or product that sends it, where there are several. */
  readonly dialect?: string;
  readonly delivery?: Delivery;
  /** Why the event has no fixture, or anything else a reader should know. */
  readonly note?: string;
}

export type Delivery = 'stdin' | 'argument' | 'in-process' | 'http';

export interface Timeout {
  /** Null: the vendor states none. */
  readonly default: number | null;
  readonly unit: 's' | 'ms' | null;
  readonly source: string;
  /** Of the events of a dialect that has a limit of its own. */
  readonly dialects?: Readonly<Record<string, { readonly default: number; readonly unit: 's' | 'ms' }>>;
  /** The longest that hooks on a native event are given, whatever their registration says; in `unit`. */
  readonly most?: Readonly<Record<string, number>>;
}

/** A place in which hooks are registered; `of`: the dialect, or the one event, whose hooks those are. Absent: of all others. */
export interface ConfigPlace {
  readonly path: string;
  readonly scope: string;
  readonly of?: string;
}

export interface Bus {
  /** Where the name stands, and what comes before it in the name of the event here. */
  readonly namedBy: string;
  readonly prefix: string;
  /** What else stands in them, as a regular expression by pointer; one of these tells the vendor. */
  readonly marks: Readonly<Record<string, string>>;
}

export interface Vendor {
  readonly slug: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly delivery: Delivery;
  /** A payload on stdin ends with a line feed. */
  readonly newline: boolean;
  /** Versions that were recorded or read. */
  readonly versions: readonly string[];
  /** The day when its documentation was read; null where everything was recorded or nobody wrote it down. */
  readonly read: string | null;
  /** Where a payload names its event; empty: nowhere. */
  readonly namedBy: readonly string[];
  /** How what is sent over a bus names itself, inside of the payload: a bus has more kinds of events than anybody listed. */
  readonly bus?: Bus;
  readonly payload: PayloadPointers;
  /** Part of the path of every transcript of this vendor, unless its user moved them: one of another vendor's is drift. */
  readonly transcriptsUnder?: string;
  /** What the ids of its sessions look like, where no other vendor's do (a regular expression). */
  readonly sessionIds?: string;
  readonly places: readonly { readonly from: string; readonly to: 'project' | 'home' | 'tmp' }[];
  readonly events: Readonly<Record<string, NativeEvent>>;
  /** Native tool name to the canonical names that it stands for; more than one where the input decides. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly mcp: { readonly form: string; readonly pattern: string } | null;
  readonly timeout: Timeout;
  readonly config: {
    readonly files: readonly ConfigPlace[];
    /** Why no document registers its hooks, where none does. */
    readonly undocumented?: string;
  };
  /** Variables that the vendor sets for a hook, and when. */
  readonly environment: Readonly<Record<string, string>>;
  readonly notes?: readonly string[];
}
