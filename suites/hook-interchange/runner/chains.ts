import type { JsonObject, JsonValue } from '../../../harness/model/json.ts';
import type { Check, HookSpec, Scenario } from './scenario.ts';

/** Several hooks on one event: their order (upstream 3.3), and what their answers make together. */

function check(requirements: string, expect: Check['expect'], says: string): Check {
  return { requirements: requirements.split(' '), expect, says };
}

/** Scenarios with several hooks on one event. */
export function chainScenarios(): readonly Scenario[] {
  const names = ['first', 'second', 'third', 'fourth', 'fifth'];
  const matchers: readonly (JsonValue | undefined)[] = [
    'shell',
    undefined,
    { pattern: '.' },
    ['file_read', 'shell'],
    'shell',
  ];
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
    ...together(),
  ];
}

const says = (decision: string): string => JSON.stringify({ decision, reason: decision });

/** What several hooks answer by JSON (E-HIF-48): a denial is not lifted, whoever allows before or after it. */
function together(): Scenario[] {
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
      blocked,
    ),
    chain(
      'between-denies',
      'A hook that denies between two that allow',
      [prints('first', 'allow'), prints('second', 'deny'), prints('third', 'allow')],
      blocked,
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
