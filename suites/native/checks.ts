/**
 * What an answer breaks of a vendor's contract. Every check is a pure function over what the vendor reads; each gives a
 * result only where the answer puts it to the test, so that an empty answer passes nothing that it never tried.
 */
import { isObject } from '../../harness/model/json.ts';
import type { Problem } from '../../vendors/answer.ts';
import { objectsIn } from '../../vendors/answer.ts';
import type { CheckKind, Contract } from '../../vendors/contract.ts';
import { coversEvent } from '../../vendors/contract.ts';
import type { Decision } from '../../vendors/dialects.ts';
import { decisionsIn, looksLikeAnswer } from '../../vendors/dialects.ts';
import type { Outcome } from '../../vendors/outcome.ts';
import { jsonCheck } from './check-json.ts';
import type { Checked } from './checked.ts';
import { broken, met } from './checked.ts';
import type { CheckResult } from './context.ts';
import { HOLDS_UP } from './context.ts';

function exitCheck(checked: Checked): CheckResult[] {
  const { answer, outcome } = checked;
  if (answer.end.kind === 'timeout') return [];
  if (outcome.breaks !== 'exit') return [met('exit')];
  const expected = 'exit 0 with the answer on stdout, or the exit code that blocks with the reason on stderr';
  return [broken('exit', checked, outcome.why, expected)];
}

function problemChecks(checked: Checked): CheckResult[] {
  const { outcome, contract } = checked;
  const { form, problems } = outcome.read;
  if (form !== 'object' || (checked.answer.end.kind === 'exit' && unreadAtExit(outcome))) return [];
  const own = (kind: Problem['kind']): CheckResult[] =>
    problems
      .filter((problem) => problem.kind === kind)
      .map((problem) => {
        const check = kind === 'misfit' ? 'input' : (kind as CheckKind);
        return broken(check, checked, `${problem.at} is ${problem.found}`, problem.expected, problem.found);
      });
  const results: CheckResult[] = [];
  const types = own('type');
  results.push(...(types.length > 0 ? types : [met('type')]));
  const document = outcome.read.document ?? {};
  const decisions = decisionsIn(contract, checked.event, document).filter(({ read }) => read === 'here');
  const words = own('word');
  results.push(...(words.length > 0 ? words : decisions.length > 0 ? [met('word')] : []));
  const names = own('event-name');
  const named = isObject(document['hookSpecificOutput']);
  results.push(...(names.length > 0 ? names : named ? [met('event-name')] : []));
  const misfits = own('misfit');
  results.push(...(misfits.length > 0 ? misfits : outcome.adds.includes('input') ? [met('input')] : []));
  return results;
}

/** True when the vendor reads no JSON at this exit code. */
function unreadAtExit(outcome: Outcome): boolean {
  return outcome.rule.startsWith('exit-2');
}

/** True where the reason of an exit that blocks is stderr alone, whatever stdout holds. */
function reasonOnStderr({ reading, rules }: Contract): boolean {
  return reading.from === 'stdout' || rules.some(({ when, breaks }) => when.stderr === false && breaks === 'reason');
}

function reasonCheck(checked: Checked): CheckResult[] {
  const { contract, event, answer, outcome } = checked;
  if (outcome.breaks === 'reason')
    return [broken('reason', checked, outcome.why, 'the reason where the vendor reads it')];
  // Where the answer is held to be a fault the vendor stops the action, not the hook.
  if (!HOLDS_UP.includes(outcome.effect) || outcome.breaks !== null) return [];
  if (contract.rules.some(({ id, reads }) => id === outcome.rule && reads === 'nothing')) return [];
  const { document } = outcome.read;
  const text =
    document === undefined || unreadAtExit(outcome)
      ? [answer.stderr, outcome.read.from === 'stderr' || reasonOnStderr(contract) ? '' : answer.stdout]
      : contract.fields
          .filter(({ use, on }) => (use === 'reason' || use === 'context') && coversEvent(contract, on, event))
          .map((field) => valueAt(document, field.at));
  const said = text.filter((one) => one.trim() !== '');
  if (said.some((one) => objectsIn(one).some(({ value }) => looksLikeAnswer(value)))) {
    return [
      broken('reason', checked, 'the reason is JSON, which the model or the user reads as it stands', 'a sentence'),
    ];
  }
  if (said.length > 0) return [met('reason')];
  return [
    broken(
      'reason',
      checked,
      'the answer holds the action up and says nowhere why',
      'a reason for the model or the user',
    ),
  ];
}

