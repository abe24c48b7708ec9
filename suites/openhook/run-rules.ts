import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import type { EmitterContext } from '../native-case.ts';
import { unknownEvents } from '../registration.ts';
import { comparableId } from '../stream/ids.ts';
import { shown, Verdicts } from '../stream/verdicts.ts';
import { members } from './envelope.ts';
import type { OpenHookFacts } from './judge.ts';

type Facts = readonly (CaseFacts & { readonly facts: OpenHookFacts })[];

/** Rules about everything that a run emitted, and what no payload of it gave rise to. */
export function judgeOpenHookRun(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const verdicts = new Verdicts();
  const all = facts.flatMap((one) => (one.facts === undefined ? [] : [one as Facts[number]]));
  if (all.length === 0) return unknownEvents(context.subject);
  judgeIds(all, verdicts);
  judgeAsked(all, verdicts);
  const emitted = new Set(all.flatMap((one) => one.facts.emitted.flatMap(({ types }) => types)));
  judgeAggregates(all, emitted, verdicts);
  for (const [row, type] of [
    ['OH-ART-003', 'file.write'],
    ['OH-LVL-008', 'file.write'],
  ] as const)
    if (emitted.has(type)) verdicts.met(row);
  const wrote = all.some((one) =>
    one.facts.emitted.some(({ canonical, types }) => canonical === 'after_tool_execute' && types.length > 0),
  );
  if (!emitted.has('file.write') && wrote)
    verdicts.broken('OH-LVL-008', {
      message:
        'no file.write came of payloads of tools that wrote files; the seed counts it among the event types of level 2',
      expected: 'file.write',
      actual: 'none',
    });
  return [...verdicts.findings(), ...neverEmitted(emitted), ...unknownEvents(context.subject)];
}

/** OH-ENV-013: an id stands for one event. The same payload fed again may give the same id again. */
function judgeIds(facts: Facts, verdicts: Verdicts): void {
  const owners = new Map<string, string>();
  for (const { case: testCase, facts: own } of facts) {
    const here = new Set<string>();
    for (const [given, full] of own.ids) {
      const id = comparableId(given);
      const of = full.replace(/\+[ab] /, ' ');
      const twice = testCase.spawns.length === 1 && here.has(id);
      here.add(id);
      const other = owners.get(id);
      verdicts.check('OH-ENV-013', !twice && (other === undefined || other === of), () => ({
        message: `the id ${shown(id)} stands for two events; make one for each`,
        expected: 'an id of its own for each event',
        actual: twice ? `twice in what came of ${of}` : `in what came of ${other} and of ${of}`,
      }));
      owners.set(id, other ?? of);
    }
  }
}

type EmittedOf = OpenHookFacts['emitted'][number];

interface Asked {
  readonly row: string;
  readonly type: string;
  readonly payloads: EmittedOf[];
}

/**
 * What each native event asks for. A vendor may tell of one call by two events, and an emitter may choose: of every kind of tool
 * at least one payload gives the type, unless the emitter goes by the vendor's event for all tools, which comes with it. Where
 * it has chosen, it is held to it: an event of a tool that gives the type once gives it always, whatever the size of the
 * payload. (A session may be resumed by the event that begins it: those are not held to that.)
 */
function judgeAsked(facts: Facts, verdicts: Verdicts): void {
  const groups = new Map<string, Asked>();
  const choices = new Map<string, Asked>();
  const put = (into: Map<string, Asked>, key: string, ask: Pick<Asked, 'row' | 'type'>, one: EmittedOf): void => {
    const asked = into.get(key) ?? { row: ask.row, type: ask.type, payloads: [] };
    into.set(key, asked);
    asked.payloads.push(one);
  };
  const general = new Set<string>();
  for (const one of facts.flatMap(({ facts: own }) => own.emitted)) {
    const type = members.asks[one.canonical ?? '']?.type;
    if (type !== undefined && one.types.includes(type) && !one.standsForTool)
      general.add(`${one.vendor} ${one.canonical}`);
  }
  for (const { case: testCase, facts: own } of facts)
    for (const one of own.emitted) {
      const ask = members.asks[one.canonical ?? ''];
      if (ask === undefined) continue;
      put(groups, `${one.vendor} ${one.canonical}`, ask, one);
      const covered = one.standsForTool && general.has(`${one.vendor} ${one.canonical}`);
      if (one.tool !== '' && !covered) put(groups, `${one.vendor} ${one.canonical} ${one.tool}`, ask, one);
      if (ask.type.startsWith('tool.') && (testCase.context as EmitterContext).kind === 'payload')
        put(choices, `${one.vendor} ${one.event} ${one.native}`, ask, one);
    }
  for (const { row, type, payloads } of groups.values()) judgeGroup(row, type, payloads, verdicts);
  for (const { row, type, payloads } of choices.values()) {
    const lacking = payloads.filter(({ came }) => !came.includes(type));
    const [first] = lacking;
    if (first === undefined || lacking.length === payloads.length || lacking.some(({ garbled }) => garbled)) continue;
    verdicts.broken(row, {
      message: `${lacking.length} of ${payloads.length} payloads of ${first.vendor} ${first.event} of ${first.native} gave no ${type}${first.end}, and the others did; emit one for each`,
      expected: type,
      actual: first.came.join(', ') || 'nothing',
    });
  }
}

