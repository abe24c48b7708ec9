import { type HifEdition, specOf } from '../documents.ts';
import { reasonRule } from './chains.ts';
import type { Check, Decision, Scenario } from './scenario.ts';

/** The exit code contract (seed, section 3; upstream 4), the truth table (upstream 5.3) and the rows that it leaves out. */

const WARN_ALLOW: Check['expect'] = { kind: 'decision', any: ['allow'], warned: true };
const ALLOW: Check['expect'] = { kind: 'decision', any: ['allow'], warned: false };
const BLOCK: Check['expect'] = { kind: 'decision', any: ['block'] };

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

interface Row {
  readonly blocking: boolean;
  readonly exit: number;
  /** null: stdout holds an object without a decision. */
  readonly decision: string | null;
  readonly requirements: string;
  readonly expect: Check['expect'];
}

const DECISIONS = ['allow', 'deny', 'ask', null] as const;

function each(blocking: boolean, exits: readonly number[], requirements: string, expect: Check['expect']): Row[] {
  return exits.flatMap((exit) => DECISIONS.map((decision) => ({ blocking, exit, decision, requirements, expect })));
}

function row(
  blocking: boolean,
  exit: number,
  decision: string | null,
  requirements: string,
  expect: Check['expect'],
): Row {
  return { blocking, exit, decision, requirements, expect };
}

const TABLE: readonly Row[] = [
  row(true, 0, 'allow', 'HIF-TT-001 HIF-DEC-003 HIF-DEC-010', { kind: 'decision', any: ['allow'] }),
  row(true, 0, 'deny', 'HIF-TT-002 HIF-DEC-002 HIF-DEC-010', BLOCK),
  row(true, 0, 'ask', 'HIF-TT-003 HIF-DEC-010', BLOCK),
  row(true, 0, null, 'HIF-TT-004 HIF-DEC-010', { kind: 'decision', any: ['allow'] }),
  row(true, 2, 'allow', 'HIF-TT-005 HIF-DEC-001 HIF-DEC-010', BLOCK),
  row(true, 2, 'deny', 'HIF-TT-006 HIF-DEC-010', BLOCK),
  row(true, 2, 'ask', 'HIF-TT-013 HIF-DEC-010', BLOCK),
  row(true, 2, null, 'HIF-TT-014 HIF-DEC-010', BLOCK),
  ...each(true, [1], 'HIF-TT-007 HIF-DEC-010', WARN_ALLOW),
  row(false, 0, 'allow', 'HIF-TT-008 HIF-DEC-010', { kind: 'decision', any: ['allow'] }),
  row(false, 0, 'deny', 'HIF-TT-009 HIF-GLO-003', BLOCK),
  row(false, 0, 'ask', 'HIF-TT-015', BLOCK),
  row(false, 0, null, 'HIF-TT-010 HIF-DEC-010', { kind: 'decision', any: ['allow'] }),
  ...each(false, [2], 'HIF-TT-011 HIF-DEC-009 HIF-DEC-010', WARN_ALLOW),
  ...each(false, [1], 'HIF-TT-012 HIF-DEC-010', WARN_ALLOW),
  ...each(true, [3, 255], 'HIF-TT-016 HIF-EXIT-013', WARN_ALLOW),
  ...each(false, [3, 255], 'HIF-TT-017 HIF-EXIT-013', WARN_ALLOW),
];

/** Edition 1.0 has no truth table: there exit codes other than 0 mean the same whatever stands on stdout (seed, section 3). */
function seedRow(blocking: boolean, exit: number): { requirements: string; expect: Check['expect'] } | undefined {
  if (exit === 0) return undefined;
  if (exit === 1) return { requirements: 'HIF-EXIT-004', expect: WARN_ALLOW };
  if (exit !== 2) return { requirements: 'HIF-EXIT-010', expect: WARN_ALLOW };
  return blocking
    ? { requirements: 'HIF-EXIT-006', expect: BLOCK }
    : { requirements: 'HIF-EXIT-007', expect: { kind: 'decision', any: ['allow'] } };
}

function truthTable(edition: HifEdition): Scenario[] {
  return TABLE.map((row): Scenario => {
    const { blocking, exit, decision } = row;
    const { requirements, expect } = (edition === '1.0' ? seedRow(blocking, exit) : undefined) ?? row;
    const stdout = decision === null ? '{"reason":"x"}' : JSON.stringify({ decision });
    const shown = decision ?? 'absent';
    const what = `blocking ${blocking}, exit ${exit}, decision ${shown}`;
    const missing = requirements === 'HIF-TT-004 HIF-DEC-010' ? `${requirements} HIF-DEC-006` : requirements;
    return {
      id: `truth/${blocking ? 'blocking' : 'observing'}-${exit}-${shown}`,
      title: `A hook with ${what}`,
      hooks: [{ probe: { name: 'probe', exit, stdout }, hook: { blocking } }],
      checks: [check(missing, expect, `The truth table decides on ${what}`)],
    };
  });
}

