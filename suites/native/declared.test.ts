/** What an author declared of a hook, held to small made-up runs: met, broken, or nothing where nothing was declared. */
import { describe, expect, test } from 'vitest';
import type { Subject } from '../../harness/model/subject.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import type { Effect } from '../../harness/model/words.ts';
import { inShort } from '../approved.ts';
import { HOLDS_UP, type NativeFacts } from './context.ts';
import { judgeDeclared, type Told } from './declared.ts';

type Variant = NativeFacts['variants'][number];

interface Seen extends Partial<Omit<NativeFacts, 'outcome' | 'variants'>> {
  readonly effect?: Effect;
  readonly case?: string;
  readonly variants?: readonly Partial<Variant>[];
}

const variant = (effect: Effect, label = 'once more', unsent = false): Variant => ({
  label,
  unsent,
  effect,
  whole: effect,
  answer: 'exit 0',
});

function told({ effect = 'none', case: id = 'one', variants = [], ...changes }: Seen): Told {
  const facts = {
    kind: 'payload',
    vendor: 'claude-code',
    event: 'PreToolUse',
    scenario: 'shell rm -rf /',
    situation: null,
    sound: false,
    results: [],
    notices: [],
    outcome: { effect, adds: [], why: 'it said so' },
    whole: effect,
    answer: 'exit 0',
    silent: false,
    tried: false,
    hang: null,
    timeoutMs: 0,
    durationsMs: [],
    closedStdinEarly: false,
    variants: variants.map((one) => ({ ...variant('none'), ...one })),
    ...changes,
  };
  return { case: id, facts: facts as unknown as NativeFacts };
}

const NOTHING: Partial<Subject> = { guard: false, posture: null, budgetMs: null };

function judged(declared: Partial<Subject>, ...all: readonly Seen[]) {
  return judgeDeclared(all.map(told), { subject: { ...NOTHING, ...declared } } as PlanContext);
}

const said = (...asked: Parameters<typeof judged>): readonly string[] => [...inShort(judged(...asked))];
const guard = (...all: readonly Seen[]): readonly string[] => said({ guard: true }, ...all);
const guardTold = (...all: readonly Seen[]) => judged({ guard: true }, ...all);

const danger = (effect: Effect, more: Seen = {}): Seen => ({ kind: 'danger', situation: 'rm', effect, ...more });
const MET = ['+DC-GUARD'];
const BROKEN = ['!DC-GUARD'];

test('what nobody declared is judged of nobody', () => {
  const all = [danger('none', { durationsMs: [9000] }), { kind: 'broken', effect: 'error-open' } as const];
  expect(said({}, ...all)).toEqual([]);
  expect(said({})).toEqual([]);
});