/** The types of level 2 for which something was fed: what a subject declares that it has not is missing from no level. */
function typesOfSecond(facts: Facts): readonly string[] {
  const asked = new Set(facts.flatMap((one) => one.facts.emitted.map(({ canonical }) => canonical)));
  const fed = Object.entries(members.asks).filter(([canonical]) => asked.has(canonical));
  const types = new Set(fed.map(([, { type }]) => type));
  return ['session.start', 'prompt.submit', 'tool.start', 'tool.end'].filter((type) => types.has(type));
}

function judgeGroup(row: string, type: string, payloads: readonly EmittedOf[], verdicts: Verdicts): void {
  const [first] = payloads;
  if (first === undefined) return;
  const given = payloads.some(({ types }) => types.includes(type));
  if (!given && payloads.some(({ garbled }) => garbled))
    verdicts.untested(row, 'what came of the payloads is no event (OH-ENV-001)');
  else
    verdicts.check(row, given, () => ({
      message: `${first.vendor} ${first.event}${first.tool === '' ? '' : ` of ${first.native}`} gave no valid ${type}${first.end}`,
      expected: type,
      actual: `no ${type}`,
    }));
}

/** Rows that sum up others. */
function judgeAggregates(facts: Facts, emitted: ReadonlySet<string>, verdicts: Verdicts): void {
  const wrong = [...new Set(facts.flatMap((one) => one.facts.brokenEnvelope))].filter((row) => FAILING.test(row));
  const envelope = {
    message: `the envelope breaks ${wrong.join(', ')}`,
    expected: 'a valid envelope',
    actual: wrong.join(', '),
  };
  const anything = emitted.size > 0 || wrong.length > 0;
  if (anything) verdicts.check('OH-LVL-002', wrong.length === 0, () => envelope);
  const ends = emitted.has('session.end');
  if (ends) verdicts.met('OH-EVT-006');
  if (anything) {
    verdicts.check('OH-DISC-014', emitted.size > 0, () => ({
      message: 'nothing that came of native payloads is an OpenHook envelope',
      expected: 'OpenHook events',
      actual: 'none',
    }));
  }
  if (!facts.some((one) => one.facts.emitted.some(({ canonical }) => canonical === 'session_end'))) return;
  for (const row of ['OH-LVL-001', 'OH-LVL-010'])
    verdicts.check(row, ends && wrong.length === 0, () =>
      ends ? envelope : { message: 'no valid session.end was emitted', expected: 'session.end', actual: 'none' },
    );
  const second = typesOfSecond(facts);
  const missing = second.filter((type) => !emitted.has(type)).join(', ');
  if (second.length > 0)
    verdicts.check('OH-LVL-011', missing === '', () => ({
      message: `level 3 presupposes level 2, and ${missing} is missing`,
      expected: 'the types of level 2',
      actual: `without ${missing}`,
    }));
}

const FAILING = /^OH-(ENV-0(0[1-8]|1[01356789]|20)|OPT-00[1258])$/;

const NO_OCCASION: Readonly<Record<string, string>> = {
  'OH-ENV-013': 'nothing was emitted',
  'OH-ENV-020': 'no session was fed whose payloads carry a session id',
  'OH-OPT-003': 'no event carries a context',
  'OH-OPT-004': 'no event carries a context',
  'OH-EVT-006': 'no session.end was emitted',
  'OH-EVT-007': 'no pair of tool.start and tool.end was emitted for one call',
  'OH-EVT-008': 'no end of a turn was fed of a vendor that also announces the end of a session',
  'OH-EVT-009': 'no start of a session was fed',
  'OH-ART-002': 'no file.write was emitted',
  'OH-ART-003': 'no file.write was emitted',
  'OH-ART-004': 'nothing was emitted',
  'OH-DAT-019': 'no prompt.submit with a length came of a prompt that was fed',
  'OH-DAT-024': 'no pair of tool.start and tool.end carries ids',
  'OH-DAT-041': 'no file.write tells both lines',
  'OH-DAT-045': 'no file.write carries the id of its call',
  'OH-DAT-047': 'no event has members in data',
  'OH-DISC-014': 'nothing was emitted',
  'OH-LVL-001': 'no end of a session was fed',
  'OH-LVL-007': 'no end of a session was fed whose payload names a transcript',
  'OH-LVL-008': 'no payload of a tool was fed',
  'OH-LVL-010': 'no end of a session was fed',
  'OH-LVL-011': 'no end of a session was fed, or nothing of which level 2 makes an event',
  'OH-SEC-004': 'no payload with a prompt was fed',
  'OH-SEC-005': 'no payload with the input or output of a tool was fed',
};

function neverEmitted(emitted: ReadonlySet<string>): readonly Finding[] {
  const rows = members.members.filter(({ events }) => !events.some((type) => emitted.has(type)));
  const byMember = rows.map(
    ({ row, events }): Finding => ({
      kind: 'not-applicable',
      requirement: row,
      reason: `no ${events.join(' or ')} was emitted`,
    }),
  );
  const others = Object.entries(NO_OCCASION).map(
    ([requirement, reason]): Finding => ({ kind: 'not-applicable', requirement, reason }),
  );
  return [...byMember, ...others];
}
