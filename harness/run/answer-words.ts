import type { SpawnObservation } from '../model/observation.ts';
import { endText } from './seen.ts';

/** Words by which one format or another says what a hook decided; which member holds them is the formats' own. */
const DECISIONS: ReadonlySet<unknown> = new Set([
  'allow',
  'approve',
  'ask',
  'block',
  'continue',
  'deny',
  'modify',
  'stop',
]);
/** A longer answer is not looked into: a decision is short. */
const LONGEST = 65_536;

function membersOf(text: string): readonly (readonly [string, unknown])[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

/**
 * How a hook ended and, where it printed one JSON object, the decisions that stand in its members: `exit 0, decision deny`.
 * Texts, times, ids and counters that it holds beside them are nobody's decision and left out. Pure.
 */
export function answerWords({ end, stdout }: Pick<SpawnObservation, 'end' | 'stdout'>): string {
  const text = stdout.total > LONGEST ? '' : stdout.bytes.toString('utf8');
  const words = membersOf(text)
    .filter(([name, value]) => DECISIONS.has(value) || (name === 'continue' && typeof value === 'boolean'))
    .map(([name, value]) => `${name} ${String(value)}`);
  return [endText(end), ...words.sort()].join(', ');
}
