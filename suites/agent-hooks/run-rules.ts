import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { unknownEvents } from '../registration.ts';
import { comparableId } from '../stream/ids.ts';
import { shown, Verdicts } from '../stream/verdicts.ts';
import { type AgentHooksFacts, checkLog } from './judge.ts';
import { memberRows } from './taxonomy.ts';

const LEVELS = ['low', 'medium', 'high', 'critical'];

/** Rules about everything that a run emitted, and what no payload of it gave rise to. */
export function judgeAgentHooksRun(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const verdicts = new Verdicts();
  const all = facts.flatMap((one) => (one.facts === undefined ? [] : [one as CaseFacts & { facts: AgentHooksFacts }]));
  judgeIds(all, verdicts);
  judgeStyles(all, verdicts);
  judgeRisks(
    all.flatMap((one) => one.facts.risks),
    verdicts,
  );
  judgeFormats(all, verdicts);
  judgeTokens(all, verdicts, context);
  judgeLogs(all, verdicts);
  return [...verdicts.findings(), ...neverEmitted(all), ...unknownEvents(context.subject)];
}

type Facts = readonly (CaseFacts & { readonly facts: AgentHooksFacts })[];

/** AH-ENV-010: an id stands for one event. The same payload fed again may give the same id again. */
function judgeIds(facts: Facts, verdicts: Verdicts): void {
  const owners = new Map<string, string>();
  for (const { case: testCase, facts: own } of facts) {
    const here = new Set<string>();
    for (const [given, full] of own.ids) {
      const id = comparableId(given);
      const of = full.replace(/\+(?:[ab]|printed) /, ' ');
      const other = owners.get(id);
      const twice = testCase.spawns.length === 1 && here.has(id);
      if (!twice) here.add(id);
      verdicts.check('AH-ENV-010', !twice && (other === undefined || other === of), () => ({
        message: `the event_id ${shown(id)} stands for two events; make one for each`,
        expected: 'an id of its own for each event',
        actual: twice ? `twice in what came of ${of}` : `in what came of ${other} and of ${of}`,
      }));
      owners.set(id, other ?? of);
    }
  }
}

/** Cells where it is enough that one of the vendor's two styles is understood (E-AH-41). */
function judgeStyles(facts: Facts, verdicts: Verdicts): void {
  const cells = new Map<string, Map<string, AgentHooksFacts['styles'][number]['fault']>>();
  for (const { facts: own } of facts)
    for (const fact of own.styles) {
      const key = `${fact.row} ${fact.vendor}`;
      const styles = cells.get(key) ?? new Map();
      styles.set(fact.style, styles.get(fact.style) ?? fact.fault);
      cells.set(key, styles);
    }
  for (const [key, styles] of cells) {
    const row = key.slice(0, key.indexOf(' '));
    const faults = [...styles.values()];
    const fault = faults.find((one) => one !== null);
    if (faults.includes(null) || fault === undefined || fault === null) verdicts.met(row);
    else verdicts.broken(row, fault);
  }
}

/** AH-RSK-005: sorted by score, the level never goes down. */
function judgeRisks(risks: readonly (readonly [score: number, level: string])[], verdicts: Verdicts): void {
  const ranges = new Map<string, { low: number; high: number }>();
  for (const [score, level] of risks) {
    const range = ranges.get(level) ?? { low: score, high: score };
    ranges.set(level, { low: Math.min(range.low, score), high: Math.max(range.high, score) });
  }
  checkRiskRanges(ranges, verdicts);
}

/** The same rule on what a stream of any length leaves: the least and the greatest score of each level. */
export function checkRiskRanges(
  ranges: ReadonlyMap<string, { readonly low: number; readonly high: number }>,
  verdicts: Verdicts,
): void {
  const known = LEVELS.filter((level) => ranges.has(level));
  if (known.length === 0) return;
  verdicts.met('AH-RSK-005');
  for (const [index, level] of known.entries())
    for (const higher of known.slice(index + 1)) {
      const below = ranges.get(level);
      const above = ranges.get(higher);
      if (below === undefined || above === undefined || below.high <= above.low) continue;
      verdicts.broken('AH-RSK-005', {
        message: `a score of ${below.high} has the level ${level} and a score of ${above.low} the level ${higher}; a higher score never has a lower level`,
        expected: 'levels that rise with the score',
        actual: `${level} at ${below.high}, ${higher} at ${above.low}`,
      });
    }
}

/** AH-MPX-001: whatever vendor the payload is from, valid events come of it. */
function judgeFormats(facts: Facts, verdicts: Verdicts): void {
  const vendors = new Map<string, { valid: number; invalid: number }>();
  for (const { case: testCase, facts: own } of facts) {
    if (testCase.vendor === undefined) continue;
    const sum = vendors.get(testCase.vendor) ?? { valid: 0, invalid: 0 };
    vendors.set(testCase.vendor, { valid: sum.valid + own.valid, invalid: sum.invalid + own.invalid });
  }
  for (const [vendor, { valid, invalid }] of vendors) {
    if (valid + invalid === 0) continue;
    verdicts.check('AH-MPX-001', valid > 0, () => ({
      message: `nothing that came of ${vendor} payloads satisfies the envelope schema; use the one format for every tool`,
      expected: 'events of the one format',
      actual: `${invalid} documents that are none`,
    }));
  }
}

