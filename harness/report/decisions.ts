import { type Adds, assertNever, type Effect } from '../model/words.ts';
import type { CaseResult } from './case-result.ts';

/** What one run of a case decided. */
export interface Decisions {
  /** As a report's tables have it, `claude-code PreToolUse: deny`: two runs decided alike where this is equal. */
  readonly key: string;
  /** The same for a sentence, to go on after `was`: `denied`. */
  readonly phrase: string;
}

function phraseOf(effect: Effect): string {
  switch (effect) {
    case 'allow':
      return 'allowed';
    case 'none':
      return 'let pass';
    case 'deny':
      return 'denied';
    case 'ask':
      return 'put to the user';
    case 'continue':
      return 'answered by sending the agent on';
    case 'stop':
      return 'answered by stopping the agent';
    case 'error-open':
      return 'answered by an error that lets it pass';
    case 'error-closed':
      return 'answered by an error that holds it up';
    case 'unknown':
      return 'answered in a way whose effect is not known';
    default:
      return assertNever(effect);
  }
}

/** What an answer adds that the agent goes on with; remarks to the user decide nothing. */
const ADDED: Readonly<Partial<Record<Adds, string>>> = {
  context: 'context',
  input: 'another input',
  result: 'another result',
};

/**
 * What a case came to, so far as two runs of one input must agree: what the vendor would do, and where the suite doesn't say
 * so, how the hook ended and which word it decided by; never the words of an answer, which may hold times and ids. Null where it decided nothing, and
 * where processes ran at once, whose order is nobody's decision. Pure.
 */
export function decisionsOf({ case: { spawns }, findings, ends = [] }: CaseResult): Decisions | null {
  if (spawns.some(({ parallel, stdoutClosed }) => parallel === true || stdoutClosed === true)) return null;
  const outcomes = findings.flatMap((one) => {
    if (one.kind !== 'outcome') return [];
    const added = one.adds.flatMap((word) => ADDED[word] ?? []).sort();
    const more = added.length === 0 ? '' : ` with ${added.join(' and ')}`;
    return [
      { key: `${one.vendor} ${one.event}: ${one.effect}${more}`, phrase: `${phraseOf(one.effect as Effect)}${more}` },
    ];
  });
  if (outcomes.length > 0) {
    const unique = (texts: readonly string[]): string => [...new Set(texts)].sort().join(', ');
    return { key: unique(outcomes.map(({ key }) => key)), phrase: unique(outcomes.map(({ phrase }) => phrase)) };
  }
  const text = ends.join(', then ');
  return text === '' ? null : { key: text, phrase: `answered with ${text}` };
}
