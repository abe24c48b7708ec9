import { basename } from 'node:path';
import { UsageError } from '../errors.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { SURFACES, type Subject, type Surface } from '../model/subject.ts';
import type { Suite } from '../model/suite.ts';
import type { Posture, Role } from '../model/words.ts';
import { didYouMean } from '../text/nearest.ts';
import type { ConfigSubject } from './config.ts';
import { checkMembers } from './member-roles.ts';

/** A suite before it is loaded: its code costs start-up time only where it judges something. */
export interface SuiteEntry {
  readonly spec: string;
  readonly roles: readonly Role[];
  /** The role whose members of hookconf.json a subject may have beside its own role's, because it is judged as one of those. */
  readonly alsoAs?: Readonly<Partial<Record<Role, Role>>>;
  load(): Promise<Suite>;
}

/** What the harness needs to know of the specifications and vendors, given by the command line's composition root. */
export interface Knowledge {
  readonly suites: readonly SuiteEntry[];
  /** The specification that judges a role when none is named; undefined where one must be named. */
  defaultSpec(role: Role): string | undefined;
  /** Specifications for which a hook and an emitter could both be meant. */
  readonly ambiguousSpecs: readonly string[];
  /** Canonical slug of a vendor or alias. Throws UsageError for an unknown one. */
  vendorSlug(name: string): string;
  readonly defaultVendors: readonly string[];
  /** The suite as it judges under the frozen sets of these names. Throws UsageError for an unknown one. */
  underSets?(suite: Suite, names: readonly string[]): Suite;
}

/** Options of the command line that stand above a subject's own members. */
export interface SubjectOverrides {
  readonly role?: Role;
  readonly spec?: string;
  readonly editions?: readonly string[];
  readonly vendors?: readonly string[];
  readonly events?: readonly string[];
  /** `[<spec>:]<name>` as given to --level. */
  readonly levels?: readonly string[];
  /** Frozen sets of requirements to judge under, `<spec>/<edition>@<date>`. */
  readonly sets?: readonly string[];
  readonly timeoutS?: number;
  readonly budgetMs?: number;
  readonly failOnLeak?: readonly string[];
}

/** Members of hookconf.json that hold for every subject that doesn't say otherwise. */
export interface Inherited {
  readonly surface?: Partial<Record<Surface, boolean>>;
  readonly posture?: Posture;
}

/**
 * The suite that judges a role by a specification.
 * @throws UsageError when no suite does.
 */
function suiteFor(role: Role, spec: string, suites: readonly SuiteEntry[]): SuiteEntry {
  const bySpec = suites.filter((suite) => suite.spec === spec);
  const suite = bySpec.find((candidate) => candidate.roles.includes(role));
  if (suite !== undefined) return suite;
  if (bySpec.length === 0) {
    const known = [...new Set(suites.map((candidate) => candidate.spec))];
    throw new UsageError(
      'unknown-spec',
      `unknown spec "${spec}"${didYouMean(spec, known)}`,
      `known are ${known.join(', ')}`,
    );
  }
  const roles = [...new Set(bySpec.flatMap((candidate) => candidate.roles))];
  throw new UsageError(
    'role-without-suite',
    `${spec} has no rules for the role ${role}`,
    `it judges ${roles.join(', ')}`,
  );
}

function roleAndSpec(
  entry: ConfigSubject,
  overrides: SubjectOverrides,
  knowledge: Knowledge,
): { role: Role; spec: string } {
  const given = overrides.spec ?? entry.spec;
  const role = overrides.role ?? entry.role;
  if (given !== undefined && role === undefined && knowledge.ambiguousSpecs.includes(given)) {
    throw new UsageError(
      'role-missing',
      `${given} judges hooks and emitters, and the subject doesn't say which it is`,
      'add --role emitter (it sends events) or --role hook (it receives them)',
    );
  }
  const resolved: Role = role ?? 'hook';
  const spec = given ?? knowledge.defaultSpec(resolved);
  if (spec === undefined) {
    const known = knowledge.suites
      .filter(({ roles }) => roles.includes(resolved))
      .map((suite) => `--spec ${suite.spec}`);
    const last = known.pop() ?? '--spec';
    throw new UsageError(
      'spec-missing',
      `the role ${resolved} needs a spec`,
      `add ${known.length === 0 ? last : `${known.join(', ')} or ${last}`}`,
    );
  }
  return { role: resolved, spec };
}