function codes(): Scenario[] {
  const one = (
    exit: number,
    blocking: boolean | undefined,
    checks: readonly Check[],
    more: Partial<Scenario> = {},
  ): Scenario => ({
    id: `exit/${exit}-${blocking === undefined ? 'default' : blocking ? 'blocking' : 'observing'}`,
    title: `A hook that exits ${exit} without output`,
    hooks: [{ probe: { name: 'probe', exit }, hook: { blocking } }],
    checks,
    ...more,
  });
  const others = [3, 42, 126, 127, 128, 137, 255];
  return [
    one(0, true, [check('HIF-EXIT-001', ALLOW, 'Exit 0 lets the action proceed')]),
    one(0, false, [check('HIF-EXIT-001', ALLOW, 'Exit 0 lets the action proceed')]),
    one(1, true, [check('HIF-EXIT-004', WARN_ALLOW, 'Exit 1 is a warning, and the action proceeds')]),
    one(1, false, [check('HIF-EXIT-004', WARN_ALLOW, 'Exit 1 is a warning, and the action proceeds')]),
    one(2, true, [check('HIF-EXIT-006', BLOCK, 'Exit 2 of a blocking hook prevents the action')]),
    ...[false, undefined].map((blocking) =>
      one(2, blocking, [
        check(
          blocking === undefined ? 'HIF-EXIT-007 HIF-HK-009' : 'HIF-EXIT-007',
          { kind: 'decision', any: ['allow'] },
          'Exit 2 of a hook that is not blocking lets the action proceed',
        ),
        check('HIF-EXIT-008', WARN_ALLOW, 'Exit 2 of a hook that is not blocking is handled like exit 1'),
      ]),
    ),
    ...others.flatMap((exit) =>
      [true, false].map((blocking) =>
        one(exit, blocking, [check('HIF-EXIT-010 HIF-EXIT-013', WARN_ALLOW, `Exit ${exit} acts like exit 1`)]),
      ),
    ),
  ];
}

/** Every code from 3 to 255, 64 hooks in one manifest: a runner that blocks on one of them blocks the action. */
function everyOther(edition: HifEdition): Scenario[] {
  return [3, 67, 131, 195].map((from): Scenario => {
    const to = Math.min(from + 63, 255);
    const hooks = Array.from({ length: to - from + 1 }, (_, at) => ({
      event: 'before_tool_execute',
      handler: { type: 'command', command: `echo code-${from + at} >&2; exit ${from + at}` },
      blocking: true,
    }));
    return {
      id: `exit/every-code-from-${from}`,
      title: `Blocking hooks that exit ${from} to ${to}`,
      hooks: [],
      manifestText: JSON.stringify({ spec: specOf(edition), hooks }),
      soundText: true,
      checks: [
        check('HIF-EXIT-010 HIF-EXIT-013', WARN_ALLOW, `Every exit code from ${from} to ${to} acts like exit 1`),
      ],
    };
  });
}

function endings(edition: HifEdition): Scenario[] {
  return [
    ...(['KILL', 'TERM'] as const).map(
      (kill): Scenario => ({
        id: `exit/signal-${kill.toLowerCase()}`,
        title: `A blocking hook that is ended by SIG${kill}`,
        hooks: [{ probe: { name: 'probe', kill } }],
        checks: [check('HIF-EXIT-011', WARN_ALLOW, 'A hook ended by a signal acts like a hook error')],
      }),
    ),
    {
      id: 'exit/missing-command',
      title: 'A blocking hook whose script does not exist',
      hooks: [{ probe: { name: 'probe' }, handler: { command: './does-not-exist.sh' } }],
      checks: [check('HIF-EXIT-012', WARN_ALLOW, 'A command that cannot be started acts like a hook error')],
    },
    {
      id: 'exit/stderr-of-error',
      title: 'A failing hook that says why on stderr',
      hooks: [{ probe: { name: 'probe', exit: 1, stderr: 'cause-7f3a' } }],
      checks: [check('HIF-EXIT-005', { kind: 'logged', texts: ['cause-7f3a'] }, 'Stderr of a failed hook is logged')],
    },
    {
      id: 'exit/stderr-of-block',
      title: 'A blocking hook that says why on stderr',
      hooks: [{ probe: { name: 'probe', exit: 2, stderr: 'cause-91be' } }],
      checks: [
        check(
          edition === '0.1' ? 'HIF-EXIT-009' : 'HC-REASON',
          { kind: 'member', member: 'reason', holds: 'cause-91be' },
          'Stderr of a blocking hook is shown as the reason',
        ),
        check('HIF-EXIT-006', BLOCK, 'Exit 2 of a blocking hook prevents the action'),
      ],
    },
    ...[true, false].map(
      (blocking): Scenario => ({
        id: `exit/empty-stdout-${blocking ? 'blocking' : 'observing'}`,
        title: 'A hook that exits 0 and prints white space',
        hooks: [{ probe: { name: 'probe', stdout: ' \n\t\n' }, hook: { blocking } }],
        checks: [check('HIF-EXIT-003', ALLOW, 'Empty stdout on exit 0 counts as {}')],
      }),
    ),
    {
      id: 'exit/no-stdout',
      title: 'A hook that exits 0 and prints nothing',
      hooks: [{ probe: { name: 'probe' } }],
      checks: [check('HIF-EXIT-003', ALLOW, 'Empty stdout on exit 0 counts as {}')],
    },
    {
      id: 'exit/same-as-1',
      title: 'A hook that is not blocking exits 2, and one exits 1',
      hooks: [
        { probe: { name: 'two', exit: 2 }, hook: { blocking: false, event: 'before_tool_execute' } },
        { probe: { name: 'one', exit: 1 }, hook: { blocking: false, event: 'after_tool_execute' } },
      ],
      again: [{ event: 'after_tool_execute' }],
      checks: [
        check('HIF-EXIT-008', { kind: 'same-outcome' }, 'Exit 2 of a hook that is not blocking is handled like exit 1'),
      ],
    },
  ];
}

