import type { Canary, Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { at, isObject } from '../../harness/model/json.ts';
import type { LeakHit, Observation } from '../../harness/model/observation.ts';
import { leakedCanaries, leakFindings, placeOf } from '../canaries.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';

/** Members by which an event carries a prompt itself (E-AH-06: both spellings of the text are meant). */
const RAW_PROMPT = ['prompt', 'prompt_text', 'pprompt_text', 'raw_prompt', 'prompt_content'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Members of an object in which the text itself stands, and not its hash or length. */
const TEXT = ['text', 'content', 'parts', 'value', 'message'];

/** A text that is not empty, or an object or a list with one in it: a prompt in parts is one all the same. */
function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (Array.isArray(value)) return value.some(holdsText);
  if (!isObject(value)) return false;
  // A value beside the name of an algorithm is a digest, which is what a prompt should be sent as.
  return TEXT.some(
    (member) => holdsText(value[member]) && !(member === 'value' && typeof value['algorithm'] === 'string'),
  );
}

/** What an event by itself tells about privacy (section 9): members for raw prompts, addresses as user ids. */
export function judgePrivacyOfEvent(event: Emitted, verdicts: Verdicts, locate: Locate): void {
  const { event_type: type, data, user } = event.value;
  if (type === 'Prompt.Submitted') {
    const raw = isObject(data) ? RAW_PROMPT.find((member) => holdsText(data[member])) : undefined;
    verdicts.check('AH-SEC-003', raw === undefined, () => ({
      message: `Prompt.Submitted carries the prompt in data.${raw}; send prompt_hash and prompt_length instead`,
      expected: 'prompt_hash, prompt_length',
      actual: `data.${raw}`,
      ...placed(locate(event, `/data/${raw}`)),
    }));
  }
  if (isObject(user) && typeof user['id'] === 'string')
    verdicts.check('AH-SEC-008', !EMAIL.test(user['id']), () => ({
      message: 'user.id is an e-mail address; use an identifier of the organisation',
      expected: 'an identifier that is no address',
      actual: 'an address',
      ...placed(locate(event, '/user/id')),
    }));
}

const placed = (where: ReturnType<Locate>): { where?: NonNullable<ReturnType<Locate>> } =>
  where === undefined ? {} : { where };

interface Leak {
  readonly canary: Canary;
  readonly hit: LeakHit;
}

/** Channels that a subject's own output takes; what its children inherit is listed and judged by no row of section 9. */
const OUTPUT: readonly LeakHit['channel'][] = ['stdout', 'stderr', 'file', 'request'];

/** Judges which canaries came out, by section 9. */
export function judgeLeaks(testCase: Case, observation: Observation, verdicts: Verdicts): readonly Finding[] {
  const { canaries } = testCase;
  const touched = new Map<string, Set<string>>();
  const leaks = leakedCanaries(canaries, observation).filter(({ hit }) => OUTPUT.includes(hit.channel));
  const rule = (row: string, exercised: boolean, found: readonly Leak[], what: string, fix: string): void => {
    if (!exercised) return;
    for (const { canary } of found) touched.set(canary.id, (touched.get(canary.id) ?? new Set()).add(row));
    const first = found[0];
    verdicts.check(row, first === undefined, () => ({
      message: `${what} came out (${first === undefined ? '' : `${first.canary.field} on ${placeOf(first.hit)}`}); ${fix}`,
      expected: 'none of it by default',
      actual: first === undefined ? '' : `${shown(first.canary.field)} on ${placeOf(first.hit)}`,
    }));
  };
  const fed = (kinds: readonly Canary['kind'][]): boolean => canaries.some((canary) => kinds.includes(canary.kind));
  const of = (kinds: readonly Canary['kind'][]): readonly Leak[] =>
    leaks.filter(({ canary }) => kinds.includes(canary.kind));
  const prompts = of(['prompt']);
  rule('AH-SEC-002', fed(['prompt']), prompts, 'the text of a prompt', 'send its hash and length');
  rule('AH-SEC-004', fed(['prompt']), prompts, 'the text of a prompt', 'send its hash and length');
  const answers = of(['transcript']);
  rule(
    'AH-SEC-006',
    fed(['transcript']),
    answers,
    'what the agent said',
    'send a summary of your own, or its hash and length',
  );
  rule(
    'AH-SEC-007',
    fed(['identity']),
    of(['identity']),
    'a name or an address of a person',
    'leave it out unless it is switched on',
  );
  const whole = wholeOutputs(leaks);
  const results = canaries.some((canary) => canary.id.endsWith('@middle') && isResult(canary));
  rule('AH-SEC-010', results, whole, 'the whole output of a tool', 'cut it short, or leave it out');
  const nested = results && canaries.some((canary) => isResult(canary) && canary.field.split('/').length > 2);
  rule(
    'AH-SEC-011',
    nested,
    whole.filter(({ canary }) => canary.field.split('/').length > 2),
    'a member of the tool response, whole,',
    'copy none of it',
  );
  const defaults = [...prompts, ...answers, ...whole];
  rule(
    'AH-SEC-014',
    fed(['prompt', 'transcript']) || results,
    defaults,
    'content',
    'hashes and summaries are the default',
  );
  return leakFindings(touched);
}

const isResult = (canary: Canary): boolean => canary.kind === 'tool-result' || canary.kind === 'file-content';

/** Outputs that came out from beginning to end: an excerpt is fine (section 9; E-AH-42). */
function wholeOutputs(leaks: readonly Leak[]): readonly Leak[] {
  const parts = new Map<string, Set<string>>();
  const key = ({ canary, hit }: Leak): string => `${canary.spawn} ${canary.field} ${hit.channel}`;
  for (const leak of leaks)
    parts.set(
      key(leak),
      (parts.get(key(leak)) ?? new Set()).add(leak.canary.id.slice(leak.canary.id.lastIndexOf('@'))),
    );
  return leaks.filter(
    (leak) => isResult(leak.canary) && ['@start', '@middle', '@end'].every((part) => parts.get(key(leak))?.has(part)),
  );
}

/** AH-DAT-010: the hash of a prompt is that of the prompt's very bytes. */
export function promptHashOf(event: Emitted): string | undefined {
  const hash = at(event.value, '/data/prompt_hash');
  return event.value['event_type'] === 'Prompt.Submitted' && typeof hash === 'string' ? hash.toLowerCase() : undefined;
}
