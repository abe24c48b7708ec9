import type { Fixture } from '../../harness/model/corpus.ts';
import { at } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import type { Line } from './emitted.ts';

/** Judges to which session the events of a parent and two sub-agents go (Subagent Event Routing). */
export function judgeRouting(
  inputs: readonly Fixture[],
  lines: readonly (readonly Line[])[],
  observation: Observation,
  verdicts: Verdicts,
): void {
  const parent = at(inputs[0]?.stdin, '/session_id');
  const sessions = (name: string): readonly unknown[] => {
    const index = inputs.findIndex((fixture) => fixture.name.endsWith(`/${name}`));
    return (lines[index] ?? []).map((line) => line.member('sessionId'));
  };
  const check = (row: string, name: string, wanted: unknown, what: string): void => {
    for (const session of sessions(name))
      verdicts.check(row, session === wanted, () => ({
        message: `${what} has the sessionId ${shown(session)}; it should be ${shown(wanted)}`,
        expected: String(wanted),
        actual: shown(session),
      }));
  };
  const [before, other] = [sessions('before-abc')[0], sessions('before-def')[0]];
  if (before !== undefined && other !== undefined)
    verdicts.check('AP-SUB-002', before !== other, () => ({
      message: 'tool events of two sub-agents have one sessionId; agent_id tells them apart',
      expected: 'two sessions',
      actual: shown(before),
    }));
  for (const name of ['start-abc', 'before-abc'])
    check('AP-SUB-003', name, 'sub--abc', 'an event of the sub-agent abc');
  for (const name of ['parent-before', 'parent-after']) check('AP-SUB-004', name, parent, 'an event without agent_id');
  const links = ['start-abc', 'before-abc'].flatMap((name) => {
    const index = inputs.findIndex((fixture) => fixture.name.endsWith(`/${name}`));
    return (lines[index] ?? []).map((line) => line.member('parentSessionId'));
  });
  // A line may leave the parent out (contract, section 2): the link is then made by a call that nobody sees here.
  const given = links.filter((link) => link !== undefined && link !== null);
  if (given.length > 0)
    verdicts.check(
      'AP-SUB-005',
      given.every((link) => link === parent),
      () => ({
        message: 'an event of a sub-agent does not name the session of its parent in parentSessionId',
        expected: String(parent),
        actual: given.map(shown).join(', '),
      }),
    );
  else if (links.length > 0)
    verdicts.untested(
      'AP-SUB-005',
      'no event of a sub-agent has a parentSessionId, and how else it is linked was not seen',
    );
  const twice = [sessions('start-abc')[0], sessions('start-abc-again')[0]];
  if (twice[0] !== undefined && twice[1] !== undefined)
    verdicts.check('AP-SUB-006', twice[0] === twice[1], () => ({
      message: 'one sub-agent announced twice has two sessions; ensuring is idempotent',
      expected: shown(twice[0]),
      actual: shown(twice[1]),
    }));
  const cache = observation.files.find(
    ({ path, change }) => change === 'created' && /session|cache/i.test(path) && /\.(json|db|sqlite)$/.test(path),
  );
  verdicts.check('AP-SUB-007', cache === undefined, () => ({
    message: `${cache?.path} looks like a session cache on disk`,
    expected: 'no session cache',
    actual: String(cache?.path),
  }));
  check('AP-SUB-008', 'start-abc', 'sub--abc', 'SubagentStart');
  check('AP-SUB-009', 'before-abc', 'sub--abc', 'PreToolUse within a sub-agent');
  check('AP-SUB-010', 'after-abc', 'sub--abc', 'PostToolUse within a sub-agent');
  check('AP-SUB-011', 'stop-abc', 'sub--abc', 'Stop within a sub-agent');
  check('AP-SUB-012', 'subagent-stop-abc', 'sub--abc', 'SubagentStop');
}