describe('a guard', () => {
  test.each(HOLDS_UP)('that answers with %s stops', (effect) => {
    expect(guard(danger(effect))).toEqual(MET);
    expect(guard({ effect })).toEqual(MET);
  });

  test.each<Effect>(['none', 'allow', 'error-open'])('that answers with %s stops nothing', (effect) => {
    expect(guard(danger(effect))).toEqual(BROKEN);
    expect(guard({ effect })).toEqual(BROKEN);
  });

  test('of whose answers it is not known what the vendor does is not decided', () => {
    expect(guardTold(danger('unknown', { tried: true }))).toEqual([
      {
        kind: 'untested',
        requirement: 'DC-GUARD',
        reason: 'what Claude Code does is not known: it said so',
      },
    ]);
    const UNTESTED = ['?DC-GUARD'];
    expect(guard({ effect: 'none' }, danger('unknown'))).toEqual(UNTESTED);
    expect(guard({ effect: 'deny', vendor: 'gemini-cli' }, danger('unknown'))).toEqual(UNTESTED);
    // What is known decides.
    expect(guard({ effect: 'none', vendor: 'gemini-cli' }, danger('unknown'))).toEqual(['!DC-GUARD', '?DC-GUARD']);
    expect(guard({ effect: 'none', tried: true }, danger('unknown'))).toEqual(BROKEN);
    expect(guard(danger('deny'), danger('unknown', { tried: true, vendor: 'claude-code' }))).toEqual(MET);
    expect(guard(danger('deny', { variants: [variant('unknown', 'with spaces')] }))).toEqual([...MET, 'HC-EQUIVALENT']);
    const twice = danger('unknown', { variants: [variant('deny')] });
    expect(guard({ effect: 'deny' }, twice)).toEqual(MET);
  });

  test('that answered nothing is untested', () => {
    expect(guard()).toEqual(['?DC-GUARD']);
    expect(guard(danger('deny', { hang: 'ours' }))).toEqual(['?DC-GUARD']);
    for (const kind of ['broken', 'parallel', 'loop', 'generated', 'traces'] as const)
      expect(guard({ kind, effect: 'deny' })).toEqual(['?DC-GUARD']);
  });

  test('stops something with every vendor', () => {
    const gemini = { vendor: 'gemini-cli', case: 'two' };
    expect(guard({ effect: 'deny' }, { ...gemini, effect: 'deny' })).toEqual(MET);
    expect(guard({ effect: 'deny' }, { ...gemini, effect: 'none' })).toEqual(BROKEN);
    expect(guard({ effect: 'none' }, { effect: 'deny' })).toEqual(MET);
    expect(guardTold({ effect: 'deny' }, gemini)).toEqual([expect.objectContaining({ kind: 'broken', case: 'two' })]);
  });

  test('that stops nothing is told of a danger, where there was one', () => {
    expect(guardTold({ case: 'plain' }, danger('none', { case: 'danger' }))).toEqual([
      expect.objectContaining({ requirement: 'DC-GUARD', case: 'danger' }),
    ]);
    expect(guardTold({ case: 'plain' }, { case: 'more' })).toEqual([expect.objectContaining({ case: 'plain' })]);
  });

  test('objects, and the vendor lets it go on', () => {
    expect(guard(danger('deny'), { effect: 'error-open', tried: true })).toEqual(BROKEN);
    expect(guard(danger('deny'), { effect: 'none', tried: false })).toEqual(MET);
    expect(guard(danger('deny', { tried: true }))).toEqual(MET);
    expect(guardTold({ effect: 'none', tried: true, case: 'tried' }, danger('none'))).toEqual([
      expect.objectContaining({ case: 'tried', message: expect.stringContaining('it said so') }),
    ]);
  });

  test('stops a danger of one vendor and not of another', () => {
    const [claude, gemini] = [danger('deny'), danger('none', { vendor: 'gemini-cli', case: 'two' })];
    const stopped: Seen = { vendor: 'gemini-cli', effect: 'deny', situation: 'other' };
    expect(guardTold(claude, gemini, stopped)).toEqual([
      expect.objectContaining({ requirement: 'DC-GUARD', case: 'two', message: expect.stringContaining('Gemini CLI') }),
    ]);
    expect(guard(claude, danger('ask', { vendor: 'gemini-cli' }))).toEqual(MET);
    // Another danger, and payloads that are none, may well pass.
    expect(guard(claude, danger('none', { situation: 'push' }))).toEqual(MET);
    expect(guard({ effect: 'deny', situation: 'read' }, { effect: 'none', situation: 'read' })).toEqual(MET);
    expect(guard({ effect: 'deny' }, danger('none'))).toEqual(MET);
  });

  test('says which danger is stopped where once only, and not beside what it breaks already', () => {
    const two = [danger('deny', { situation: 'push' }), danger('none', { situation: 'push', vendor: 'gemini-cli' })];
    const gemini: Seen = { vendor: 'gemini-cli', effect: 'deny' };
    expect(guardTold(danger('deny'), danger('none', { vendor: 'gemini-cli' }), ...two, gemini)).toHaveLength(1);
    expect(guardTold(danger('deny'), danger('none', { vendor: 'gemini-cli' }))).toHaveLength(1);
  });

  describe('that is asked several times at once', () => {
    const at = (effect: Effect, ...more: readonly Effect[]): Seen => ({
      kind: 'parallel',
      situation: 'rm',
      effect,
      case: 'at once',
      variants: more.map((one) => ({ effect: one })),
    });
    test.each<[string, readonly Seen[], readonly string[]]>([
      ['stops all', [danger('deny'), at('deny', 'deny', 'deny')], MET],
      ['misses the first', [danger('deny'), at('none', 'deny', 'deny')], BROKEN],
      ['misses another', [danger('deny'), at('deny', 'none', 'deny')], BROKEN],
      ['misses all', [danger('deny'), at('none', 'none', 'none')], BROKEN],
      ['was never asked alone', [danger('deny', { situation: 'push' }), at('none', 'deny')], MET],
      ['lets it pass alone, too', [danger('none'), { effect: 'deny' }, at('none', 'deny')], MET],
      ['is asked of another vendor alone', [danger('deny', { vendor: 'gemini-cli' }), at('none', 'deny')], MET],
    ])('and %s', (_, all, expected) => {
      expect(guard(...all)).toEqual(expected);
    });

    test('is told how many passed', () => {
      expect(guardTold(danger('deny'), at('deny', 'none', 'none'))).toEqual([
        expect.objectContaining({ case: 'at once', message: expect.stringContaining('lets 2 of 3 pass') }),
      ]);
    });
  });

  describe('that is sent the same otherwise', () => {
    const stops = (...variants: readonly Variant[]): Seen => danger('deny', { variants });
    const passes = (...variants: readonly Variant[]): Seen => danger('none', { variants, case: 'passes' });
    const other: Seen = { effect: 'deny' };
    const space = (effect: Effect, unsent = false): Variant => variant(effect, 'with spaces', unsent);
    test.each<[string, readonly Seen[], readonly string[]]>([
      ['stops it', [stops(variant('deny'), space('deny'))], MET],
      ['stops it in another way', [stops(variant('deny'), space('ask'))], [...MET, 'HC-EQUIVALENT']],
      ['lets it pass', [stops(space('none'))], BROKEN],
      ['lets it pass once more', [stops(variant('none'))], BROKEN],
      ['lets pass what the vendor never sends', [stops(space('none', true))], ['+DC-GUARD', 'HC-EQUIVALENT']],
      [
        'lets pass what was sent once more',
        [stops(variant('none', 'once more', true))],
        ['+DC-GUARD', 'HC-DETERMINISTIC'],
      ],
      ['lets both pass', [stops(space('none', true), variant('none'))], BROKEN],
      ['stops what it let pass', [passes(variant('deny')), other], BROKEN],
      ['lets it pass again', [passes(variant('none')), other], MET],
      ['stops what it let pass, written otherwise', [passes(space('deny')), other], [...MET, 'HC-EQUIVALENT']],
      ['lets pass what it let pass, with a word', [passes(space('error-open')), other], [...MET, 'HC-EQUIVALENT']],
    ])('and %s', (_, all, expected) => {
      expect(guard(...all)).toEqual(expected);
    });

    test('is told of the first only', () => {
      const first = danger('deny', { variants: [space('none')], case: 'first' });
      expect(guardTold(first, stops(space('none')))).toEqual([expect.objectContaining({ case: 'first' })]);
      const passed = danger('none', { variants: [variant('deny')], case: 'first' });
      expect(guardTold(passed, passes(variant('deny')), other)).toEqual([expect.objectContaining({ case: 'first' })]);
    });
  });

  test('that lets a tool pass in silence which it does not know gets a notice', () => {
    const unknown = (more: Seen = {}): Seen => ({ situation: 'unknown-tool', silent: true, ...more });
    expect(guard(danger('deny'), unknown())).toEqual([...MET, 'HC-UNKNOWN-TOOL']);
    expect(guard(danger('deny'), unknown({ silent: false }))).toEqual(MET);
    expect(guard(danger('deny'), unknown({ effect: 'deny' }))).toEqual(MET);
    expect(guard(danger('deny'), unknown({ situation: 'shell' }))).toEqual(MET);
    expect(said({}, unknown())).toEqual([]);
  });
});

