import type { Case, NotFed, SpawnPlan } from '../../../harness/model/case.ts';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { Subject } from '../../../harness/model/subject.ts';
import type { Plan, PlanContext } from '../../../harness/model/suite.ts';
import type { BaseCoatName } from '../../registries.ts';
import { availability, type BaseCoatSurface, fileContent, fileSchemas, keyOf, points } from '../surfaces.ts';

export type Verb = 'encode' | 'decode' | 'validate';

/** What must be seen of one conversion. `key` is the native name, `point` the Base Coat one. */
export type Expectation =
  /** The hook stands under one of these keys and under no other; letter case counts only where `exact`. */
  | { readonly kind: 'key'; readonly any: readonly string[]; readonly exact: boolean }
  /** Not written, and a warning or the refusal says so; `or`: written with a warning passes, too. */
  | { readonly kind: 'left-out'; readonly silently: boolean; readonly orWarned: boolean }
  /** The hook comes back under this Base Coat name; `orWarned`: or a warning says that it was left out. */
  | { readonly kind: 'point'; readonly name: string; readonly orWarned: boolean }
  /** Errors, a warning or a refusal (true), or none of errors (false, judged only where it answered). */
  | { readonly kind: 'objects'; readonly owed: boolean };

export interface ConverterContext {
  readonly kind: 'converter';
  readonly surface: string;
  readonly declared: boolean;
  readonly requirements: readonly string[];
  readonly expect: Expectation;
  readonly says: string;
  readonly verb: Verb;
}

/** What a converter translates to and from. */
export const TARGETS = ['vs-code', 'copilot-cli', 'cloud-agent', 'claude-code'] as const;
type Target = (typeof TARGETS)[number];

const OF_VENDOR: Readonly<Record<string, Target>> = {
  'vs-code-copilot': 'vs-code',
  'copilot-cli': 'copilot-cli',
  'copilot-cloud-agent': 'cloud-agent',
  'claude-code': 'claude-code',
};

/** The command by which a hook is found again. */
export const MARKER = './scripts/mark-5e1.sh';
const ENTRY: JsonObject = { type: 'command', bash: MARKER, command: MARKER, timeoutSec: 5 };
/** The same in the members that Claude Code has. */
const CLAUDE_ENTRY: JsonObject = { type: 'command', command: MARKER, timeout: 5 };

function targetsOf(subject: Subject): readonly Target[] {
  const named = new Set<string>([
    ...subject.surfaces,
    ...(subject.vendorsDeclared ? subject.vendors.map((vendor) => OF_VENDOR[vendor] ?? '') : []),
  ]);
  const found = TARGETS.filter((target) => named.has(target));
  return found.length > 0 ? found : TARGETS;
}

function isDeclared(subject: Subject, target: Target): boolean {
  return subject.surfaces.includes(target) || (subject.vendorsDeclared && targetsOf(subject).includes(target));
}

interface Draft {
  readonly id: string;
  readonly target: Target;
  /** `odd`: the input has a name that its platform doesn't. */
  readonly steps: readonly { readonly verb: Verb; readonly input: JsonObject | 'answer'; readonly odd?: boolean }[];
  readonly requirements: string;
  readonly expect: Expectation;
  readonly says: string;
}

/** Names that stand for the same point in a native file: the table's, and what the platforms really have (E-BC-03, E-BC-04). */
function accepted(name: BaseCoatName): readonly string[] {
  const native = name.vscode_copilot_cli ?? name.basecoat;
  if (name.basecoat === 'SessionEnd') return [native, 'sessionEnd', 'SessionEnd'];
  return name.basecoat === 'UserPromptSubmitted' ? [native, 'userPromptSubmitted'] : [native];
}

/** Points whose letter case is not judged but by BC-NAM-023. */
const ANY_CASE = ['UserPromptSubmitted', 'PreToolUse', 'PostToolUse'];

function canonical(point: string): JsonObject {
  return { hooks: { [point]: [ENTRY] } };
}

