import { ROLES } from '../model/words.ts';
import type { OptionSpec } from './option-spec.ts';

/** Names of all options. */
export type OptionName =
  | 'role'
  | 'spec'
  | 'edition'
  | 'vendor'
  | 'event'
  | 'all-events'
  | 'level'
  | 'adopt'
  | 'set'
  | 'only'
  | 'skip'
  | 'runs'
  | 'seed'
  | 'max-time'
  | 'concurrency'
  | 'timeout'
  | 'shard'
  | 'budget'
  | 'fail-on-leak'
  | 'reporter'
  | 'json'
  | 'strict'
  | 'isolate'
  | 'allow-host'
  | 'project'
  | 'shell'
  | 'yes'
  | 'config'
  | 'quiet'
  | 'verbose'
  | 'color'
  | 'how'
  | 'kind'
  | 'out'
  | 'baseline'
  | 'update-baseline'
  | 'html'
  | 'merge'
  | 'verify'
  | 'rerun'
  | 'sample'
  | 'subject'
  | 'drift'
  | 'fail-on-drift'
  | 'scenario';

/** Options that more than one command has. Each is declared here and nowhere else. */
export const OPTIONS: Readonly<Record<OptionName, OptionSpec>> = {
  role: {
    name: 'role',
    value: 'role',
    words: ROLES,
    summary: 'what the command is: hook (default), emitter, converter or runner',
  },
  spec: {
    name: 'spec',
    value: 'spec',
    summary:
      'what judges it: native (default for a hook), agent-hooks, hook-interchange (default for a converter or runner), openhook, agent-payloads, base-coat',
  },
  edition: { name: 'edition', value: 'edition', repeatable: true, summary: 'edition of the spec that it speaks' },
  vendor: {
    name: 'vendor',
    value: 'vendor',
    repeatable: true,
    summary: 'vendor whose payloads it takes (default: claude-code, codex, gemini-cli, cursor, copilot-cli)',
  },
  event: {
    name: 'event',
    value: 'event',
    repeatable: true,
    summary: 'event that it is registered for, native or canonical',
  },
  'all-events': { name: 'all-events', summary: 'feed every event, not only those that it is registered for' },
  level: { name: 'level', value: '[spec:]name', repeatable: true, summary: 'level that it claims, to judge it by' },
  adopt: {
    name: 'adopt',
    value: 'dir',
    summary: 'keep generated inputs that broke something, made small, as fixtures in this folder',
  },
  set: {
    name: 'set',
    value: 'spec/edition@date',
    repeatable: true,
    summary: 'frozen set of requirements to judge under; what is newer is not scored, what is gone untested',
  },
  only: { name: 'only', value: 'id glob', repeatable: true, summary: 'only requirements or cases with such an id' },
  skip: {
    name: 'skip',
    value: 'id glob',
    repeatable: true,
    summary: 'leave out requirements or cases with such an id',
  },
  runs: {
    name: 'runs',
    value: 'n',
    number: { integer: true, min: 1, max: 1_000_000 },
    summary: 'generated inputs per property (default 100)',
  },
  seed: {
    name: 'seed',
    value: 'n',
    number: { integer: true, min: -0x80000000, max: 0xffffffff },
    summary: 'seed of everything generated (default 42)',
  },
  'max-time': {
    name: 'max-time',
    value: 's',
    number: { integer: false, min: 0.001 },
    summary: 'stop after so many seconds; nothing is granted then',
  },
  concurrency: {
    name: 'concurrency',
    value: 'n',
    number: { integer: true, min: 1, max: 1024 },
    summary: 'cases at once (default: the cores)',
  },
  timeout: {
    name: 'timeout',
    value: 's',
    number: { integer: false, min: 0.001, max: 86_400 },
    summary: 'seconds that it may take, as its author declares (default: the vendor’s limit, at most 30)',
  },
  budget: {
    name: 'budget',
    value: 'ms',
    number: { integer: false, min: 0.001 },
    summary: 'milliseconds within which 95 of 100 answers come, as its author declares',
  },
  'fail-on-leak': {
    name: 'fail-on-leak',
    value: 'kind',
    repeatable: true,
    words: ['tool-result', 'prompt', 'file-content', 'transcript', 'secret', 'identity', 'tool-input'],
    summary: 'fail when planted text of this kind comes out',
  },
  shard: { name: 'shard', value: 'i/n', summary: 'run only part i of n of the cases' },
  reporter: {
    name: 'reporter',
    value: 'name[=file]',
    repeatable: true,
    summary: 'print or write a report (repeatable; default: table)',
  },
  json: { name: 'json', summary: 'short for --reporter json, with nothing else on stdout' },
  strict: { name: 'strict', summary: 'warnings fail too' },
  isolate: {
    name: 'isolate',
    summary: 'no network for the subject but the endpoint of its case (Linux); the report says what it tried to reach',
  },
  'allow-host': {
    name: 'allow-host',
    value: 'host',
    repeatable: true,
    summary: 'host that an HTTP hook may be on, beside this machine',
  },
  project: { name: 'project', value: 'dir', summary: 'folder that is copied into every case as its project' },
  shell: { name: 'shell', summary: 'hand the command to /bin/sh' },
  yes: {
    name: 'yes',
    summary: "run the hooks that the repository's vendor configurations register without asking",
  },
  config: { name: 'config', value: 'file', summary: 'read this configuration instead of ./hookconf.json' },
  quiet: { name: 'quiet', short: 'q', summary: 'one line a subject' },
  verbose: { name: 'verbose', summary: 'everything of a failing case' },
  drift: {
    name: 'drift',
    summary: 'the files, and what is in the folders, are captured payloads: say what in them is new',
  },
  'fail-on-drift': { name: 'fail-on-drift', summary: 'drift in a payload fails (DC-DRIFT)' },
  scenario: {
    name: 'scenario',
    value: 'name',
    summary: 'the stream is what came of this scenario (hookconf list scenarios)',
  },
  color: { name: 'color', negative: true, summary: 'no colours' },
  how: {
    name: 'how',
    value: 'how',
    repeatable: true,
    words: ['recorded', 'public-evidence', 'documented', 'synthetic'],
    summary: 'how a fixture is known',
  },
  kind: {
    name: 'kind',
    value: 'kind',
    summary: 'kind of document, where a specification has several: event, manifest, …',
  },
  out: { name: 'out', value: 'path', summary: 'write into this folder, or file, instead of printing' },
  baseline: {
    name: 'baseline',
    value: 'file',
    summary: 'failures that are known: they do not fail the run, all else does',
  },
  'update-baseline': { name: 'update-baseline', summary: 'write the failures of this run into the --baseline file' },
  html: { name: 'html', value: 'dir', summary: 'write a site that compares the implementations into this folder' },
  merge: { name: 'merge', summary: 'join the shards of one run' },
  verify: { name: 'verify', summary: 'hold what the report rests on against this installation' },
  rerun: { name: 'rerun', summary: 'with --verify: run everything again and compare the verdicts' },
  sample: {
    name: 'sample',
    value: 'n',
    number: { integer: true, min: 1 },
    summary: 'with --verify: run so many requirements again, chosen at random',
  },
  subject: { name: 'subject', value: 'name', summary: 'the subject that the badge is about' },
};

/** Options that say what is tested and how: of every command that plans or runs cases. */
export const SUBJECT_OPTIONS: readonly OptionName[] = [
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
  'isolate',
  'allow-host',
  'project',
  'shell',
  'yes',
  'config',
];
