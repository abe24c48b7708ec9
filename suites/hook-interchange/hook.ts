/** The hook's side of Hook Interchange: its exit code and its canonical output. Pure judges over one answer. */
import { data } from '../../harness/assets.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { didYouMean } from '../../harness/text/nearest.ts';
import type { HookAnswer, JsonTypeName } from '../answer-checks.ts';
import { broken, endOf, jsonType, met, printed, shown } from '../answer-checks.ts';

interface OutputMember {
  readonly requirement: string;
  readonly member: string;
  readonly type: JsonTypeName;
  readonly words?: readonly string[];
}

function members(): readonly OutputMember[] {
  return data<{ readonly members: readonly OutputMember[] }>('suites/hook-interchange/hook-output').members;
}

/** Exit codes with a meaning in section 4: success, error, block. */
const CODES: readonly number[] = [0, 1, 2];

/** HIF-EXIT-014: success is 0, an error of the hook 1, a block 2; nothing else. */
function judgeExit({ end }: HookAnswer): readonly Finding[] {
  if (end.kind === 'timeout') return [];
  if (end.kind === 'exit' && CODES.includes(end.code)) return [met('HIF-EXIT-014')];
  const expected = 'exit 0 for success, 1 for an error of the hook, 2 for a block';
  return [
    broken(
      'HIF-EXIT-014',
      `its end is ${endOf(end)}, to which the exit code contract gives no meaning`,
      expected,
      endOf(end),
    ),
  ];
}

/** HIF-OUT-001 and the rows of the members: what is printed is nothing or one JSON object, each member of its type. */
function judgeOutput({ end, stdout }: HookAnswer): readonly Finding[] {
  if (end.kind !== 'exit') return [];
  const found = printed(stdout);
  const expected = 'nothing, or one JSON object and no other text; log to stderr';
  switch (found.kind) {
    case 'nothing':
      return [];
    case 'json':
      return [broken('HIF-OUT-001', `stdout holds a JSON ${found.type}, not an object`, expected, shown(stdout))];
    case 'text': {
      const what = found.holdsJson ? 'stdout is not one JSON document' : 'stdout is text, not a JSON object';
      const message = `${what}: ${found.because}`;
      return [broken('HIF-OUT-001', message, expected, shown(stdout))];
    }
    case 'object':
      return [met('HIF-OUT-001'), ...members().map((member) => judgeMember(found.document, member))];
  }
}

function judgeMember(
  document: Readonly<Record<string, unknown>>,
  { requirement, member, type, words }: OutputMember,
): Finding {
  const value = document[member];
  if (value === undefined) return met(requirement);
  const expected = words === undefined ? `absent or a JSON ${type}` : `absent or one of ${words.join(', ')}`;
  if (jsonType(value) !== type) return broken(requirement, `${member} is ${shown(value)}`, expected, shown(value));
  if (words !== undefined && !words.includes(value as string)) {
    return broken(requirement, `${member} is ${shown(value)}`, expected, shown(value));
  }
  return met(requirement);
}

/** Everything that one answer decides of the hook's rows. */
export function judgeHookAnswer(answer: HookAnswer): readonly Finding[] {
  return [...judgeExit(answer), ...judgeOutput(answer)];
}

/** Members of the output that the format doesn't have: they are passed over, a decision in them as well. */
export function unreadMembers({ end, stdout }: HookAnswer): readonly string[] {
  const found = printed(stdout);
  if (end.kind !== 'exit' || found.kind !== 'object') return [];
  const known = members().map(({ member }) => member);
  return Object.keys(found.document)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}${didYouMean(name, known)}`);
}