function valueAt(document: Readonly<Record<string, unknown>>, pointer: string): string {
  let here: unknown = document;
  for (const name of pointer.slice(1).split('/')) here = isObject(here) ? here[name] : undefined;
  return typeof here === 'string' ? here : '';
}

function dialectCheck(checked: Checked, decisions: readonly Decision[]): CheckResult[] {
  const { outcome } = checked;
  if (decisions.length === 0) return [];
  const lost = decisions.find(({ read, blocks }) => read === 'never' && blocks);
  const heard = HOLDS_UP.includes(outcome.effect) || decisions.some(({ read, blocks }) => read === 'here' && blocks);
  if (lost === undefined || heard) return [met('dialect')];
  const message = `the block stands in ${lost.at}, which this vendor doesn't read here: ${outcome.why}`;
  return [
    broken('dialect', checked, message, "the block in the vendor's own members", `${lost.at}: ${String(lost.value)}`),
  ];
}

function decideCheck(checked: Checked, decisions: readonly Decision[]): CheckResult[] {
  const { outcome, event } = checked;
  if (outcome.breaks === 'decide') return [broken('decide', checked, outcome.why, `no block on ${event}`)];
  const misplaced = decisions.find(({ read, blocks }) => read === 'elsewhere' && blocks);
  if (misplaced !== undefined && !HOLDS_UP.includes(outcome.effect)) {
    const message = `${misplaced.at} blocks nothing on ${event}: ${outcome.why}`;
    return [broken('decide', checked, message, `no block on ${event}`, `${misplaced.at}: ${String(misplaced.value)}`)];
  }
  return HOLDS_UP.includes(outcome.effect) ? [met('decide')] : [];
}

function contradictionCheck(checked: Checked, decisions: readonly Decision[]): CheckResult[] {
  const { answer, outcome } = checked;
  const expected = 'the decision in one of the two: JSON with exit 0, or the exit code with a reason on stderr';
  if (outcome.breaks === 'contradiction') return [broken('contradiction', checked, outcome.why, expected)];
  if (answer.end.kind !== 'exit' || outcome.read.form !== 'object' || decisions.length === 0) return [];
  const blocks = decisions.some((decision) => decision.blocks);
  const { code } = answer.end;
  if (code === 0 || (code === 2 && blocks)) return [met('contradiction')];
  const said = blocks ? 'blocks' : 'allows';
  const message = `the JSON ${said} and the exit code is ${code}; ${outcome.why}`;
  return [broken('contradiction', checked, message, expected)];
}

/** Everything that this answer breaks or meets, in the order of the check kinds. */
export function checkAnswer(checked: Checked): readonly CheckResult[] {
  const { contract, event, answer, outcome } = checked;
  if (answer.end.kind !== 'exit') return exitCheck(checked);
  const decisions = outcome.read.document === undefined ? [] : decisionsIn(contract, event, outcome.read.document);
  const results = [
    ...exitCheck(checked),
    ...jsonCheck(checked),
    ...problemChecks(checked),
    ...reasonCheck(checked),
    ...dialectCheck(checked, decisions),
    ...decideCheck(checked, decisions),
    ...contradictionCheck(checked, decisions),
  ];
  // What the vendor's own rule calls a fault and no check above has told.
  const { breaks } = outcome;
  if (breaks === null || results.some((result) => result.broken !== null)) return results;
  return [
    ...results.filter(({ kind }) => kind !== breaks),
    broken(breaks, checked, outcome.why, 'an answer that the vendor applies'),
  ];
}
