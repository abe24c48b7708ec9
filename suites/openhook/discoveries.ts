import type { JsonValue } from '../../harness/model/json.ts';

/** One experiment with a discovery file: hooks whose commands leave a mark, an event, and which marks must be there. */
export interface Discovery {
  readonly name: string;
  readonly rows: readonly string[];
  readonly says: string;
  readonly hooks: readonly JsonValue[];
  /** The whole file in place of one that holds `hooks`; null: there is none. */
  readonly file?: string | null;
  /** A second discovery file in a folder of the project, which is not its root. */
  readonly below?: readonly JsonValue[];
  readonly type?: string;
  /** Marks that must be there (true) or must not. */
  readonly marks: Readonly<Record<string, boolean>>;
  /** The file is broken, so that the runner may refuse it; marks that only the information-grade row asks for. */
  readonly recorded?: Readonly<Record<string, boolean>>;
  /** `waits`: the runner ends after the mark was made; `leaves`: before. */
  readonly time?: 'waits' | 'leaves';
  /** The mark that holds what the hook got on stdin. */
  readonly envelope?: string;
  /** The text that a mark must hold. */
  readonly holds?: readonly [mark: string, text: string];
}

const mark = (name: string): string => `cat > ${name}`;
/** A hook that is waited for takes so long, and one that is not takes longer: no machine starts a runner that slowly. */
export const WAITED_MS = 1200;
export const LEFT_MS = 6000;
const slow = (name: string, ms: number): string => `sleep ${ms / 1000}; echo done > ${name}`;

/** The event types of the specification. */
const TYPES = ['session.start', 'prompt.submit', 'tool.start', 'tool.end', 'file.write', 'session.end'] as const;

const BROKEN_ENTRIES: Readonly<Record<string, JsonValue>> = {
  'command-missing': { events: ['*'] },
  'command-no-text': { command: 7, events: ['*'] },
  'command-by-another-name': { cmd: mark('other.json'), run: mark('other.json'), script: mark('other.json') },
  text: 'true',
  null: null,
  'events-text': { command: 'true', events: 'session.end' },
  'events-object': { command: 'true', events: { 'session.end': true } },
};

const BROKEN_FILES: Readonly<Record<string, string | null>> = {
  'no-json': '{ "openhook": "0.1", "hooks": [',
  empty: '',
  'hooks-missing': '{"openhook":"0.1"}',
  'hooks-object': '{"openhook":"0.1","hooks":{"command":"true"}}',
  'a-list': '[]',
  'not-there': null,
};

