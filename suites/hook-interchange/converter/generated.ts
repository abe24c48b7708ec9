import fc from 'fast-check';
import type { Case } from '../../../harness/model/case.ts';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { PlanContext } from '../../../harness/model/suite.ts';
import type { HifEdition } from '../documents.ts';
import { AGREED, formOf } from '../native/forms.ts';
import { type NativeEntry, writeNative } from '../native/write.ts';
import { blockingRows } from '../vocabulary.ts';
import { canonicalHooks, markerAt, nativeEntries } from './generate.ts';
import { check, decode, encode, hasVerb, manifestOf, scenarioCase } from './scenario.ts';

/** A generated document and the way that it goes: canonical → native → canonical, or native → canonical → native. */
export type Trip =
  | { readonly way: 'canonical'; readonly vendor: string; readonly hooks: readonly JsonObject[] }
  | { readonly way: 'native'; readonly vendor: string; readonly entries: readonly NativeEntry[] };

export interface TripContext {
  readonly kind: 'trip';
  readonly trip: Trip;
  readonly declared: boolean;
}

/** Which rows a trip may decide: for each kind of fault the first that binds in the edition is blamed. */
export const ROWS = {
  lost: ['HIF-PIPE-015', 'HIF-PIPE-016'],
  member: ['HIF-PIPE-015', 'HIF-PIPE-007'],
  timeout: ['HIF-PIPE-019', 'HIF-PIPE-016'],
  blocking: ['HIF-BLK-078'],
  order: ['HIF-TOP-011', 'HIF-PIPE-016'],
  bare: ['HIF-MAT-001'],
  pattern: ['HIF-MAT-005'],
  mcp: ['HIF-MAT-012'],
  array: ['HIF-MAT-016'],
  none: ['HIF-MAT-021'],
  back: ['HIF-PIPE-025', 'HIF-PIPE-001'],
  native: ['HIF-PD-004'],
} as const;
export type FaultKind = keyof typeof ROWS;

export function rowOf(kind: FaultKind, requirements: readonly string[]): string {
  return ROWS[kind].find((id) => requirements.includes(id)) ?? requirements[0] ?? '';
}

export function kindOf(matcher: unknown): FaultKind {
  if (matcher === undefined) return 'none';
  if (typeof matcher === 'string') return 'bare';
  if (Array.isArray(matcher)) return 'array';
  return typeof matcher === 'object' && matcher !== null && 'mcp' in matcher ? 'mcp' : 'pattern';
}

/** A blocking hook on an event on which its provider lets no hook block (upstream's matrix). */
export function onlyObserves(vendor: string, hook: JsonObject): boolean {
  const row = blockingRows().find(({ event }) => event === hook['event']);
  return hook['blocking'] === true && row?.cells[vendor]?.upstream === 'observe';
}

/** Each hook with the command by which it is found again. */
export function withCommands(hooks: readonly JsonObject[]): readonly JsonObject[] {
  return hooks.map((hook, index) => ({
    ...hook,
    handler: { ...(hook['handler'] as JsonObject), command: markerAt(index) },
  }));
}

function kindsOf(trip: Trip): readonly FaultKind[] {
  if (trip.way === 'native') return ['native'];
  const observes = trip.hooks.some((hook) => onlyObserves(trip.vendor, hook));
  return [
    'lost',
    'member',
    'timeout',
    ...(observes ? (['blocking'] as const) : []),
    'order',
    'back',
    ...new Set(trip.hooks.map((hook) => kindOf(hook['matcher']))),
  ];
}

