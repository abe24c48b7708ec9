import type { JsonObject, JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import type { Check, HookSpec, Scenario } from './scenario.ts';

/** Several hooks on one event: their order (upstream 3.3), and what their answers make together. */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

/** Upstream asks that a reason be presented (5.1); the seed only says what it is. */
export function reasonRule(edition: HifEdition): string {
  return edition === '0.1' ? 'HIF-OUT-008' : 'HC-REASON';
}

/** Scenarios with several hooks on one event. */
export function chainScenarios(edition: HifEdition): readonly Scenario[] {
  const names = ['first', 'second', 'third', 'fourth', 'fifth'];
  // Only matchers that level Core asks for: whoever knows no others runs these five all the same.
  const matchers: readonly (JsonValue | undefined)[] = ['shell', undefined, 'shell', undefined, 'shell'];
  const hooks = names.map((name, at): HookSpec => {
    const matcher = matchers[at];
    return {
      probe: { name, sleepMs: at % 2 === 0 ? 120 : 0 },
      hook: { blocking: at % 2 === 1, ...(matcher === undefined ? {} : { matcher }) },
    };
  });
  return [
    {
      id: 'order/five',
      title: 'Five hooks on one event, with different matchers that all match',
      hooks,
      checks: [
        check(
          'HIF-TOP-010',
          { kind: 'order', probes: names },
          'Hooks of one event run in the order of the array, one after another',
        ),
      ],
    },
    {
      id: 'order/same-twice',
      title: 'One command in two hooks, and in a third for another tool',
      hooks: [
        { probe: { name: 'probe' } },
        { probe: { name: 'probe' }, hook: { matcher: 'shell' } },
        { probe: { name: 'probe' }, hook: { matcher: 'file_read' } },
      ],
      checks: [
        check(
          'HIF-TOP-010',
          { kind: 'ran', probes: ['probe', 'probe'] },
          'Every hook of the event runs, also where two have one command',
        ),
      ],
    },
    {
      id: 'order/equal-hooks',
      title: 'Two hooks that are equal in everything',
      hooks: [{ probe: { name: 'probe' } }, { probe: { name: 'probe' } }],
      checks: [
        check(
          'HIF-TOP-010',
          { kind: 'ran', probes: ['probe', 'probe'] },
          'Every hook of the event runs, also one that is another over again',
        ),
      ],
    },
    {
      id: 'order/second-blocks',
      title: 'Two hooks of which the second blocks',
      hooks: [{ probe: { name: 'first' } }, { probe: { name: 'second', exit: 2 } }],
      checks: [
        check(
          'HIF-EXIT-006',
          { kind: 'decision', any: ['block'] },
          'Any blocking hook of an event prevents the action',
        ),
      ],
    },
    {
      id: 'order/first-blocks',
      title: 'Two hooks of which the first blocks',
      hooks: [{ probe: { name: 'first', exit: 2 } }, { probe: { name: 'second', stdout: '{"decision":"allow"}' } }],
      checks: [
        check(
          'HIF-EXIT-006',
          { kind: 'decision', any: ['block'] },
          'A later hook does not lift the block of an earlier one',
        ),
      ],
    },
    ...together(edition),
    ...kept(),
  ];
}

const says = (decision: string): string => JSON.stringify({ decision, reason: decision });

/** What several hooks answer by JSON (E-HIF-48): a denial is not lifted, whoever allows before or after it. */
function together(edition: HifEdition): Scenario[] {
  const chain = (id: string, title: string, hooks: readonly HookSpec[], checks: readonly Check[]): Scenario => ({
    id: `order/${id}`,
    title,
    hooks,
    checks,
  });
  const prints = (name: string, decision: string, hook: JsonObject = {}): HookSpec => ({
    probe: { name, stdout: says(decision) },
    hook,
  });
  const blocked = [
    check(
      'HIF-EXIT-002 HIF-OUT-003 HIF-DEC-002',
      { kind: 'decision', any: ['block'] },
      'A hook that allows does not lift the denial of another',
    ),
  ];
  const because = check(
    reasonRule(edition),
    { kind: 'member', member: 'reason', holds: 'deny' },
    'The reason of a block is that of the hook that denied',
  );
  const asked = (requirement: string): Check[] => [
    check(
      `${requirement} HC-ASK-LIFTED`,
      { kind: 'decision', any: ['ask', 'block'] },
      'A hook that allows does not answer what another asks',
    ),
    check(
      'HIF-MAT-021',
      { kind: 'ran', probes: ['first'], except: ['second'] },
      'A hook without matcher runs for every tool',
    ),
  ];
  const asking = [prints('first', 'ask'), prints('second', 'allow')];
  return [
    chain(
      'first-denies',
      'A hook that denies, and one that allows',
      [prints('first', 'deny'), prints('second', 'allow')],
      blocked,
    ),
    chain(
      'last-denies',
      'A hook that allows, and one that denies',
      [prints('first', 'allow'), prints('second', 'deny')],
      [...blocked, because],
    ),
    chain(
      'between-denies',
      'A hook that denies between two that allow',
      [prints('first', 'allow'), prints('second', 'deny'), prints('third', 'allow')],
      [...blocked, because],
    ),
    chain(
      'observer-allows',
      'A hook that denies, and one that only observes and allows',
      [prints('first', 'deny'), prints('second', 'allow', { blocking: false })],
      blocked,
    ),
    chain(
      'error-after-denial',
      'A hook that denies, and one that fails',
      [prints('first', 'deny'), { probe: { name: 'second', exit: 1 } }],
      blocked,
    ),
    {
      ...chain(
        'denies-what-another-asks',
        'A hook that asks, and one that denies, with a user',
        [prints('first', 'ask'), prints('second', 'deny')],
        [
          // A runner that cannot ask blocks at the first hook, and may end there.
          check(
            'HIF-EXIT-002 HIF-OUT-003 HIF-DEC-002',
            { kind: 'decision', any: ['block'] },
            'A hook that asks does not lift the denial of another',
          ),
        ],
      ),
      job: { interactive: true },
    },
    {
      ...chain('first-asks', 'A hook that asks, and one that allows, with a user', asking, asked('HIF-TT-003')),
      job: { interactive: true },
    },
    {
      ...chain(
        'first-asks-headless',
        'A hook that asks, and one that allows, with nobody to ask',
        asking,
        asked('HIF-DEC-005'),
      ),
      env: { CI: '1' },
    },
  ];
}

/** What one hook answered is not lost because the next one has nothing to say about it. */
function kept(): Scenario[] {
  const quiet: HookSpec = { probe: { name: 'second', stdout: '{}' } };
  const then = (id: string, title: string, stdout: JsonObject, own: Check, more: Partial<Scenario> = {}): Scenario => ({
    id: `order/${id}`,
    title: `A hook that ${title}, and one that says nothing`,
    hooks: [{ probe: { name: 'first', stdout: JSON.stringify(stdout) } }, quiet],
    checks: [own],
    ...more,
  });
  return [
    then(
      'first-stops',
      'stops the agent loop',
      { continue: false },
      check(
        'HIF-OUT-011',
        { kind: 'member', member: 'continue', holds: false },
        'continue false stops the agent loop although a later hook says nothing of it',
      ),
    ),
    then(
      'first-adds',
      'adds context',
      { context: 'word-51ab' },
      check(
        'HIF-OUT-013',
        { kind: 'member', member: 'context', holds: 'word-51ab' },
        'context is injected although a later hook adds none',
      ),
      { event: 'before_prompt', payload: { session_id: 's', prompt: 'hello' } },
    ),
    then(
      'first-rewrites',
      'rewrites the input',
      { updated_input: { command: 'b' } },
      check(
        'HIF-OUT-015',
        { kind: 'rewritten', input: { command: 'b' } },
        'updated_input replaces the tool arguments although a later hook rewrites nothing',
      ),
    ),
  ];
}
