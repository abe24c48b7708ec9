import type { Canary, Case, NotFed } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import { canonicalToolsOf, sessionId, vendor } from '../../vendors/vendor.ts';
import { distinct, type Feed, feedOf } from '../feed.ts';
import { derived, otherSession, withValue } from '../fixture-edit.ts';
import { generatedCases, type MakeGenerated } from '../generated.ts';
import { madeCase, simplerNativeCases } from '../made-native.ts';
import { type MakeSession, sessionCases } from '../made-sessions.ts';
import { nativeCase } from '../native-case.ts';
import { promptWithEdges } from '../prompt-edges.ts';
import { sessionsIn, shortLife, telling } from '../sessions.ts';
import {
  absentSurface,
  type Cell,
  cells,
  cellsFor,
  implicitCells,
  mapping,
  printedName,
  type Variant,
} from './mapping.ts';
import { PRIVACY_ROWS, planted, privacyCases } from './privacy-plan.ts';
import { perEventRows } from './rows.ts';

/** The variable of section 9 that names a log of all events. */
const LOG_VARIABLE = 'AGENT_HOOKS_LOG';

/** What a case of this suite is. */
export type CaseKind =
  | 'generated'
  | 'payload'
  | 'unknown-event'
  | 'printed-name'
  | 'session'
  | 'two-sessions'
  | 'log'
  | 'leaks';

const SESSIONS = 3;
const LONGEST_SESSION = 40;

type Make = (
  kind: CaseKind,
  name: string,
  title: string,
  inputs: readonly Fixture[],
  rows: readonly string[],
  log?: boolean,
  canaries?: readonly Canary[],
) => Case;

function maker(context: PlanContext): Make {
  const common = perEventRows(context.catalogue);
  const known = new Set(context.catalogue.map(({ id }) => id));
  const logVariable = context.subject.output === 'log' ? { logVariable: LOG_VARIABLE } : {};
  return (kind, name, title, inputs, rows, log = false, canaries = []) =>
    nativeCase(
      {
        id: `agent-hooks/${name}`,
        title,
        kind,
        inputs,
        canaries,
        observeFiles: canaries.length > 0,
        requirements: [...common, ...rows].filter((row) => known.has(row)),
        ...(log ? { logVariable: LOG_VARIABLE } : logVariable),
      },
      context,
    );
}

function sessionCase(context: PlanContext): MakeSession {
  const make = maker(context);
  return (kind, name, title, inputs) => make(kind, name, title, inputs, SESSION_ROWS);
}

function generatedCase(context: PlanContext): MakeGenerated {
  const make = maker(context);
  return madeCase((name, title, inputs) => make('generated', name, title, inputs, []));
}

/** Smaller variants of a generated case. */
export function simplerNative(testCase: Case, context: PlanContext): readonly Case[] {
  return simplerNativeCases(testCase, context, sessionCase(context), generatedCase(context));
}

/** Plans an emitter that is fed native payloads. Pure. */
export function planNative(context: PlanContext): Plan {
  const feed = feedOf(context);
  const variants = variantsOf(feed.fixtures);
  const single = [...distinct(feed.fixtures), ...variants];
  const make = maker(context);
  const cases: Case[] = [];
  for (const fixture of single) {
    const scope = { seed: context.seed, scope: `agent-hooks/${fixture.name}`, spawn: 0 };
    const { fixture: fed, canaries } = planted(fixture, scope);
    const rows = [...payloadRows(fixture), ...(canaries.length > 0 ? PRIVACY_ROWS : [])];
    cases.push(make('payload', fixture.name, `${fixture.vendor} ${fixture.event}`, [fed], rows, false, canaries));
  }
  for (const slug of context.subject.vendors) {
    const own = feed.fixtures.filter((fixture) => fixture.vendor === slug);
    const first = own[0];
    if (first === undefined) continue;
    const unknown = unknownEvent(own);
    if (unknown !== undefined)
      cases.push(make('unknown-event', unknown.name, `${slug}: an event that nobody knows`, [unknown], ['AH-MPX-006']));
    for (const [fixture, printed] of printedNames(own))
      cases.push(
        make('printed-name', printed.name, `${slug} ${printed.event}, as printed`, [fixture, printed], ['AH-MPX-008']),
      );
    for (const session of telling(sessionsIn(own), SESSIONS, LONGEST_SESSION))
      cases.push(
        make(
          'session',
          `${slug}/session-${session.name}`,
          `${slug}: session ${session.name}`,
          session.inputs,
          SESSION_ROWS,
        ),
      );
    const two = twoSessions(own);
    if (two.length > 0)
      cases.push(make('two-sessions', `${slug}/two-sessions`, `${slug}: two sessions at once`, two, SESSION_ROWS));
    const edges = promptWithEdges(own);
    if (edges !== undefined)
      cases.push(
        make('payload', edges.name, `${slug}: a prompt with white space around it`, [edges], payloadRows(edges)),
      );
    cases.push(...privacyCases(slug, own, context));
    const life = shortLife(own);
    if (life.length > 0 && context.subject.output !== 'log')
      cases.push(make('log', `${slug}/log`, `${slug}: ${LOG_VARIABLE}`, life, ['AH-SEC-013', 'AH-WLD-001'], true));
  }
  cases.push(...generatedCases(context, feed.fixtures, generatedCase(context)));
  cases.push(...sessionCases(context, feed.fixtures, sessionCase(context)));
  return { cases, notFed: notFed(context, feed, single) };
}