function tripCase(id: string, trip: Trip, context: PlanContext, bound: ReadonlySet<string>): Case | undefined {
  const { vendor } = trip;
  const rows = kindsOf(trip).flatMap((kind) => ROWS[kind].find((one) => bound.has(one)) ?? []);
  const base = scenarioCase(
    {
      id,
      title:
        trip.way === 'canonical'
          ? `${trip.hooks.length} generated hooks, encoded for ${vendor} and decoded again`
          : `${trip.entries.length} generated entries of ${vendor}, decoded and encoded again`,
      vendor,
      steps:
        trip.way === 'canonical'
          ? [
              encode(manifestOf(context.edition as HifEdition, withCommands(trip.hooks))),
              { verb: 'decode', input: { from: 0, member: 'config' } },
            ]
          : [decode(writeNative(vendor, trip.entries)), { verb: 'encode', input: { from: 0, member: 'manifest' } }],
      checks: [check([...new Set(rows)], { kind: 'done' }, '')],
    },
    context,
    bound,
  );
  if (!base) return undefined;
  const { vendors, vendorsDeclared } = context.subject;
  const own: TripContext = { kind: 'trip', trip, declared: vendorsDeclared && vendors.includes(vendor) };
  return { ...base, context: own };
}

/** `context.runs` documents for each way, spread over the providers that are tried; the same ones for the same seed. */
export function tripCases(context: PlanContext, tried: readonly string[], bound: ReadonlySet<string>): Case[] {
  if (!hasVerb(context, 'decode') || !hasVerb(context, 'encode')) return [];
  const vendors = tried.filter((vendor) => AGREED.includes(vendor));
  const share = Math.ceil(context.runs / Math.max(1, vendors.length));
  return vendors.flatMap((vendor) => {
    const options = { seed: context.seed, numRuns: share };
    const canonical = fc
      .sample(canonicalHooks(vendor), options)
      .map((hooks): Trip => ({ way: 'canonical', vendor, hooks }));
    const native =
      formOf(vendor).vendorOnly === undefined
        ? []
        : fc
            .sample(nativeEntries(vendor, context.edition as HifEdition), options)
            .map((entries): Trip => ({ way: 'native', vendor, entries }));
    return [canonical, native].flatMap((trips) =>
      trips
        .map((trip, index) => tripCase(`generated/${vendor}-${trip.way}-${index + 1}`, trip, context, bound))
        .filter((made) => made !== undefined),
    );
  });
}

function without<T>(list: readonly T[]): T[][] {
  return list.length > 1 ? list.map((_, index) => list.filter((_, at) => at !== index)) : [];
}

function simplerHook(hook: JsonObject): JsonObject[] {
  const handler = hook['handler'] as JsonObject;
  const drop = (object: JsonObject, member: string): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([name]) => name !== member));
  const matcher = hook['matcher'];
  return [
    ...(Array.isArray(matcher) ? (matcher as readonly string[]).map((one) => ({ ...hook, matcher: one })) : []),
    ...['matcher', 'blocking'].filter((member) => hook[member] !== undefined).map((member) => drop(hook, member)),
    ...Object.keys(handler)
      .filter((member) => member !== 'type')
      .map((member) => ({ ...hook, handler: drop(handler, member) })),
  ];
}

function simplerEntry(entry: NativeEntry): NativeEntry[] {
  const { event, command } = entry;
  const parts = (['matcher', 'timeout', 'more'] as const).filter((member) => entry[member] !== undefined);
  return parts.map((gone) => ({
    event,
    command,
    ...Object.fromEntries(parts.filter((member) => member !== gone).map((member) => [member, entry[member]])),
  }));
}

function each<T>(list: readonly T[], simpler: (one: T) => readonly T[]): T[][] {
  return list.flatMap((one, index) =>
    simpler(one).map((smaller) => list.map((other, at) => (at === index ? smaller : other))),
  );
}

/** Smaller documents for the same way, the smallest first. */
export function simplerTrips(testCase: Case, context: PlanContext): readonly Case[] {
  const { trip } = testCase.context as TripContext;
  const bound = new Set(context.catalogue.map(({ id }) => id));
  const smaller: Trip[] =
    trip.way === 'canonical'
      ? [...without(trip.hooks), ...each(trip.hooks, simplerHook)].map((hooks) => ({ ...trip, hooks }))
      : [...without(trip.entries), ...each(trip.entries, simplerEntry)].map((entries) => ({ ...trip, entries }));
  return smaller.map((one) => tripCase('generated/smaller', one, context, bound)).filter((made) => made !== undefined);
}