function nativeFile(target: BaseCoatSurface, key: string): JsonObject {
  return fileContent(target, { [key]: [target === 'claude-code' ? CLAUDE_ENTRY : ENTRY] });
}

/** Cells of the name column: VS Code and Copilot CLI share it. */
function namedCells(target: Target, name: BaseCoatName): Draft[] {
  const { basecoat: point, vscode_copilot_cli: key, requirements } = name;
  const row = requirements.name;
  const at = (id: string): string => `${target}/${id}/${point}`;
  if (key === null)
    return [
      {
        id: at('encode'),
        target,
        steps: [{ verb: 'encode', input: canonical(point) }],
        requirements: row,
        expect: { kind: 'left-out', silently: false, orWarned: false },
        says: `${point} has no name on a platform`,
      },
      {
        id: at('validate'),
        target,
        steps: [{ verb: 'validate', input: canonical(point) }],
        requirements: row,
        expect: { kind: 'objects', owed: true },
        says: `${point} has no name on a platform`,
      },
    ];
  const exact = !ANY_CASE.includes(point) && target !== 'claude-code';
  const encode = { verb: 'encode', input: canonical(point) } as const;
  const exactly: Draft = {
    id: at('spelling'),
    target,
    steps: [encode],
    requirements: 'BC-NAM-023',
    expect: { kind: 'key', any: [key], exact: true },
    says: `${point} is spelled ${key} in native files`,
  };
  const odd = key.charAt(0) === key.charAt(0).toLowerCase() ? key.charAt(0).toUpperCase() : key.charAt(0).toLowerCase();
  return [
    {
      id: at('encode'),
      target,
      steps: [encode],
      requirements: row,
      expect: { kind: 'key', any: accepted(name), exact },
      says: `${point} is written ${key}`,
    },
    ...(target === 'claude-code' ? [] : [exactly]),
    {
      id: at('decode'),
      target,
      steps: [{ verb: 'decode', input: nativeFile(target, keyOf(point, target)) }],
      requirements: row,
      expect: { kind: 'point', name: point, orWarned: target === 'claude-code' && point === 'SessionEnd' },
      says: `${key} of a native file is ${point}`,
    },
    {
      id: at('there-and-back'),
      target,
      steps: [encode, { verb: 'decode', input: 'answer' }],
      requirements: row,
      expect: { kind: 'point', name: point, orWarned: false },
      says: `${point} comes back from its native file`,
    },
    ...(ANY_CASE.includes(point)
      ? [
          {
            id: at('decode-other-case'),
            target,
            requirements: row,
            steps: [{ verb: 'decode' as const, input: nativeFile(target, odd + key.slice(1)), odd: true }],
            expect: { kind: 'point' as const, name: point, orWarned: true },
            says: `Another letter case of ${key} is not lost without a word`,
          },
        ]
      : []),
    {
      id: at('validate'),
      target,
      steps: [{ verb: 'validate', input: canonical(point) }],
      requirements: row,
      expect: { kind: 'objects', owed: false },
      says: `${point} is sound for ${target}`,
    },
  ];
}

/** Cells of the cloud agent's column. */
function cloudCells(name: BaseCoatName): Draft[] {
  const { basecoat: point, requirements } = name;
  const target = 'cloud-agent';
  const encode = { verb: 'encode', input: canonical(point) } as const;
  const row = requirements.cloud;
  const at = (id: string): string => `${target}/${id}/${point}`;
  const available = availability(point, target);
  if (available === 'yes')
    return [
      {
        id: at('encode'),
        target,
        steps: [encode],
        requirements: row,
        expect: { kind: 'key', any: accepted(name), exact: false },
        says: `${point} is available to the cloud agent`,
      },
      {
        id: at('decode'),
        target,
        steps: [{ verb: 'decode', input: nativeFile(target, keyOf(point, target)) }],
        requirements: row,
        expect: { kind: 'point', name: point, orWarned: false },
        says: `${point} of a file for the cloud agent is read`,
      },
    ];
  return [
    {
      id: at('encode'),
      target,
      steps: [encode],
      requirements: row,
      expect: { kind: 'left-out', silently: true, orWarned: true },
      says: `${point} is not available to the cloud agent`,
    },
    ...(available === 'no'
      ? [
          {
            id: at('validate'),
            target: 'cloud-agent' as const,
            steps: [{ verb: 'validate' as const, input: canonical(point) }],
            requirements: row,
            expect: { kind: 'objects' as const, owed: true },
            says: `${point} is not available to the cloud agent`,
          },
        ]
      : []),
  ];
}

