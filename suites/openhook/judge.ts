import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { at } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { expectationsOf } from '../../vendors/equivalence.ts';
import {
  canonicalEvent,
  canonicalToolsOf,
  eventsNamed,
  nativeEventOf,
  nativeTool,
  partOf,
  sessionId,
  transcriptsOf,
} from '../../vendors/vendor.ts';
import { leakedCanaries, leakFindings, placeOf } from '../canaries.ts';
import { type Emission, emissionsOf, judgeEnds, judgeTimes, withEnd } from '../emissions.ts';
import { generatedFindings } from '../generated.ts';
import type { EmitterContext } from '../native-case.ts';
import { isBefore } from '../sessions.ts';
import { isOtherSource } from '../stream/delivery.ts';
import type { Emitted } from '../stream/emitted.ts';
import { identified } from '../stream/ids.ts';
import { shown, Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './event-rules.ts';
import { judgeSessions } from './session-rules.ts';

/** What a case contributes to the rules about the whole run. */
export interface OpenHookFacts {
  readonly ids: readonly (readonly [id: string, of: string])[];
  /** For each payload: vendor, native event, canonical event, types that came of it with a valid envelope. */
  readonly emitted: readonly {
    readonly vendor: string;
    readonly event: string;
    readonly canonical: string | null;
    /** What the tool of the payload is for, in canonical words; empty where none fits or the payload is of no tool. */
    readonly tool: string;
    /** The tool by the vendor's name, or the event that stands for one. */
    readonly native: string;
    /** The event is of one kind of tool only, as Cursor's beforeMCPExecution beside its preToolUse, which is of any. */
    readonly standsForTool: boolean;
    readonly types: readonly string[];
    /** The types of all that came of it, whatever their envelope. */
    readonly came: readonly string[];
    readonly garbled: boolean;
    readonly end: string;
  }[];
  readonly brokenEnvelope: readonly string[];
}

export const typeOf = (event: Emitted): string => (typeof event.value['type'] === 'string' ? event.value['type'] : '');

const LINES = { object: 'OH-ENV-001', oneLine: null };
const nowhere = (): undefined => undefined;

/** Judges one case of native payloads. Pure. */
export function judgeNative(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const { kind } = testCase.context as EmitterContext;
  const verdicts = new Verdicts();
  const { emissions, all, attributed } = emissionsOf(testCase, observation, context.subject, LINES, verdicts, (event) =>
    judgeEvent(event, verdicts, nowhere),
  );
  // A document that is an object meets the first row; what else it lacks is said by its own rows.
  for (const _ of all) verdicts.met('OH-ENV-001');
  judgeEnds(emissions, verdicts);
  judgeTimes('time', emissions, observation, (ok, fault) => {
    if (!ok) verdicts.notice('HC-EVENT-TIME', fault().message);
  });
  if (kind === 'generated') {
    for (const emission of emissions) judgePromptLength(emission, testCase, verdicts);
    const outOf = emissions.map(({ events }) => events.map(typeOf).join(', ') || 'nothing');
    return { findings: generatedFindings(testCase, verdicts.findings(), outOf) };
  }
  const told = attributed ? emissions : [];
  for (const emission of told) judgeEmission(emission, testCase, verdicts);
  if (kind === 'session' || kind === 'two-sessions') judgeSessions(told, verdicts);
  const leaks = judgeLeaks(testCase, observation, verdicts);
  const findings = verdicts.findings();
  const facts: OpenHookFacts = {
    ids: emissions.flatMap(({ fixture, events }) =>
      events.flatMap((event, index) =>
        identified(event.value['id'], `${fixture.name} ${typeOf(event)} ${fileOf(event, index)}`),
      ),
    ),
    emitted: told.map(({ fixture, events, valid, garbled, end }) => ({
      vendor: fixture.vendor,
      event: fixture.event,
      canonical: canonicalEvent(fixture.vendor, fixture.event),
      tool: canonicalToolsOf(fixture)[0] ?? '',
      native: nativeTool(fixture) ?? fixture.event,
      standsForTool: nativeEventOf(fixture.vendor, fixture.event)?.tool !== undefined,
      types: events.filter((_, index) => valid[index]).map(typeOf),
      came: events.map(typeOf),
      garbled,
      end: withEnd(end),
    })),
    brokenEnvelope: findings.flatMap((finding) =>
      finding.kind === 'broken' && /^OH-(ENV|OPT)-/.test(finding.requirement) ? [finding.requirement] : [],
    ),
  };
  return { findings: [...findings, ...leaks], facts };
}

const fileOf = (event: Emitted, index: number): string =>
  typeOf(event) === 'file.write' ? `${String(at(event.value, '/data/path') ?? '')} ${index}` : '';

/** Vendors whose payloads can be told from those of all others by what is in them. */
const TOLD_APART: readonly string[] = ['claude-code', 'codex', 'cursor', 'windsurf', 'gemini-cli', 'copilot-cli'];

/** Ours: the specification gives a form for the source and doesn't say whose name it is. */
function judgeSource({ fixture: { vendor, event }, events }: Emission, verdicts: Verdicts): void {
  if (!TOLD_APART.includes(vendor)) return;
  const other = events.map(({ value }) => value['source']).find((one) => isOtherSource(String(one), vendor));
  if (other === undefined) return;
  const message = `${vendor} ${event} gave an event with the source ${shown(other)}; name the vendor whose payload it is`;
  verdicts.notice('HC-OH-SOURCE', message);
}

/** Rules that depend on the payload. */
function judgeEmission(emission: Emission, testCase: Case, verdicts: Verdicts): void {
  const { fixture, events } = emission;
  const canonical = canonicalEvent(fixture.vendor, fixture.event);
  const ends = events.filter((event) => typeOf(event) === 'session.end');
  const none = (row: string, message: string): void => {
    verdicts.check(row, ends.length === 0, () => ({ message, expected: 'no session.end', actual: 'session.end' }));
  };
  if (canonical === 'session_start')
    none('OH-EVT-009', `${fixture.vendor} ${fixture.event} begins a session and gave session.end`);
  if (canonical === 'agent_stop' && eventsNamed(fixture.vendor, 'session_end').length > 0)
    none('OH-EVT-008', `${fixture.vendor} ${fixture.event} ends a turn and gave session.end; the session goes on`);
  if (canonical === 'session_end' && transcriptsOf(fixture).length > 0)
    for (const event of ends) {
      const path = at(event.value, '/data/transcript_path');
      verdicts.check('OH-LVL-007', typeof path === 'string' && path !== '', () => ({
        message: `the payload of ${fixture.vendor} ${fixture.event} names its transcript and session.end has no data.transcript_path`,
        expected: 'data.transcript_path',
        actual: shown(path),
        input: event.text,
      }));
    }
  judgeSource(emission, verdicts);
  judgePromptLength(emission, testCase, verdicts);
  judgeFiles(emission, verdicts);
  judgeStatus(emission, verdicts);
  // A sub-agent with a session of its own may end that.
  const parents =
    canonical === 'subagent_stop' ? ends.filter(({ value }) => value['session_id'] === sessionId(fixture)) : [];
  if ((canonical === null && ends.length > 0) || parents.length > 0)
    verdicts.notice(
      'HC-OH-UNKNOWN-EVENT',
      `${fixture.vendor} ${fixture.event} gave session.end, and no session ends there`,
    );
}

/** UTF-16 units of a prompt whose characters, as people see them, are counted. */
const LONGEST_SEGMENTED = 8192;

/** OH-DAT-019: characters in any usual unit (E-OH-14). */
function judgePromptLength({ fixture, events }: Emission, testCase: Case, verdicts: Verdicts): void {
  const prompt = partOf(fixture, 'prompt');
  if (typeof prompt !== 'string' || testCase.substitutions.some(({ from }) => prompt.includes(from))) return;
  const lengths = [prompt.length, [...prompt].length];
  // To take a long text apart costs the square of its length: there, fewer characters than code points are believed.
  const long = prompt.length > LONGEST_SEGMENTED;
  if (!long) lengths.push([...new Intl.Segmenter('en').segment(prompt)].length);
  const fits = (given: number): boolean =>
    lengths.includes(given) || (long && /[^\p{ASCII}]/u.test(prompt) && given > 0 && given < (lengths[1] ?? 0));
  for (const event of events.filter((one) => typeOf(one) === 'prompt.submit')) {
    const given = at(event.value, '/data/prompt_length');
    if (typeof given !== 'number') continue;
    verdicts.check('OH-DAT-019', fits(given), () => ({
      message: `prompt_length is ${given} for a prompt of ${lengths[1]} characters; count the characters of the prompt as it came`,
      expected: [...new Set(lengths)].join(' or '),
      actual: String(given),
      input: event.text,
    }));
  }
}

/** Tools that change no file, whatever they are called with. */
const READING = ['file_read', 'find', 'search', 'web_fetch', 'web_search'];

/** OH-ART-002: one file.write for each file that a tool has changed, no file.write before it has. */
function judgeFiles({ fixture, events }: Emission, verdicts: Verdicts): void {
  const writes = events.filter((event) => typeOf(event) === 'file.write');
  const paths = writes.map((event) => at(event.value, '/data/path'));
  if (writes.length > 0) verdicts.met('OH-ART-003');
  const tools = canonicalToolsOf(fixture);
  const why = isBefore(fixture)
    ? 'its tool has not run yet'
    : tools.length > 0 && tools.every((tool) => READING.includes(tool))
      ? 'its tool changes no file'
      : undefined;
  if (why !== undefined && writes.length > 0)
    verdicts.broken('OH-ART-002', {
      message: `${fixture.vendor} ${fixture.event} of ${nativeTool(fixture) ?? 'a tool'} gave a file.write, and ${why}; emit one for each file that was changed`,
      expected: 'no file.write',
      actual: paths.map(shown).join(', '),
    });
  const expected = filesOf(fixture);
  if (expected === undefined || writes.length === 0) return;
  verdicts.check('OH-ART-002', writes.length === expected && new Set(paths).size === paths.length, () => ({
    message: `${fixture.vendor} ${fixture.event} changed ${expected} file${expected === 1 ? '' : 's'} and gave ${writes.length} file.write; emit one for each`,
    expected: `${expected} file.write`,
    actual: `${writes.length}: ${paths.map(shown).join(', ')}`,
  }));
}

/** How many files a payload says were changed; undefined where it isn't about changed files. */
function filesOf(fixture: Emission['fixture']): number | undefined {
  const artifact = expectationsOf(fixture.name).some(({ expected }) => expected.openhook?.artifact !== undefined);
  if (!artifact) return undefined;
  const input = JSON.stringify(partOf(fixture, 'toolInput') ?? '');
  const patched = input.match(/\*\*\* (?:Add|Update|Delete) File: /g)?.length ?? 0;
  return Math.max(patched, 1);
}

/** Ours: a status that contradicts what the payload tells (fixtures/equivalence). */
function judgeStatus({ fixture, events }: Emission, verdicts: Verdicts): void {
  const told = expectationsOf(fixture.name).map(({ expected }) => expected.openhook?.status)[0];
  if (told === undefined || told === null) return;
  for (const event of events.filter((one) => typeOf(one) === 'tool.end')) {
    const status = at(event.value, '/data/status');
    if (status !== undefined && status !== told)
      verdicts.notice(
        'HC-OH-STATUS',
        `${fixture.vendor} ${fixture.event} tells ${told} and tool.end says ${shown(status)}`,
      );
  }
}

/** OH-SEC-004, OH-SEC-005: neither prompts nor what tools get and give have a member (E-OH-11). */
export function judgeLeaks(testCase: Case, observation: Observation, verdicts: Verdicts): readonly Finding[] {
  const touched = new Map<string, Set<string>>();
  const leaks = leakedCanaries(testCase.canaries, observation);
  const rules = [
    ['OH-SEC-004', ['prompt'], 'the text of a prompt', 'prompt_length is all that prompt.submit has'],
    [
      'OH-SEC-005',
      ['tool-input', 'tool-result', 'file-content'],
      'what a tool was called with or answered',
      'tool events have no member for it',
    ],
  ] as const;
  for (const [row, kinds, what, fix] of rules) {
    const of = (kind: string): boolean => (kinds as readonly string[]).includes(kind);
    if (!testCase.canaries.some(({ kind }) => of(kind))) continue;
    const found = leaks.filter(
      ({ canary, hit }) => of(canary.kind) && ['stdout', 'request', 'file'].includes(hit.channel),
    );
    for (const { canary } of found) touched.set(canary.id, (touched.get(canary.id) ?? new Set()).add(row));
    const first = found[0];
    verdicts.check(row, first === undefined, () => ({
      message: `${what} came out (${first?.canary.field} on ${first === undefined ? '' : placeOf(first.hit)}); ${fix}`,
      expected: 'none of it',
      actual: `${first?.canary.field}`,
    }));
  }
  return leakFindings(touched);
}
