/** Sessions that nobody recorded, in the order in which their vendor fires its events, for rules of identity and of pairs. */
import { createHash } from 'node:crypto';
import { samples } from '../harness/generate/samples.ts';
import {
  type Action,
  type FireOrder,
  type Session,
  type SessionStep,
  sessionArbitrary,
  steps,
} from '../harness/generate/sessions.ts';
import type { Case } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { dialectsOf, fireOrderOf } from '../vendors/fire-order.ts';
import type { PayloadPart } from '../vendors/model.ts';
import { canonicalToolsOf, nativeTool, partsOf, sessionId, toolCallId } from '../vendors/vendor.ts';
import { derived, mapStrings, otherSession, withValue } from './fixture-edit.ts';
import type { EmitterContext } from './native-case.ts';
import { isAfter, isBefore, onMainThread } from './sessions.ts';

/** What a case of a made session keeps, to be made smaller. */
export interface MadeSession {
  readonly vendor: string;
  readonly sessions: readonly Session[];
}

/** Makes the case of a suite for these payloads. */
export type MakeSession = (
  kind: 'session' | 'two-sessions',
  name: string,
  title: string,
  inputs: readonly Fixture[],
) => Case;

/** What a suite keeps in `Case.context` of a case that this file plans. */
interface SessionContext extends EmitterContext {
  readonly session?: MadeSession;
}

/** Payloads for one session: a run of a hundred payloads has ten. */
const PAYLOADS_A_SESSION = 10;
/** Payloads of one case: each costs a process. */
const LONGEST = 30;
const AGENT_TYPES: readonly string[] = ['general-purpose', 'explore'];

/** The tool that a payload speaks of, as all payloads of its vendor that speak of it have in common. */
function toolOf(fixture: Fixture): string | undefined {
  return canonicalToolsOf(fixture)[0] ?? nativeTool(fixture);
}

/** A hash in the form of an identifier. */
function idFor(...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(parts.join(' ')).digest('hex');
  return [8, 4, 4, 4, 12]
    .map((length, index) => digest.slice([0, 8, 12, 16, 20][index] ?? 0, ([0, 8, 12, 16, 20][index] ?? 0) + length))
    .join('-');
}

/** The payloads of one vendor that sessions can be made of, and the order in which their events come. */
class Cast {
  readonly tools: readonly string[];
  readonly order: FireOrder;
  readonly #fixtures: readonly Fixture[];