const SESSION_ROWS = ['AH-ENV-010', 'AH-ENV-016', 'AH-ENV-025', 'AH-TAX-025', 'AH-TAX-026', 'AH-TAX-027'];

/** Rows that this very payload decides. */
function payloadRows(fixture: Fixture): readonly string[] {
  const actions = canonicalToolsOf(fixture).flatMap((tool) => mapping.actions[tool]?.row ?? []);
  return [
    ...cellsFor(fixture).map((cell) => cell.row),
    ...actions,
    ...implicitCells.filter((cell) => cell.vendors.includes(fixture.vendor)).map((cell) => cell.row),
    ...['AH-ENV-010', 'AH-MPX-002', 'AH-MPX-003', 'AH-MPX-004', 'AH-MPX-005', 'AH-MAP-077', 'AH-DAT-036', 'AH-DAT-051'],
    'AH-DAT-010',
  ];
}

/** Payloads for what the corpus has none of, made from those that it has. */
function variantsOf(fixtures: readonly Fixture[]): readonly Fixture[] {
  return mapping.variants.flatMap((variant: Variant) => {
    const event = variant.event ?? variant.from;
    const base = fixtures.find((fixture) => fixture.vendor === variant.vendor && fixture.event === variant.from);
    if (base === undefined) return [];
    const stdin = Object.entries(variant.set).reduce<JsonValue>(
      (payload, [pointer, value]) => withValue(payload, pointer, value),
      base.stdin ?? {},
    );
    return [{ ...derived(base, variant.name, stdin), event }];
  });
}

/** A payload whose event has a name that no vendor uses; undefined where payloads name no event. */
function unknownEvent(fixtures: readonly Fixture[]): Fixture | undefined {
  const named = (fixture: Fixture): string | undefined =>
    vendor(fixture.vendor).namedBy.find((pointer) => !pointer.includes('*') && pointer.split('/').length === 2);
  const base = fixtures.find((fixture) => named(fixture) !== undefined && sessionId(fixture) !== undefined);
  const pointer = base === undefined ? undefined : named(base);
  if (base === undefined || pointer === undefined) return undefined;
  const made = derived(base, 'unknown-event', withValue(base.stdin ?? {}, pointer, 'NotARealEvent'));
  return { ...made, name: `${base.vendor}/unknown-event`, event: 'NotARealEvent' };
}

function printedNames(fixtures: readonly Fixture[]): readonly (readonly [own: Fixture, printed: Fixture])[] {
  const seen = new Set<string>();
  return fixtures.flatMap((fixture) => {
    const printed = printedName(fixture.vendor, fixture.event);
    const pointer = vendor(fixture.vendor).namedBy[0];
    if (printed === undefined || pointer === undefined || seen.has(fixture.event)) return [];
    seen.add(fixture.event);
    const other = derived(fixture, 'printed', withValue(fixture.stdin ?? {}, pointer, printed));
    return [[fixture, { ...other, event: printed }]];
  });
}

/** Two lives of one vendor, payload by payload in turn, and one payload of the first that comes twice. */
function twoSessions(fixtures: readonly Fixture[]): readonly Fixture[] {
  const life = shortLife(fixtures);
  if (life.length < 2) return [];
  const session = (suffix: string, id: string): readonly Fixture[] =>
    life.map((fixture) => otherSession(fixture, sessionId(fixture) ?? '', id, suffix));
  const one = session('a', '0b6f2f5e-3c1d-4a7e-9a55-51c3a2d9e001');
  const other = session('b', '7d1e94a0-88b2-4f0c-b1de-2f6a4c3be002');
  const inTurn = one.flatMap((fixture, index) => [fixture, other[index] ?? fixture]);
  const again = one[1];
  return again === undefined ? inTurn : [...inTurn.slice(0, 4), again, ...inTurn.slice(4)];
}

function notFed(context: PlanContext, feed: Feed, single: readonly Fixture[]): readonly NotFed[] {
  const reasons: NotFed[] = [];
  const { subject } = context;
  for (const cell of cells) {
    const fed = single.some((fixture) => cellsFor(fixture).includes(cell));
    const absent = absentSurface(subject, cell.emits);
    const reason = absent === undefined ? reasonFor(cell) : `the subject declares that it has no ${absent}`;
    if (fed && absent === undefined) continue;
    reasons.push({ requirements: [cell.row], ...verdictFor(reason) });
  }
  return reasons;

  function reasonFor(cell: Cell): string {
    if (!cell.vendors.some((slug) => subject.vendors.includes(slug)))
      return `${cell.vendors.join(' and ')} ${cell.vendors.length > 1 ? 'are' : 'is'} none of the subject's vendors`;
    const left = feed.leftOut.find(
      ({ vendor: slug, event }) => cell.vendors.includes(slug) && cell.native.includes(event),
    );
    return left?.reason ?? '';
  }
  function verdictFor(reason: string): Pick<NotFed, 'verdict' | 'reason'> {
    return reason === ''
      ? { verdict: 'untested', reason: 'the corpus has no payload of this event' }
      : { verdict: 'not-applicable', reason };
  }
}
