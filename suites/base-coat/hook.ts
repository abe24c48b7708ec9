/** The hook's side of the Base Coat contract: the response to one event, and what it does with broken input. Pure judges. */
import type { Finding } from '../../harness/model/finding.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Posture } from '../../harness/model/words.ts';
import type { HookAnswer } from '../answer-checks.ts';
import { broken, endOf, jsonType, met, printed, shown } from '../answer-checks.ts';
import { findRequirement } from '../catalogue.ts';

/** The standard outcomes (section 3). */
const ACTIONS: readonly string[] = ['passThrough', 'injectContext', 'block', 'modify'];

type Response = Readonly<Record<string, unknown>>;

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** One member's rule: `holds` is asked only where the member is there. */
function member(
  response: Response,
  requirement: string,
  name: string,
  expected: string,
  holds: (value: unknown) => boolean,
): Finding {
  const value = response[name];
  if (value === undefined || holds(value)) return met(requirement);
  return broken(requirement, `${name} is ${shown(value)}`, `absent or ${expected}`, shown(value));
}

/** The rows of the response schema (section 3 and the response envelope) for one JSON object. */
export function judgeResponse(response: Response): readonly Finding[] {
  const { action } = response;
  const known = typeof action === 'string' && ACTIONS.includes(action);
  const words = ACTIONS.join(', ');
  const said = action === undefined ? 'no action' : `action ${shown(action)}`;
  const rewrites = response['modifiedInput'] !== undefined || response['modifiedOutput'] !== undefined;
  const findings: Finding[] = [
    known ? met('BC-REN-002') : broken('BC-REN-002', `the response has ${said}`, `action, one of ${words}`, said),
    member(response, 'BC-REN-003', 'priority', 'a number', (value) => typeof value === 'number'),
    member(
      response,
      'BC-REN-004',
      'additionalContext',
      'an array of texts',
      (value) => isStrings(value) || typeof value === 'string',
    ),
    member(response, 'BC-REN-016', 'additionalContext', 'an array', (value) => typeof value !== 'string'),
    member(response, 'BC-REN-005', 'warnings', 'an array of texts', isStrings),
    member(response, 'BC-REN-010', 'metadata', 'an object', (value) => isObject(value)),
    member(response, 'BC-REN-012', 'reason', 'a text', (value) => typeof value === 'string'),
  ];
  // A missing action is only a suggested member left out; a word outside the set means nothing to any runner (E-BC-11).
  if (action !== undefined) {
    findings.push(known ? met('BC-RSP-008') : broken('BC-RSP-008', `${said} is no standard outcome`, words, said));
  }
  if (action === 'modify') {
    const expected = 'modifiedInput or modifiedOutput';
    findings.push(
      rewrites
        ? met('BC-REN-008')
        : broken('BC-REN-008', 'a modify response changes nothing', expected, shown(response)),
    );
  } else if (rewrites) {
    findings.push(
      broken(
        'BC-REN-007',
        `it rewrites with ${said}`,
        'modifiedInput and modifiedOutput only with action modify',
        said,
      ),
    );
  }
  if (!rewrites || action === 'modify') findings.push(met('BC-REN-007'));
  if (action === 'block') {
    const { reason } = response;
    const given = typeof reason === 'string' && reason.trim() !== '';
    findings.push(
      given ? met('BC-RSP-005') : broken('BC-RSP-005', 'it blocks and says nowhere why', 'a reason', shown(response)),
    );
  }
  return findings;
}

/** The answer to a sound event: one JSON object, nothing, or prose, which is only worse style (BC-REN-001, BC-GUI-003). */
export function judgeAnswer({ end, stdout }: HookAnswer): readonly Finding[] {
  if (end.kind === 'timeout') return [];
  const found = printed(stdout);
  const expected = 'nothing, or one JSON object';
  switch (found.kind) {
    case 'nothing':
      return [met('BC-REN-001'), met('BC-GUI-003')];
    case 'json':
      return [broken('BC-REN-001', `the response is a JSON ${found.type}, not an object`, expected, shown(stdout))];
    case 'text':
      if (found.holdsJson)
        return [
          broken('BC-REN-001', `the response is not one JSON document: ${found.because}`, expected, shown(stdout)),
        ];
      return [met('BC-REN-001'), broken('BC-GUI-003', 'it answers in prose', 'a structured response', shown(stdout))];
    case 'object':
      return [met('BC-REN-001'), met('BC-GUI-003'), ...judgeResponse(found.document)];
  }
}

/** Whether a response breaks nothing that costs more than a warning. */
function isValid(response: Response): boolean {
  const broken = judgeResponse(response).flatMap((finding) => (finding.kind === 'broken' ? [finding.requirement] : []));
  return broken.every((id) => findRequirement(id)?.grade !== 'fail');
}

/** A stack trace as the common languages print it. */
const TRACE = /Traceback \(most recent call last\)|^\s+at .+\(.*:\d+:\d+\)|^panic: |Exception in thread/m;

/**
 * The answer to broken input (section 8): caught, noted somewhere, and passed through unless the author declared otherwise.
 * @param logged it wrote a file, which counts as a note
 */
export function judgeBrokenInput(
  answer: HookAnswer,
  input: string,
  posture: Posture | null,
  logged = false,
): readonly Finding[] {
  const { end, stdout, stderr } = answer;
  if (end.kind === 'timeout') return [];
  const found = printed(stdout);
  const response = found.kind === 'object' ? found.document : undefined;
  const valid = response !== undefined && isValid(response);
  const caught = end.kind === 'exit' && (found.kind === 'nothing' ? end.code === 0 : valid) && !TRACE.test(stdout);
  const expected = 'exit 0 with nothing on stdout, or a valid response';
  const findings: Finding[] = [
    caught
      ? met('BC-ERR-002')
      : broken(
          'BC-ERR-002',
          `it does not catch ${input}: ${endOf(end)}`,
          expected,
          `${endOf(end)}, stdout ${shown(stdout)}`,
        ),
  ];
  const noted = logged || stderr.trim() !== '' || Array.isArray(response?.['warnings']);
  findings.push(
    noted
      ? met('BC-ERR-003')
      : broken(
          'BC-ERR-003',
          `it says nowhere that ${input} was not understood`,
          'a line on stderr or in a log',
          'nothing',
        ),
  );
  const action = response?.['action'];
  const deliberate = posture === 'closed' && action === 'block' && jsonType(response?.['reason']) === 'string';
  // A response without an action asks for nothing, which is to pass through.
  const passed =
    found.kind === 'nothing' || action === 'passThrough' || (response !== undefined && action === undefined);
  if (!deliberate) {
    findings.push(
      passed
        ? met('BC-ERR-004')
        : broken(
            'BC-ERR-004',
            `${input} does not pass through`,
            'action passThrough, or nothing',
            shown(action ?? stdout),
          ),
    );
  }
  return findings;
}