function editionsOf(entry: ConfigSubject, overrides: SubjectOverrides, suite: Suite): readonly string[] {
  const given = overrides.editions ?? (entry.edition === undefined ? undefined : [entry.edition].flat());
  if (given === undefined || given.length === 0) return [suite.defaultEdition];
  for (const edition of given) {
    if (!suite.editions.includes(edition)) {
      throw new UsageError(
        'unknown-edition',
        `unknown edition "${edition}" of ${suite.spec}${didYouMean(edition, suite.editions)}`,
        `known are ${suite.editions.join(', ')}`,
      );
    }
  }
  return [...new Set(given)];
}

/** Splits `[<spec>:]<name>`; a name without a spec belongs to the subject's own. */
export function levelWord(word: string, ownSpec: string): { spec: string; name: string } {
  const colon = word.indexOf(':');
  return colon < 0 ? { spec: ownSpec, name: word } : { spec: word.slice(0, colon), name: word.slice(colon + 1) };
}

/**
 * The level of a suite by its name, in any letter case.
 * @throws UsageError for a name that the suite doesn't have, with the nearest one.
 */
export function levelNamed(name: string, suite: Suite): string {
  const names = suite.levels.map((level) => level.name);
  if (names.length === 0) throw new UsageError('unknown-level', `${suite.spec} has no levels`, 'leave --level out');
  const found = names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(
    'unknown-level',
    `unknown level "${name}" of ${suite.spec}${didYouMean(name, names)}`,
    `known are ${names.join(', ')}`,
  );
}

function claimsOf(entry: ConfigSubject, overrides: SubjectOverrides, suite: Suite): string[] {
  if (overrides.levels !== undefined && overrides.levels.length > 0) {
    return overrides.levels
      .map((word) => levelWord(word, suite.spec))
      .filter((level) => level.spec === suite.spec)
      .map((level) => levelNamed(level.name, suite));
  }
  const claims = entry.claims;
  if (claims === undefined) return [];
  const stray = isObject(claims) ? Object.keys(claims).find((spec) => spec !== suite.spec) : undefined;
  // A claim that nothing judges would be ignored in silence.
  if (stray !== undefined) {
    throw new UsageError(
      'claim-of-another-spec',
      `the subject ${entry.name ?? [entry.command ?? ''].flat().join(' ')} claims a level of ${stray} and is judged by ${suite.spec}`,
      'claim it for a subject of that spec, or at the top for the project',
    );
  }
  const own: unknown = isObject(claims) ? claims[suite.spec] : claims;
  return [own].flat().flatMap((name) => (typeof name === 'string' ? [levelNamed(name, suite)] : []));
}

function eventsOf(
  entry: ConfigSubject,
  overrides: SubjectOverrides,
  knowledge: Knowledge,
): Record<string, readonly string[]> | null {
  if (overrides.events !== undefined && overrides.events.length > 0) return { '*': overrides.events };
  const events = entry.events;
  if (events === undefined) return null;
  if (Array.isArray(events)) return { '*': events };
  return Object.fromEntries(
    Object.entries(events).map(([vendor, names]) => [knowledge.vendorSlug(vendor), names as string[]]),
  );
}

/** A short name for reports: the program itself, or the first argument that looks like the author's own file. */
function subjectName(words: readonly string[], shell = false): string {
  const own = words.find((word, index) =>
    index === 0 ? word.includes('/') : /^\.{0,2}\/|\.[a-z]{1,4}$/i.test(word) && !word.startsWith('-'),
  );
  const word = own ?? words[0] ?? 'subject';
  return basename(shell ? (word.split(/\s/)[0] ?? word) : word) || word;
}

