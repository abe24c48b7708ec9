import type { Canary, Case, NotFed } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import { canonicalEvent, eventsNamed, partsOf, sessionId } from '../../vendors/vendor.ts';
import { namesSubject, type PlantedFixture, type PlantScope, plantIn } from '../canaries.ts';
import { distinct, type Feed, feedOf } from '../feed.ts';
import { derived, otherSession, withValue } from '../fixture-edit.ts';
import { generatedCases, type MakeGenerated } from '../generated.ts';
import { madeCase, simplerNativeCases } from '../made-native.ts';
import { type MakeSession, sessionCases } from '../made-sessions.ts';
import { nativeCase } from '../native-case.ts';
import { promptWithEdges } from '../prompt-edges.ts';
import { sessionsIn, shortLife, telling } from '../sessions.ts';
import { spokenOutputs } from '../silent-outputs.ts';
import { members } from './envelope.ts';

export type CaseKind = 'generated' | 'payload' | 'session' | 'two-sessions' | 'folder' | 'leaks';

/** Rows that any event of any payload exercises. */
const PER_EVENT = /^OH-(ENV|OPT|DAT|VER|EVT-00[689]|ART|DISC-014|LVL)/;
const SESSION_ROWS = ['OH-ENV-013', 'OH-ENV-020', 'OH-EVT-007', 'OH-DAT-024', 'OH-DAT-045'];
const PRIVACY_ROWS = ['OH-SEC-004', 'OH-SEC-005'];
/** A folder whose name a URI can't hold as it is. */
const ODD_FOLDER = 'a b/ü';

/** Canaries in prompts, in what tools are called with and in what they answer: OpenHook has no member for any of them. */
function planted(fixture: Fixture, scope: PlantScope): PlantedFixture {
  return plantIn(fixture, scope, (place) => {
    const { kind, pointer } = place;
    // Paths stay what they are: a file event must name one.
    if (namesSubject(place)) return undefined;
    if (kind === 'prompt' || kind === 'tool-result') return { how: 'parts' };
    if (kind === 'tool-input') return /path|file|cwd|notebook/i.test(pointer) ? undefined : { how: 'append' };
    return kind === 'file-content' ? { how: 'parts' } : undefined;
  });
}

type Make = (
  kind: CaseKind,
  name: string,
  title: string,
  inputs: readonly Fixture[],
  rows: readonly string[],
  canaries?: readonly Canary[],
) => Case;

function maker(context: PlanContext): Make {
  const known = new Set(context.catalogue.map((row) => row.id));
  const common = context.catalogue.map((row) => row.id).filter((id) => PER_EVENT.test(id));
  const log = context.subject.output === 'log' ? { logVariable: 'AGENT_HOOKS_LOG' } : {};
  return (kind, name, title, inputs, rows, canaries = []) =>
    nativeCase(
      {
        id: `openhook/${name}`,
        title,
        kind,
        inputs,
        canaries,
        observeFiles: canaries.length > 0,
        requirements: [...new Set([...common, ...rows])].filter((row) => known.has(row)),
        ...log,
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
  const make = maker(context);
  const cases: Case[] = distinct(feed.fixtures).map((fixture) => {
    const { fixture: fed, canaries } = planted(fixture, {
      seed: context.seed,
      scope: `openhook/${fixture.name}`,
      spawn: 0,
    });
    const asked = members.asks[canonicalEvent(fixture.vendor, fixture.event) ?? ''];
    const rows = [...(asked === undefined ? [] : [asked.row]), ...(canaries.length > 0 ? PRIVACY_ROWS : [])];
    return make('payload', fixture.name, `${fixture.vendor} ${fixture.event}`, [fed], rows, canaries);
  });
  for (const slug of context.subject.vendors) {
    const own = feed.fixtures.filter((fixture) => fixture.vendor === slug);
    for (const session of telling(sessionsIn(own), 3, 40))
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
      cases.push(make('payload', edges.name, `${slug}: a prompt with white space around it`, [edges], ['OH-DAT-019']));
    const scope = (name: string): PlantScope => ({ seed: context.seed, scope: `openhook/${slug}/${name}`, spawn: 0 });
    for (const { name, fixture, canaries } of spokenOutputs(own, scope, 0))
      cases.push(
        make('leaks', `${slug}/${name}`, `${slug}: outputs that are mostly empty`, [fixture], ['OH-SEC-005'], canaries),
      );
    const odd = oddFolder(own, make);
    if (odd !== undefined) cases.push(odd);
  }
  cases.push(...generatedCases(context, feed.fixtures, generatedCase(context)));
  cases.push(...sessionCases(context, feed.fixtures, sessionCase(context)));
  return { cases, notFed: notFed(context, feed) };
}

function twoSessions(fixtures: readonly Fixture[]): readonly Fixture[] {
  const life = shortLife(fixtures);
  if (life.length < 2) return [];
  const session = (suffix: string, id: string): readonly Fixture[] =>
    life.map((fixture) => otherSession(fixture, sessionId(fixture) ?? '', id, suffix));
  const one = session('a', '0b6f2f5e-3c1d-4a7e-9a55-51c3a2d9e001');
  const other = session('b', '7d1e94a0-88b2-4f0c-b1de-2f6a4c3be002');
  return one.flatMap((fixture, index) => [fixture, other[index] ?? fixture]);
}

/** A payload from a folder whose name must be encoded in a URI (OH-OPT-004). */
function oddFolder(fixtures: readonly Fixture[], make: Make): Case | undefined {
  const base = fixtures.find((fixture) => partsOf(fixture.vendor, fixture.event, fixture.stdin, 'cwd').length > 0);
  if (base === undefined) return undefined;
  const place = partsOf(base.vendor, base.event, base.stdin, 'cwd')[0];
  if (typeof place?.value !== 'string') return undefined;
  const folder = `${place.value}/${ODD_FOLDER}`;
  const fixture = derived(base, 'odd-folder', withValue(base.stdin ?? {}, place.pointer, folder));
  return make(
    'folder',
    fixture.name,
    `${base.vendor}: a folder with a space and an umlaut`,
    [fixture],
    ['OH-OPT-003', 'OH-OPT-004'],
  );
}

function notFed(context: PlanContext, feed: Feed): readonly NotFed[] {
  const { subject } = context;
  return Object.entries(members.asks).flatMap(([canonical, { row, type }]) => {
    const has = feed.fixtures.some((fixture) => canonicalEvent(fixture.vendor, fixture.event) === canonical);
    if (canonical === 'session_end' && !subject.surface.session_end)
      return [
        {
          requirements: [row],
          verdict: 'not-applicable' as const,
          reason: 'the subject declares that it has no session_end',
        },
      ];
    if (has || canonical === 'tool_use_failure') return [];
    const left = feed.leftOut.find(({ vendor, event }) => canonicalEvent(vendor, event) === canonical);
    const vendors = subject.vendors.filter((vendor) => eventsNamed(vendor, canonical).length > 0);
    const reason =
      left?.reason ??
      (vendors.length === 0
        ? `${subject.vendors.join(' and ')} send no event that a ${type} could come of`
        : undefined);
    return [
      reason === undefined
        ? {
            requirements: [row],
            verdict: 'untested' as const,
            reason: `the corpus has no payload that asks for ${type}`,
          }
        : { requirements: [row], verdict: 'not-applicable' as const, reason },
    ];
  });
}