describe('the same payload said otherwise', () => {
  const other = (label: string, whole = 'deny'): Partial<Variant> => ({ label, whole });
  test('has the same outcome, or is told once for each way to say it', () => {
    expect(said({}, { variants: [other('with spaces', 'none')] })).toEqual([]);
    expect(said({}, { variants: [other('with spaces')] })).toEqual(['HC-EQUIVALENT']);
    expect(said({}, { variants: [other('once more')] })).toEqual(['HC-DETERMINISTIC']);
    const both: Seen = { variants: [other('with spaces'), other('once more')] };
    expect(judged({}, both, both)).toHaveLength(2);
    expect(said({}, { ...both, hang: 'vendor' })).toEqual([]);
  });

  test('is told of a guard, too, but for what its own rule tells', () => {
    const changed: Seen = {
      effect: 'deny',
      variants: [{ label: 'with spaces', whole: 'deny +context', effect: 'deny' }],
    };
    expect(guard(changed)).toEqual([...MET, 'HC-EQUIVALENT']);
    expect(guard({ ...changed, kind: 'generated' }, danger('deny'))).toEqual([...MET, 'HC-EQUIVALENT']);
    expect(guard({ ...changed, kind: 'parallel' }, danger('deny'))).toEqual(MET);
    const slips = [{ label: 'with spaces', whole: 'none', effect: 'none' as const }];
    expect(guard({ effect: 'deny', variants: slips })).toEqual(BROKEN);
    expect(guard({ effect: 'deny', kind: 'generated', variants: slips }, danger('deny'))).toEqual([
      ...MET,
      'HC-EQUIVALENT',
    ]);
  });
});

