import type { SpawnPlan } from '../model/case.ts';
import { fillPlaceholders } from '../process/launch.ts';
import { laidOut } from '../process/layout.ts';
import { shellLine, shellWord } from '../text/shell.ts';

/** Longer than this nobody pastes, and some shells refuse it; `hookconf repro` sends what is longer. */
const LONGEST = 4096;

/** A line for a POSIX shell that feeds a subject one payload by hand; undefined where it would be too long, or there is none. */
export function pasteLine(command: readonly string[], plan: SpawnPlan): string | undefined {
  if (plan.stdin.kind !== 'payload' || command.length === 0) return undefined;
  const text = laidOut(plan.stdin.payload, plan.stdin.layout);
  const words = command.map((word) => fillPlaceholders(word, plan.placeholders));
  const line = `printf '%s\\n' ${shellWord(text)} | ${shellLine(words)}`;
  return line.length > LONGEST ? undefined : line;
}