export const CASES: readonly Discovery[] = [
  {
    name: 'found',
    rows: ['OH-DISC-001', 'OH-DISC-003', 'OH-LVL-009'],
    says: 'a file in the root of the project',
    hooks: [{ command: mark('ran.json'), events: ['session.end'] }],
    marks: { 'ran.json': true },
  },
  {
    name: 'stdin',
    rows: ['OH-DISC-006'],
    says: 'a hook that stores its stdin',
    hooks: [{ command: mark('ran.json'), events: ['session.end'] }],
    marks: { 'ran.json': true },
    envelope: 'ran.json',
  },
  {
    name: 'shell',
    rows: ['OH-DISC-005'],
    says: 'a command with a pipe',
    hooks: [{ command: 'echo piped | tr p P > piped.txt', events: ['session.end'] }],
    marks: { 'piped.txt': true },
    holds: ['piped.txt', 'PiPed'],
  },
  {
    name: 'arguments',
    rows: ['OH-DISC-016'],
    says: 'a command with a word and an option',
    hooks: [{ command: 'sh ./probe.sh hook --provider otlp', events: ['session.end'] }],
    marks: { 'arguments.txt': true },
    holds: ['arguments.txt', 'hook --provider otlp'],
  },
  {
    name: 'filter',
    rows: ['OH-DISC-007'],
    says: 'hooks for one event each, and a tool.start',
    hooks: [
      { command: mark('end.json'), events: ['session.end'] },
      { command: mark('tool.json'), events: ['tool.start'] },
    ],
    type: 'tool.start',
    marks: { 'end.json': false, 'tool.json': true },
  },
  {
    name: 'several',
    rows: ['OH-DISC-012'],
    says: 'two hooks',
    hooks: [
      { command: mark('one.json'), events: ['session.end'] },
      { command: mark('two.json'), events: ['session.end'] },
    ],
    marks: { 'one.json': true, 'two.json': true },
  },
  {
    name: 'several-of-them-wanted',
    rows: ['OH-DISC-007'],
    says: 'three hooks of which two want the event, one by a list',
    hooks: [
      { command: mark('one.json'), events: ['session.start', 'tool.end', 'file.write'] },
      { command: mark('two.json'), events: ['session.end'] },
      { command: mark('three.json'), events: ['tool.end'] },
    ],
    type: 'tool.end',
    marks: { 'one.json': true, 'two.json': false, 'three.json': true },
  },
  {
    name: 'several-by-lists',
    rows: ['OH-DISC-012'],
    says: 'two hooks that want the event, one by a list',
    hooks: [
      { command: mark('one.json'), events: ['session.start', 'tool.end', 'file.write'] },
      { command: mark('two.json'), events: ['tool.end'] },
    ],
    type: 'tool.end',
    marks: { 'one.json': true, 'two.json': true },
  },
  {
    name: 'part-of-a-name',
    rows: ['OH-DISC-007'],
    says: 'hooks whose events are only parts of the name of the event',
    hooks: [
      { command: mark('part.json'), events: ['tool', 'session', 'end', 'tool.en'] },
      { command: mark('whole.json'), events: ['tool.end'] },
    ],
    type: 'tool.end',
    marks: { 'part.json': false, 'whole.json': true },
  },
  {
    name: 'not-below',
    rows: ['OH-DISC-001'],
    says: 'a file in the root of the project, and one in a folder below',
    hooks: [{ command: mark('root.json'), events: ['session.end'] }],
    below: [{ command: mark('below.json'), events: ['session.end'] }],
    marks: { 'root.json': true, 'below.json': false },
  },
  {
    name: 'no-command',
    rows: ['OH-DISC-004'],
    says: 'an entry without a command',
    hooks: [{ events: ['*'] }],
    marks: {},
    recorded: {},
  },
  ...TYPES.flatMap((type): Discovery[] => [
    {
      name: `default-${type}`,
      rows: ['OH-DISC-008'],
      says: `a hook without events, and a ${type}`,
      hooks: [{ command: mark('ran.json') }],
      type,
      marks: { 'ran.json': true },
    },
    {
      name: `star-${type}`,
      rows: ['OH-DISC-009'],
      says: `a hook for all events, and a ${type}`,
      hooks: [{ command: mark('ran.json'), events: ['*'] }],
      type,
      marks: { 'ran.json': true },
    },
  ]),
  ...Object.entries(BROKEN_ENTRIES).map(
    ([name, entry]): Discovery => ({
      name: `broken-entry-${name}`,
      rows: ['OH-DISC-015', ...(name.startsWith('command') ? ['OH-DISC-004'] : [])],
      says: `an entry that is broken (${name}) before one that is not`,
      hooks: [entry, { command: mark('good.json'), events: ['session.end'] }],
      marks: { 'other.json': false },
      recorded: { 'good.json': true },
    }),
  ),
  ...Object.entries(BROKEN_FILES).map(
    ([name, file]): Discovery => ({
      name: `broken-file-${name}`,
      rows: ['OH-DISC-015'],
      says: `a discovery file that is broken (${name})`,
      hooks: [],
      file,
      marks: {},
    }),
  ),
  {
    name: 'waits',
    rows: ['OH-DISC-011'],
    says: 'a slow hook',
    hooks: [{ command: slow('slow.txt', WAITED_MS), events: ['session.end'] }],
    marks: { 'slow.txt': true },
    time: 'waits',
  },
  {
    name: 'waits-when-told',
    rows: ['OH-DISC-011'],
    says: 'a slow hook with async false',
    hooks: [{ command: slow('slow.txt', WAITED_MS), async: false, events: ['session.end'] }],
    marks: { 'slow.txt': true },
    time: 'waits',
  },
  {
    name: 'async',
    rows: ['OH-DISC-010'],
    says: 'a slow hook with async true',
    hooks: [{ command: slow('slow.txt', LEFT_MS), async: true, events: ['session.end'] }],
    marks: { 'slow.txt': true },
    time: 'leaves',
  },
];