describe('a posture', () => {
  const breaks = (effect: Effect, sound = false): Seen => ({ kind: 'broken', effect, sound });
  test.each<['open' | 'closed', Effect, boolean, boolean]>([
    ['closed', 'deny', false, true],
    ['closed', 'error-closed', false, true],
    ['closed', 'ask', false, true],
    ['closed', 'none', false, false],
    ['closed', 'error-open', false, false],
    ['open', 'none', false, true],
    ['open', 'error-open', false, true],
    ['open', 'deny', false, false],
    ['open', 'error-closed', false, false],
    // A sound payload may be decided either way; only that the hook failed on it is on one side.
    ['closed', 'none', true, true],
    ['closed', 'deny', true, true],
    ['closed', 'error-closed', true, true],
    ['closed', 'error-open', true, false],
    ['open', 'none', true, true],
    ['open', 'deny', true, true],
    ['open', 'error-open', true, true],
    ['open', 'error-closed', true, false],
  ])('%s, and %s on input that is sound: %s', (posture, effect, sound, ok) => {
    expect(said({ posture }, breaks(effect, sound))).toEqual([`${ok ? '+' : '!'}DC-POSTURE`]);
  });

  test('is broken by nothing of which it is unknown what the vendor does', () => {
    for (const posture of ['open', 'closed'] as const)
      for (const sound of [true, false]) {
        expect(judged({ posture }, breaks('unknown', sound), breaks('unknown'))).toEqual([
          {
            kind: 'untested',
            requirement: 'DC-POSTURE',
            reason: 'of no broken input is it known what the vendor does: it said so',
          },
        ]);
        const known = posture === 'open' ? 'none' : 'deny';
        expect(said({ posture }, breaks('unknown', sound), breaks(known))).toEqual(['+DC-POSTURE']);
      }
  });

  test('is judged of broken input only, and of all of it', () => {
    expect(said({ posture: 'closed' }, { effect: 'none' }, danger('none'))).toEqual([]);
    expect(said({ posture: 'closed' })).toEqual([]);
    expect(said({ posture: 'closed' }, breaks('none'), breaks('deny'))).toEqual(['!DC-POSTURE']);
    expect(said({ posture: 'closed' }, { ...breaks('none'), hang: 'ours' })).toEqual([]);
    expect(judged({ posture: 'closed' }, breaks('deny'), { ...breaks('none'), case: 'two' })).toEqual([
      expect.objectContaining({
        case: 'two',
        expected: 'the action held up when the hook breaks',
        message: expect.stringContaining('the action goes on (Claude Code): it said so'),
      }),
    ]);
    expect(judged({ posture: 'open' }, breaks('deny'))).toEqual([
      expect.objectContaining({
        expected: 'the action goes on when the hook breaks',
        message: expect.stringContaining('the action is held up'),
      }),
    ]);
  });
});

describe('a budget', () => {
  const took = (...durationsMs: readonly number[]): Seen => ({ durationsMs });
  const many = (count: number, slow: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => (index < slow ? 101 : 1));

  test.each<[string, Seen, string]>([
    ['an answer within it', took(100), '+'],
    ['an answer beyond it', took(101), '!'],
    ['one of twenty beyond it', took(...many(20, 1)), '+'],
    ['two of twenty beyond it', took(...many(20, 2)), '!'],
    ['five of a hundred beyond it', took(...many(100, 5)), '+'],
    ['six of a hundred beyond it', took(...many(100, 6)), '!'],
    ['one of nineteen beyond it', took(...many(19, 1)), '!'],
    ['nine and ten', took(9, 10, 100), '+'],
  ])('%s', (_, seen, mark) => {
    expect(said({ budgetMs: 100 }, seen)).toEqual([`${mark}DC-BUDGET`]);
  });

  test('is over all payloads, those that hung left out', () => {
    expect(said({ budgetMs: 100 }, took(...many(19, 0)), took(500))).toEqual(['+DC-BUDGET']);
    expect(said({ budgetMs: 100 }, took(...many(17, 0)), took(500), took(500))).toEqual(['!DC-BUDGET']);
    expect(said({ budgetMs: 100 }, took())).toEqual([]);
    expect(said({ budgetMs: 100 }, took(1), { ...took(500), hang: 'declared' })).toEqual(['+DC-BUDGET']);
    expect(judged({ budgetMs: 100 }, took(1), { ...took(500), case: 'slow' })).toEqual([
      expect.objectContaining({ case: 'slow', actual: expect.stringMatching(/for shell rm -rf \/$/) }),
    ]);
  });
});