const NOT_JSON: readonly (readonly [string, string])[] = [
  ['text', 'hello'],
  ['open-brace', '{'],
  ['two-objects', '{"decision":"allow"}{"decision":"deny"}'],
  ['text-then-json', 'Loading profile\n{"decision":"deny"}'],
];

const NO_OBJECT: readonly (readonly [string, string])[] = [
  ['array', '["deny"]'],
  ['string', '"deny"'],
  ['null', 'null'],
  ['boolean', 'false'],
];

function stdoutOfExit0(edition: HifEdition): Scenario[] {
  return [
    {
      id: 'stdout/deny',
      title: 'A blocking hook that prints a denial and exits 0',
      hooks: [{ probe: { name: 'probe', stdout: '{"decision":"deny","reason":"cause-44d0"}' } }],
      checks: [
        check('HIF-EXIT-002', BLOCK, 'Stdout of exit 0 is read as JSON'),
        check(
          reasonRule(edition),
          { kind: 'member', member: 'reason', holds: 'cause-44d0' },
          'The reason of a denial is presented',
        ),
      ],
    },
    ...NOT_JSON.map(
      ([name, stdout]): Scenario => ({
        id: `stdout/${name}`,
        title: `A hook that exits 0 and prints ${JSON.stringify(stdout)}`,
        hooks: [{ probe: { name: 'probe', stdout } }],
        checks: [check('HIF-DEC-007', WARN_ALLOW, 'Stdout of exit 0 that is not JSON is a hook error')],
      }),
    ),
    ...NO_OBJECT.map(
      ([name, stdout]): Scenario => ({
        id: `stdout/no-object-${name}`,
        title: `A hook that exits 0 and prints ${stdout}`,
        hooks: [{ probe: { name: 'probe', stdout } }],
        checks: [check('HIF-DEC-011', WARN_ALLOW, 'Stdout of exit 0 that is JSON and no object is a hook error')],
      }),
    ),
    {
      id: 'stdout/logged',
      title: 'A hook that exits 0 with text on stdout and stderr',
      hooks: [{ probe: { name: 'probe', stdout: 'said-60aa', stderr: 'cause-60bb' } }],
      checks: [
        check(
          'HIF-DEC-008',
          { kind: 'logged', texts: ['said-60aa', 'cause-60bb'] },
          'Stdout and stderr of such a hook are logged',
        ),
      ],
    },
    {
      id: 'stdout/pretty',
      title: 'A hook that prints its denial over several lines with CRLF',
      hooks: [{ probe: { name: 'probe', stdout: '\r\n{\r\n  "decision": "deny"\r\n}\r\n' } }],
      checks: [check('HIF-EXIT-002 HIF-DEC-002', BLOCK, 'JSON may be spread over lines')],
    },
  ];
}

function asking(): Scenario[] {
  const ask = (
    id: string,
    any: readonly Decision[],
    requirements: string,
    more: Partial<Scenario>,
    says: string,
  ): Scenario => ({
    id: `ask/${id}`,
    title: `A hook that asks, ${id}`,
    hooks: [{ probe: { name: 'probe', stdout: '{"decision":"ask","reason":"why"}' } }],
    checks: [check(requirements, { kind: 'decision', any }, says)],
    ...more,
  });
  return [
    ask(
      'interactive',
      ['ask', 'block'],
      'HIF-TT-003 HIF-OUT-004',
      { job: { interactive: true } },
      'ask defers to the user, or blocks where that is not supported',
    ),
    ask(
      'interactive-defers',
      ['ask'],
      'HIF-DEC-004',
      { job: { interactive: true } },
      'ask defers to the user who can be asked',
    ),
    ask('headless', ['block'], 'HIF-DEC-005', { env: { CI: '1' } }, 'Where nobody can be asked, ask becomes deny'),
  ];
}

export function exitScenarios(edition: HifEdition): readonly Scenario[] {
  return [
    ...codes(),
    ...everyOther(edition),
    ...endings(edition),
    ...stdoutOfExit0(edition),
    ...asking(),
    ...truthTable(edition),
  ];
}
