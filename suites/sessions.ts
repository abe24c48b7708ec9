import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import {
  canonicalEvent,
  canonicalToolsOf,
  nativeTool,
  partOf,
  partsOf,
  sessionId,
  subagentOf,
  toolCallId,
} from '../vendors/vendor.ts';
import { derived, withValue } from './fixture-edit.ts';

/** Payloads of one native session, in the order in which the vendor sent them. */
export interface NativeSession {
  readonly vendor: string;
  /** For the case id. */
  readonly name: string;
  readonly inputs: readonly Fixture[];
}

/** What tells one tool call from another: the vendor's id, or where there is none the tool with its input. */
export function callKey(fixture: Fixture): string | undefined {
  const id = toolCallId(fixture);
  if (id !== undefined) return id;
  const tool = nativeTool(fixture) ?? canonicalToolsOf(fixture)[0];
  return tool === undefined ? undefined : `${tool} ${JSON.stringify(partOf(fixture, 'toolInput'))}`;
}

export function isBefore(fixture: Fixture): boolean {
  return canonicalEvent(fixture.vendor, fixture.event) === 'before_tool_execute';
}

export function isAfter(fixture: Fixture): boolean {
  const event = canonicalEvent(fixture.vendor, fixture.event);
  return event === 'after_tool_execute' || event === 'tool_use_failure';
}

/** Whether a payload comes from the main thread, and not from a sub-agent. */
export function onMainThread(fixture: Fixture): boolean {
  return subagentOf(fixture).id === undefined;
}

/** The recorded or documented sessions among the fixtures: by recording, where it is noted, else by session id. */
export function sessionsIn(fixtures: readonly Fixture[]): readonly NativeSession[] {
  const groups = new Map<string, Fixture[]>();
  for (const fixture of fixtures) {
    const name = fixture.session ?? sessionId(fixture);
    if (name === undefined) continue;
    const key = `${fixture.vendor}/${name}`;
    groups.set(key, [...(groups.get(key) ?? []), fixture]);
  }
  return [...groups].map(([key, inputs]) => ({
    vendor: inputs[0]?.vendor ?? '',
    name: key.slice(key.indexOf('/') + 1),
    inputs: inputs.every((input) => input.seq !== null)
      ? inputs.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
      : inputs,
  }));
}

/**
 * Few sessions that show much: those that bring most events which no chosen session brings yet, at most `count` of them with
 * at most `longest` payloads each.
 */
export function telling(sessions: readonly NativeSession[], count: number, longest: number): readonly NativeSession[] {
  const left = sessions.map((session) => ({ ...session, inputs: session.inputs.slice(0, longest) }));
  const shown = new Set<string>();
  const chosen: NativeSession[] = [];
  const news = (session: NativeSession): number =>
    new Set(session.inputs.map((input) => `${input.event} ${onMainThread(input)}`).filter((key) => !shown.has(key)))
      .size;
  while (chosen.length < count) {
    const best = left.reduce<NativeSession | undefined>(
      (found, session) => (found === undefined || news(session) > news(found) ? session : found),
      undefined,
    );
    if (best === undefined || news(best) === 0 || best.inputs.length < 2) break;
    chosen.push(best);
    for (const input of best.inputs) shown.add(`${input.event} ${onMainThread(input)}`);
  }
  return chosen;
}

/** Canonical events of the shortest session that shows a whole life, in order. */
const LIFE = [
  'session_start',
  'before_prompt',
  'before_tool_execute',
  'after_tool_execute',
  'agent_stop',
  'session_end',
];

/**
 * One payload for each step of a session's life, a pair of tool payloads among them that speak of one call. Taken from
 * wherever the corpus has them; their session ids are made one by the caller.
 */
export function shortLife(fixtures: readonly Fixture[]): readonly Fixture[] {
  const main = fixtures.filter((fixture) => onMainThread(fixture) && sessionId(fixture) !== undefined);
  const pair = pairOf(main);
  return LIFE.flatMap((event) => {
    if (event === 'before_tool_execute' && pair !== undefined) return [pair[0]];
    if (event === 'after_tool_execute' && pair !== undefined) return [pair[1]];
    const found = main.find((fixture) => canonicalEvent(fixture.vendor, fixture.event) === event);
    return found === undefined ? [] : [found];
  });
}

/**
 * The payloads before and after one call: recorded ones that belong together, else two of one tool, the later one changed so
 * that it speaks of the earlier one's call.
 */
function pairOf(main: readonly Fixture[]): readonly [Fixture, Fixture] | undefined {
  const [befores, afters] = [main.filter(isBefore), main.filter(isAfter)];
  for (const before of befores) {
    const after = afters.find((one) => callKey(one) === callKey(before) && callKey(one) !== undefined);
    if (after !== undefined) return [before, after];
  }
  for (const before of befores) {
    const tool = nativeTool(before) ?? canonicalToolsOf(before)[0];
    const after = afters.find((one) => tool !== undefined && (nativeTool(one) ?? canonicalToolsOf(one)[0]) === tool);
    if (after !== undefined) return [before, aboutCallOf(after, before)];
  }
  const [before, after] = [befores[0], afters[0]];
  return before === undefined || after === undefined ? undefined : [before, aboutCallOf(after, before)];
}

function aboutCallOf(after: Fixture, before: Fixture): Fixture {
  const copy = (payload: JsonValue, part: 'toolName' | 'toolInput' | 'toolCallId'): JsonValue => {
    const place =
      partsOf(after.vendor, after.event, after.stdin, part)[0] ??
      partsOf(before.vendor, before.event, before.stdin, part)[0];
    const value = partOf(before, part);
    return place === undefined || value === undefined ? payload : withValue(payload, place.pointer, value as JsonValue);
  };
  return derived(after, 'same-call', copy(copy(copy(after.stdin ?? {}, 'toolName'), 'toolInput'), 'toolCallId'));
}
