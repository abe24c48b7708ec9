import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { JsonObject } from '../model/json.ts';
import { ROLES, type Role } from '../model/words.ts';
import type { ProjectClaims } from '../report/project-levels.ts';
import { type ConfigSubject, loadConfig } from '../run/config.ts';
import type { Progress, RunEntry, RunRequest } from '../run/run.ts';
import { levelWord } from '../run/subject.ts';
import { version } from '../version.ts';
import { flag, type Io, number, type OptionValues, text, texts } from './command-spec.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { flagsOf } from './option-spec.ts';
import { OPTIONS, type OptionName, SUBJECT_OPTIONS } from './options.ts';

const DEFAULT_SEED = 42;
const DEFAULT_RUNS = 100;

function shardOf(value: string | undefined): { index: number; of: number } | null {
  if (value === undefined) return null;
  const match = /^(\d+)\/(\d+)$/.exec(value);
  const index = Number(match?.[1]);
  const of = Number(match?.[2]);
  if (match === null || of < 1 || index < 1 || index > of) {
    throw new UsageError(
      'bad-shard',
      `--shard takes i/n with i from 1 to n, not "${value}"`,
      'for the second of four write --shard 2/4',
    );
  }
  return { index, of };
}

/** Options that shape the plan: a replay line repeats them, or it would name a case that isn't there. */
const SHAPING: readonly OptionName[] = [...SUBJECT_OPTIONS, 'level', 'set'];

function replayOptions(options: OptionValues): string[] {
  return SHAPING.flatMap((name) => {
    const value = options[name];
    if (value === undefined || value === false) return [];
    const flags = flagsOf(OPTIONS[name]).split(' ')[0] ?? '';
    if (value === true) return [flags];
    return [value].flat().flatMap((one) => [flags, String(one)]);
  });
}

function configClaims(claims: Record<string, string | string[]> | undefined): ProjectClaims {
  return Object.fromEntries(Object.entries(claims ?? {}).map(([spec, names]) => [spec, [names].flat()]));
}

interface Entries {
  readonly entries: readonly RunEntry[];
  /** Vendors and events of the command line have already chosen among them. */
  readonly chosen?: boolean;
  readonly folder: string;
  readonly projectName?: string;
  readonly claims: ProjectClaims;
  readonly inherited: RunRequest['inherited'];
}

/** The subjects: the words of the command line, or hookconf.json. */
async function entriesOf(words: readonly string[], options: OptionValues, io: Io): Promise<Entries> {
  if (words.length > 0) {
    const entry: ConfigSubject = {
      command: [...words] as [string, ...string[]],
      ...(flag(options, 'shell') ? { shell: true } : {}),
    };
    return { entries: [{ entry, raw: entry as unknown as JsonObject }], folder: io.cwd, claims: {}, inherited: {} };
  }
  const file = text(options, 'config') ?? join(io.cwd, 'hookconf.json');
  if (text(options, 'config') === undefined && !existsSync(file)) {
    const { discovered } = await import('./discovered.ts');
    const { folder, subjects } = await discovered(options, io);
    const entries = subjects.map(({ entry, raw, launch, check, file, words: named }) => ({
      entry,
      raw,
      launch,
      check: (path: string) => check(folder, path),
      registered: { file, words: named(folder) },
    }));
    return { entries, chosen: true, folder, claims: {}, inherited: {} };
  }
  const { config, raw, folder } = await loadConfig(file);
  return {
    entries: config.subjects.map((entry, index) => ({ entry, raw: raw[index] ?? {} })),
    folder,
    ...(config.name === undefined ? {} : { projectName: config.name }),
    claims: configClaims(config.claims as Record<string, string | string[]> | undefined),
    inherited: {
      ...(config.surface === undefined ? {} : { surface: config.surface as Record<string, boolean> }),
      ...(config.posture === undefined ? {} : { posture: config.posture }),
    },
  };
}

/** A --level of a spec that judges none of the subjects would be ignored in silence: a slip that grants nothing. */
function checkLevels(levels: readonly string[], entries: Entries, spec: string | undefined): void {
  for (const word of levels) {
    const named = levelWord(word, '').spec;
    if (named === '') continue;
    const judged = entries.entries.map(
      ({ entry }) => spec ?? entry.spec ?? KNOWLEDGE.defaultSpec((entry.role ?? 'hook') as Role) ?? '',
    );
    if (!judged.includes(named)) {
      throw new UsageError(
        'level-without-subject',
        `--level ${word}: no subject is judged by ${named}`,
        `add --spec ${named}`,
      );
    }
  }
}

/** Reads the command line and the configuration into a request. Throws UsageError on anything that can't be meant. */
export async function requestOf(
  words: readonly string[],
  options: OptionValues,
  io: Io,
  onProgress?: (progress: Progress) => void,
): Promise<RunRequest> {
  const role = text(options, 'role');
  const spec = text(options, 'spec');
  const { chosen, ...entries } = await entriesOf(words, options, io);
  const levels = texts(options, 'level');
  checkLevels(levels, entries, spec);
  const given = (name: OptionName): readonly string[] | undefined =>
    options[name] === undefined ? undefined : texts(options, name);
  const declared = (name: OptionName): readonly string[] | undefined => (chosen === true ? undefined : given(name));
  if (options.set !== undefined && options.shard !== undefined) {
    throw new UsageError(
      'set-and-shard',
      '--set and --shard do not go together: shards are joined under the newest set',
      'leave one of them out',
    );
  }
  const editions = given('edition');
  const vendors = declared('vendor');
  const events = declared('event');
  const timeoutS = number(options, 'timeout');
  const project = text(options, 'project');
  return {
    ...entries,
    cwd: io.cwd,
    path: io.env['PATH'] ?? '',
    env: io.env,
    overrides: {
      ...(role === undefined ? {} : { role: ROLES.find((one) => one === role) ?? 'hook' }),
      ...(spec === undefined ? {} : { spec }),
      ...(editions === undefined ? {} : { editions }),
      ...(vendors === undefined ? {} : { vendors }),
      ...(events === undefined ? {} : { events }),
      ...(levels.length === 0 ? {} : { levels }),
      ...(options.set === undefined ? {} : { sets: texts(options, 'set') }),
      ...(timeoutS === undefined ? {} : { timeoutS }),
      ...(number(options, 'budget') === undefined ? {} : { budgetMs: number(options, 'budget') ?? 0 }),
      ...(options['fail-on-leak'] === undefined ? {} : { failOnLeak: texts(options, 'fail-on-leak') }),
    },
    select: { only: texts(options, 'only'), skip: texts(options, 'skip'), shard: shardOf(text(options, 'shard')) },
    seed: number(options, 'seed') ?? DEFAULT_SEED,
    runs: number(options, 'runs') ?? DEFAULT_RUNS,
    allEvents: flag(options, 'all-events'),
    concurrency: number(options, 'concurrency') ?? availableParallelism(),
    maxTimeS: number(options, 'max-time') ?? null,
    ...(project === undefined ? {} : { project }),
    strict: flag(options, 'strict'),
    isolate: flag(options, 'isolate'),
    allowHosts: texts(options, 'allow-host'),
    again: { options: replayOptions(options), command: words },
    version: version(),
    signal: io.signal,
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}