  constructor(slug: string, fixtures: readonly Fixture[]) {
    this.#fixtures = fixtures.filter((one) => sessionId(one) !== undefined && one.delivery !== 'argument');
    const names = new Set(this.#fixtures.map(({ event }) => event));
    // The dialect that most of its payloads are of.
    const orders = dialectsOf(slug).map((dialect) => fireOrderOf(slug, dialect));
    const known = (order: FireOrder): number =>
      Object.values(order)
        .flat()
        .filter((event) => names.has(event)).length;
    this.order = orders.toSorted((one, other) => known(other) - known(one))[0] ?? fireOrderOf(slug);
    const told = (is: (fixture: Fixture) => boolean): ReadonlySet<string> =>
      new Set(this.#fixtures.filter(is).flatMap((fixture) => toolOf(fixture) ?? []));
    const after = told(isAfter);
    this.tools = [...told(isBefore)].filter((tool) => after.has(tool));
  }

  get usable(): boolean {
    return this.#fixtures.length > 0;
  }

  /** A payload for a step; undefined where the vendor was never seen to send one. */
  payload(step: SessionStep, native: string | undefined): Fixture | undefined {
    const own = this.#fixtures.filter(({ event }) => event === step.event);
    const inAgent = step.agents.length > 0;
    const fitting = step.tool === null ? own : own.filter((one) => toolOf(one) === step.tool);
    return (
      fitting.find((one) => onMainThread(one) !== inAgent && (native === undefined || nativeTool(one) === native)) ??
      fitting.find((one) => onMainThread(one) !== inAgent) ??
      // A vendor whose payloads name no sub-agent sends them as the main thread's.
      (inAgent ? fitting.find((one) => onMainThread(one)) : undefined)
    );
  }
}

/** When a made session began; its payloads come a second apart. */
const BEGAN = Date.UTC(2026, 0, 5, 9);
const APART_MS = 1000;

/** A time in the form of another: milliseconds or seconds, as a number or in digits, or a date. Undefined for no time. */
function inFormOf(value: unknown, atMs: number): number | string | undefined {
  const digits = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  if (digits) {
    const time = Number(value) < 1e11 ? Math.floor(atMs / 1000) : atMs;
    return typeof value === 'number' ? time : String(time);
  }
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(atMs).toISOString() : undefined;
}

/** Payloads of many days make one session: each is told in its turn. */
function retimed(fixture: Fixture, payload: JsonValue, turn: number): JsonValue {
  const old = partsOf(fixture.vendor, fixture.event, payload, 'timestamp')[0]?.value;
  return put(fixture, payload, 'timestamp', inFormOf(old, BEGAN + turn * APART_MS));
}

/** Puts a value where the payload has the part already: what a vendor doesn't send is not added. */
function put(fixture: Fixture, payload: JsonValue, part: PayloadPart, value: unknown): JsonValue {
  const place = partsOf(fixture.vendor, fixture.event, payload, part)[0];
  return place === undefined || value === undefined ? payload : withValue(payload, place.pointer, value as JsonValue);
}

/** The payloads of one session. Calls have ids of their own, and what was asked before is what is told after. */
function payloadsOf(cast: Cast, session: Session, id: string, suffix: string): readonly Fixture[] {
  const calls = new Map<
    number,
    { readonly input: unknown; readonly id: string | undefined; readonly tool: string | undefined }
  >();
  return steps(session, cast.order).flatMap((step, index) => {
    const call = step.call === null ? undefined : calls.get(step.call);
    const template = cast.payload(step, call?.tool);
    if (template === undefined) return [];
    const named = otherSession(template, sessionId(template) ?? '', id, `${suffix}-${index + 1}`);
    let payload = named.stdin ?? null;
    if (step.call !== null) {
      const old = toolCallId(named);
      // A vendor that asks for a call in one family of events and tells of its end in another names it in one of them only.
      if (call !== undefined && (call.id === undefined) !== (old === undefined)) return [];
      const own =
        old === undefined ? undefined : `${old.slice(0, 6)}_${idFor(id, step.call).replaceAll('-', '').slice(0, 18)}`;
      const known = call ?? { input: inputOf(named), id: own, tool: nativeTool(named) };
      calls.set(step.call, { ...known, id: known.id ?? own });
      const callId = known.id ?? own;
      if (old !== undefined && callId !== undefined)
        payload = mapStrings(payload, (text) => text.replaceAll(old, callId));
      if (call !== undefined && call.tool === nativeTool(named)) payload = put(named, payload, 'toolInput', call.input);
    }
    if (step.text !== null && step.moment === 'turnStart') payload = put(named, payload, 'prompt', step.text);
    payload = retimed(named, payload, index);
    const agent = step.agents.at(-1);
    if (agent !== undefined) {
      payload = put(named, payload, 'agentId', `agent-${idFor(id, 'agent', agent).slice(0, 8)}`);
      payload = put(named, payload, 'agentType', step.agentType ?? undefined);
    }
    return [
      derived(
        { ...named, name: template.name, session: `made-${suffix}`, seq: index + 1 },
        `${suffix}-${index + 1}`,
        payload,
        named.env,
      ),
    ];
  });
}

function inputOf(fixture: Fixture): unknown {
  return partsOf(fixture.vendor, fixture.event, fixture.stdin, 'toolInput')[0]?.value;
}

/** Two lists in turn, as two sessions at once are seen. */
function inTurn(lists: readonly (readonly Fixture[])[]): readonly Fixture[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

function caseOf(
  cast: Cast,
  { vendor, sessions }: MadeSession,
  name: string,
  context: PlanContext,
  make: MakeSession,
): Case | undefined {
  const lists = sessions.map((session, index) =>
    payloadsOf(cast, session, idFor(context.seed, name, index), `${name.replaceAll('/', '-')}${'ab'[index] ?? ''}`),
  );
  const inputs = inTurn(lists).slice(0, LONGEST);
  if (inputs.length < 2) return undefined;
  const kind = sessions.length > 1 ? 'two-sessions' : 'session';
  const what = sessions.length > 1 ? 'two generated sessions at once' : 'a generated session';
  const made = make(kind, name, `${vendor}: ${what} of ${inputs.length} payloads`, inputs);
  return {
    ...made,
    generated: inputs,
    context: { ...(made.context as EmitterContext), session: { vendor, sessions } } satisfies SessionContext,
  };
}

function castsOf(fixtures: readonly Fixture[]): ReadonlyMap<string, Cast> {
  const vendors = [...new Set(fixtures.map(({ vendor }) => vendor))];
  const casts = vendors.map(
    (slug) =>
      [
        slug,
        new Cast(
          slug,
          fixtures.filter((one) => one.vendor === slug),
        ),
      ] as const,
  );
  return new Map(casts.filter(([, cast]) => cast.usable));
}

/** Cases of made sessions, vendors in turn, every third of two sessions at once. Number n is the same however many are asked for. */
export function sessionCases(context: PlanContext, fixtures: readonly Fixture[], make: MakeSession): readonly Case[] {
  const casts = [...castsOf(fixtures)];
  if (casts.length === 0) return [];
  return Array.from({ length: Math.ceil(context.runs / PAYLOADS_A_SESSION) }, (_, index) => {
    const entry = casts[index % casts.length];
    if (entry === undefined) return undefined;
    const [vendor, cast] = entry;
    const seed = createHash('sha256').update(`${context.seed} session ${index}`).digest().readInt32BE();
    // A tool that nothing is known of gives no payload: the session is then one without tools.
    const tools = cast.tools.length > 0 ? cast.tools : ['none'];
    const sessions = samples(sessionArbitrary({ tools, agentTypes: AGENT_TYPES }), seed, index % 3 === 2 ? 2 : 1);
    return caseOf(cast, { vendor, sessions }, `generated/session-${index + 1}`, context, make);
  }).filter((one) => one !== undefined);
}

/** Lists with one entry left out. */
function shorter<T>(list: readonly T[]): readonly (readonly T[])[] {
  return list.map((_, index) => list.toSpliced(index, 1));
}

function smallerActions(actions: readonly Action[]): readonly (readonly Action[])[] {
  const inner = actions.flatMap((action, index) =>
    action.do === 'subagent'
      ? [
          // What it does, done by its parent: that ends, for there is one sub-agent less.
          actions.toSpliced(index, 1, ...action.actions),
          ...smallerActions(action.actions).map((less) => actions.with(index, { ...action, actions: less })),
        ]
      : [],
  );
  return [...shorter(actions), ...inner];
}

/** Sessions with less in them: a turn, then an action fewer. */
export function smallerSessions(session: Session): readonly Session[] {
  const turns = session.turns.length > 1 ? shorter(session.turns).map((less) => ({ ...session, turns: less })) : [];
  const actions = session.turns.flatMap((turn, index) =>
    smallerActions(turn.actions).map((less) => ({
      ...session,
      turns: session.turns.with(index, { ...turn, actions: less }),
    })),
  );
  return [...turns, ...actions];
}

/** Smaller variants of a case that {@link sessionCases} planned; undefined for any other case. */
export function simplerSessionCases(
  testCase: Case,
  context: PlanContext,
  fixtures: readonly Fixture[],
  make: MakeSession,
): readonly Case[] | undefined {
  const made = (testCase.context as Partial<SessionContext>).session;
  if (made === undefined) return undefined;
  const cast = castsOf(fixtures.filter(({ vendor }) => vendor === made.vendor)).get(made.vendor);
  if (cast === undefined) return [];
  const alone = made.sessions.length > 1 ? made.sessions.map((session) => [session]) : [];
  const less = made.sessions.flatMap((session, index) =>
    smallerSessions(session).map((one) => made.sessions.with(index, one)),
  );
  return [...alone, ...less].flatMap(
    (sessions) => caseOf(cast, { ...made, sessions }, 'generated/session-smaller', context, make) ?? [],
  );
}