/** Claude Code reads names of its own; only those that the table shares with it are asked for. */
const CLAUDE = [
  'SessionStart',
  'UserPromptSubmitted',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
];

function drafts(target: Target): Draft[] {
  switch (target) {
    case 'cloud-agent':
      return points().flatMap(cloudCells);
    case 'claude-code':
      return points()
        .filter(({ basecoat }) => CLAUDE.includes(basecoat))
        .flatMap((name) => namedCells(target, name));
    default:
      return points().flatMap((name) => namedCells(target, name));
  }
}

function hasVerb(subject: Subject, verb: Verb): boolean {
  return Object.keys(subject.commands).length === 0 || Object.hasOwn(subject.commands, verb);
}

function spawnsOf(draft: Draft, context: PlanContext): SpawnPlan[] {
  const named = Object.keys(context.subject.commands).length > 0;
  return draft.steps.map(({ verb, input, odd }) => ({
    placeholders: { vendor: draft.target, event: '', edition: context.edition },
    appendArgs: named ? [] : [verb, verb === 'decode' ? '--from' : '--to', draft.target],
    ...(named ? { command: verb } : {}),
    stdin:
      input === 'answer'
        ? { kind: 'answer', spawn: 0, member: 'config' }
        : {
            kind: 'payload',
            payload: input,
            newline: true,
            // No schema is published of hooks under the names of section 4, as encode and validate are given them.
            keeps: verb === 'decode' && odd !== true ? [{ schema: fileSchemas[draft.target] }] : [],
          },
    env: {},
    timeoutMs: context.subject.declaredTimeoutMs ?? 20_000,
  }));
}

/** One case a cell of the platform table, in each direction. Pure. */
export function planConverter(context: PlanContext): Plan {
  const { subject, catalogue } = context;
  const bound = new Set(catalogue.map(({ id }) => id));
  const targets = targetsOf(subject);
  const cases: Case[] = [];
  const left = new Map<string, string>();
  for (const target of TARGETS)
    for (const draft of drafts(target)) {
      const requirements = draft.requirements.split(' ').filter((id) => bound.has(id));
      const absent = draft.steps.find(({ verb }) => !hasVerb(subject, verb))?.verb;
      const reason = !targets.includes(target)
        ? `the converter does not declare ${target}`
        : absent === undefined
          ? undefined
          : `the converter has no ${absent} command`;
      if (requirements.length === 0) continue;
      if (reason !== undefined) {
        for (const id of requirements) left.set(id, left.get(id) ?? reason);
        continue;
      }
      const own: ConverterContext = {
        kind: 'converter',
        surface: target,
        declared: isDeclared(subject, target),
        requirements,
        expect: draft.expect,
        says: draft.says,
        verb: draft.steps.at(-1)?.verb ?? 'encode',
      };
      cases.push({
        id: `convert/${draft.id}`,
        title: draft.says,
        requirements,
        spawns: spawnsOf(draft, context),
        files: [],
        substitutions: [],
        lingerMs: 0,
        observeFiles: false,
        canaries: [],
        context: own,
      });
    }
  const covered = new Set(cases.flatMap(({ requirements }) => requirements));
  const notFed = [...left]
    .filter(([id]) => !covered.has(id))
    .map(([id, reason]): NotFed => ({ requirements: [id], verdict: 'not-applicable', reason }));
  return { cases, notFed };
}