/**
 * A subject of hookconf.json, or of the command line, with every default applied (contract, section 3).
 * @throws UsageError for unknown names and for combinations that can't be meant.
 */
export async function resolveSubject(
  entry: ConfigSubject,
  raw: JsonObject,
  inherited: Inherited,
  overrides: SubjectOverrides,
  knowledge: Knowledge,
): Promise<{ readonly subject: Subject; readonly suite: Suite }> {
  const { role, spec } = roleAndSpec(entry, overrides, knowledge);
  const found = suiteFor(role, spec, knowledge.suites);
  checkMembers(entry, role, found.alsoAs?.[role]);
  const newest = await found.load();
  const suite = knowledge.underSets?.(newest, overrides.sets ?? []) ?? newest;
  const command = entry.command === undefined ? [] : [entry.command].flat();
  const commands = (entry.commands ?? {}) as Record<string, readonly string[]>;
  if (command.length === 0 && Object.keys(commands).length === 0 && entry.url === undefined) {
    throw new UsageError(
      'command-missing',
      `the subject ${entry.name ?? role} has no command`,
      'give it "command", "commands" or "url"',
    );
  }
  if (entry.url !== undefined && (command.length > 0 || Object.keys(commands).length > 0)) {
    throw new UsageError(
      'url-and-command',
      `the subject ${entry.name ?? entry.url} has a url and a command`,
      'keep one of them; what starts the server of a url stands in "start"',
    );
  }
  if (entry.start !== undefined && entry.url === undefined) {
    throw new UsageError(
      'start-without-url',
      `the subject ${entry.name ?? role} has "start" and no "url"`,
      'name the URL that is then served',
    );
  }
  const declaredVendors = overrides.vendors ?? entry.vendors;
  const surface = Object.fromEntries(
    SURFACES.map((word) => [
      word,
      (entry.surface as Partial<Record<Surface, boolean>> | undefined)?.[word] ?? inherited.surface?.[word] ?? true,
    ]),
  );
  const timeoutS = overrides.timeoutS ?? entry.timeout;
  const output = entry.output ?? 'stdout';
  const subject: Subject = {
    name:
      entry.name ??
      subjectName(
        command.length > 0 ? command : (Object.values(commands)[0] ?? [entry.url ?? role]),
        entry.shell !== undefined && entry.shell !== false,
      ),
    role,
    spec,
    editions: editionsOf(entry, overrides, suite),
    command,
    commands,
    ...(entry.url === undefined ? {} : { url: entry.url }),
    ...(entry.start === undefined ? {} : { start: entry.start }),
    vendors: [...new Set((declaredVendors ?? knowledge.defaultVendors).map((name) => knowledge.vendorSlug(name)))],
    vendorsDeclared: declaredVendors !== undefined,
    events: eventsOf(entry, overrides, knowledge),
    tools: entry.tools ?? null,
    guard: entry.guard ?? false,
    posture: entry.posture ?? inherited.posture ?? null,
    output: isObject(output) ? { http: String(output['http']) } : (output as 'stdout' | 'log'),
    drive: entry.drive ?? 'native',
    worker: entry.worker ?? false,
    supports: entry.supports ?? [],
    surfaces: entry.surfaces ?? [],
    surface: surface as Record<Surface, boolean>,
    claims: [...new Set(claimsOf(entry, overrides, suite))],
    rollout: entry.rollout ?? false,
    verbose: entry.verbose === undefined ? null : (entry.verbose.env as Record<string, string>),
    declaredTimeoutMs: timeoutS === undefined ? null : Math.round(timeoutS * 1000),
    budgetMs: overrides.budgetMs ?? entry.budget ?? null,
    ...(overrides.failOnLeak === undefined ? {} : { failOnLeak: overrides.failOnLeak }),
    raw,
  };
  return { subject, suite };
}