/** AH-TAX-025 can be put only to sessions whose payloads tell token counts and a limit; none of the corpus does. */
function judgeTokens(facts: Facts, verdicts: Verdicts, _context: PlanContext): void {
  if (facts.some(({ facts: own }) => own.emitted.some(([, types]) => types.includes('Context.UntilCompaction'))))
    verdicts.met('AH-TAX-025');
}

/** AH-SEC-013, AH-WLD-001: the log holds what the same payloads gave without it. */
function judgeLogs(facts: Facts, verdicts: Verdicts): void {
  const emitted = new Map(facts.flatMap(({ facts: own }) => own.emitted));
  for (const { facts: own } of facts) {
    if (own.logged === undefined) continue;
    const otherwise = own.logged.fixtures.flatMap((fixture) => emitted.get(fixture) ?? []);
    if (otherwise.length > 0 || own.logged.types.length > 0) checkLog(otherwise, own.logged.types, verdicts);
  }
}

/** What a run gave no occasion for: said once, so that silence is not taken for a pass. */
const NO_OCCASION: Readonly<Record<string, string>> = {
  'AH-ACT-008': 'no automatic compaction was fed whose event names an actor',
  'AH-ACT-009': 'no event of a prompt or a tool names an actor',
  'AH-ACT-005': 'no event names an actor',
  'AH-RSK-002': 'no event has a risk score',
  'AH-ENV-010': 'nothing was emitted',
  'AH-ENV-013': 'no payload tells its time, and none was fed at a known one',
  'AH-ENV-016': 'no session was fed whose payloads carry a session id',
  'AH-ENV-025': 'no payload of a sub-agent was fed within a session',
  'AH-MET-002': 'no event has metadata',
  'AH-RSK-005': 'no event has both a risk score and a risk level',
  'AH-TAX-024': 'no event carries a decision',
  'AH-TAX-025': 'no payload that was fed tells a number of tokens and their limit',
  'AH-TAX-026': 'no Session.Start and no Session.End was emitted in a session',
  'AH-TAX-027': 'no pair of Action.Before and Action.After was emitted for one tool call',
  'AH-DAT-010': 'no event carries the hash of a prompt that was fed',
  'AH-DAT-062': 'no event carries a count, a length or a duration',
  'AH-DAT-063': 'no Action.Before or Action.After was emitted',
  'AH-MPX-002': 'no payload gave two events',
  'AH-MPX-003': 'no start of a sub-agent of another type than Plan was fed',
  'AH-MPX-004': 'no event with a result came of a tool that failed',
  'AH-MPX-005': 'no action came of a payload with a command or a path',
  'AH-MPX-006': 'no vendor of the subject names its events in the payload',
  'AH-MPX-008': 'the subject has no vendor that section 8 spells otherwise than the product does',
  'AH-DAT-031': 'no action with a name came of a shell command',
  'AH-DAT-032': 'no action with a name came of reading a file',
  'AH-DAT-033': 'no action with a name came of writing a file',
  'AH-DAT-034': 'no action with a name came of an MCP tool',
  'AH-DAT-035': 'no action with a name came of a search of the web',
  'AH-DAT-036': 'no action with a name came of an edit that an editor made itself',
  'AH-DAT-051': 'no Context.Compaction was emitted',
  'AH-SRC-004': 'the subject has none of the five vendors of section 8',
  'AH-SEC-002': 'no payload with a prompt was fed',
  'AH-SEC-003': 'no Prompt.Submitted was emitted',
  'AH-SEC-004': 'no payload with a prompt was fed',
  'AH-SEC-006': 'no payload with an answer of the agent was fed',
  'AH-SEC-007': 'nothing with a name or an address of a person was fed',
  'AH-SEC-008': 'no event names a user',
  'AH-SEC-010': 'no payload with the output of a tool was fed',
  'AH-SEC-011': 'no payload with a tool response of several members was fed',
  'AH-SEC-014': 'no payload with a prompt, an answer or the output of a tool was fed',
  'AH-SEC-013': 'nothing that was fed with AGENT_HOOKS_LOG set gives an event otherwise',
  'AH-WLD-001': 'nothing that was fed with AGENT_HOOKS_LOG set gives an event otherwise',
};

function neverEmitted(facts: Facts): readonly Finding[] {
  if (facts.length === 0) return [];
  const events = [...new Set(memberRows().map(({ row }) => row))].map((row): Finding => {
    const types = memberRows()
      .filter((rule) => rule.row === row)
      .flatMap((rule) => rule.events);
    const named = types.includes('*')
      ? 'no event carries a decision'
      : `no ${[...new Set(types)].join(' or ')} was emitted`;
    return { kind: 'not-applicable', requirement: row, reason: named };
  });
  const others = Object.entries(NO_OCCASION).map(
    ([requirement, reason]): Finding => ({ kind: 'not-applicable', requirement, reason }),
  );
  return [...events, ...others];
}
