import type { CommandSpec } from './command-spec.ts';
import type { OptionName } from './options.ts';

const SUBJECT: readonly OptionName[] = [
  'role',
  'spec',
  'edition',
  'vendor',
  'event',
  'all-events',
  'runs',
  'seed',
  'timeout',
  'budget',
  'fail-on-leak',
  'project',
  'shell',
  'yes',
  'config',
];

/** Every command of the program, in the order of the help. Its code is loaded only when it is called. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'run',
    words: '[command...]',
    summary: 'test an implementation',
    description:
      "Tests an implementation: feeds it payloads, watches what it does, judges that. With no command, the subjects of hookconf.json; without that file, the hooks that the repository's own vendor configurations register, listed first and run only after a yes at the terminal or with --yes. Options may stand before or after the words of the command; a command with options of its own comes after --.",
    options: [
      ...SUBJECT,
      'level',
      'adopt',
      'only',
      'skip',
      'max-time',
      'concurrency',
      'shard',
      'reporter',
      'json',
      'strict',
      'baseline',
      'update-baseline',
      'quiet',
      'verbose',
      'color',
    ],
    examples: [
      'hookconf run ./my-hook',
      'hookconf run --vendor gemini-cli --json ./my-hook',
      'hookconf run --yes',
      'hookconf run --role emitter --spec agent-hooks -- node emit.js {vendor} {event}',
    ],
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'check',
    words: '<files...>',
    summary: 'check recorded documents',
    description:
      'Checks documents at rest: events and streams of events (JSON lines), native payloads, manifests, discovery files, hook configurations. Says what each was taken for and why, and every finding with line, column and requirement; - is standard input.',
    options: [
      'spec',
      'kind',
      'edition',
      'vendor',
      'event',
      'drift',
      'fail-on-drift',
      'strict',
      'json',
      'quiet',
      'color',
    ],
    examples: [
      'hookconf check hooks.json',
      'hookconf check --spec agent-hooks events.jsonl',
      'hookconf check - < payload.json',
      'hookconf check --drift --fail-on-drift captured/',
    ],
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'repro',
    words: '<case-id> [command...]',
    summary: 'run one case alone and show everything that it saw',
    description:
      'Runs one case alone and shows what was sent, with which environment, what came back, and the judgement. Without a command, the subject of hookconf.json whose plan has the case.',
    options: [...SUBJECT, 'level', 'color'],
    examples: ["hookconf repro 'native/claude-code/004-PreToolUse-Bash' -- ./my-hook"],
    load: async () => (await import('./commands/repro.ts')).repro,
  },
  {
    name: 'list',
    words: '[what] [command...]',
    summary: 'list specs, vendors, requirements, cases, fixtures or scenarios',
    description:
      'Lists specs, vendors, requirements, cases, fixtures or scenarios, one a line; with --json as one document. `list cases` plans for a command like `run` and starts nothing.',
    options: [...SUBJECT, 'level', 'only', 'how', 'json'],
    examples: [
      'hookconf list specs',
      'hookconf list requirements --spec agent-hooks',
      'hookconf list fixtures --vendor claude-code --how recorded',
    ],
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'explain',
    words: '<requirement-id>',
    summary: 'what a requirement says, where, why, and how it is tested',
    description:
      'Prints a requirement: its statement, keyword, grade, citation, why it matters, how it is tested, and the readings taken.',
    options: ['json'],
    examples: ['hookconf explain AH-ENV-003'],
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'schema',
    words: '[name]',
    summary: 'print or list JSON Schemas',
    description: 'Prints a JSON Schema; without a name lists them. --out writes all of them into a folder.',
    options: ['out'],
    examples: ['hookconf schema', 'hookconf schema agent-hooks/0.1.0/event'],
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  {
    name: 'types',
    words: '[name]',
    summary: 'print TypeScript types',
    description:
      'Prints TypeScript types generated from a schema; without a name lists them. --out writes all of them into a folder.',
    options: ['out'],
    examples: ['hookconf types', 'hookconf types agent-hooks/0.1.0/event'],
    load: async () => (await import('./commands/schema.ts')).types,
  },
  {
    name: 'report',
    words: '<report.json...>',
    summary: 'merge shards, compare implementations, render, verify',
    description:
      'Reads reports that run wrote with --reporter json=<file>. One is rendered again; several are compared, with --html as a site. --merge joins the shards of one run, --verify holds a report against this installation and, with --rerun or --sample, against a second run.',
    options: ['reporter', 'json', 'html', 'merge', 'verify', 'rerun', 'sample', 'strict', 'quiet', 'verbose', 'color'],
    examples: [
      'hookconf report report.json --reporter html=report.html',
      'hookconf report one.json other.json --html site/',
      'hookconf report --merge shard-*.json --reporter json=report.json',
      'hookconf report --verify report.json --sample 20',
    ],
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    name: 'badge',
    words: '<report.json>',
    summary: 'write the badge',
    description:
      'Draws the badge of a report as SVG, or as the JSON that a shields endpoint reads (--json, or a file that ends in .json). It says spec, edition, level, role, date, version and what was declared absent; it is grey when nothing was decided.',
    options: ['spec', 'level', 'role', 'subject', 'json', 'out'],
    examples: ['hookconf badge report.json --out badge.svg', 'hookconf badge report.json --spec openhook --json'],
    load: async () => (await import('./commands/badge.ts')).badge,
  },
];
