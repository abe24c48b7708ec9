import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../types/generated/report.ts';
import { subjectNamed } from '../mutants/plant.ts';

/** Specification → levels, as a configuration claims them. */
export type Claims = Readonly<Record<string, readonly string[]>>;

/**
 * The levels that a variant of this reference subject must reach: those that the subject claims, or, where it claims none,
 * those that the report of the unchanged one grants it. Empty for hooks that no specification judges: they have no levels.
 */
export function claimsFor(root: string, name: string): Claims {
  const claims = subjectNamed(root, name)['claims'] as Readonly<Record<string, string | readonly string[]>> | undefined;
  if (claims !== undefined)
    return Object.fromEntries(Object.entries(claims).map(([spec, names]) => [spec, [names].flat()]));
  const report = JSON.parse(readFileSync(join(root, 'reports/reference/report.json'), 'utf8')) as Report;
  const granted: Record<string, string[]> = {};
  for (const { spec, level, status } of report.subjects.find((subject) => subject.name === name)?.levels ?? [])
    if (status === 'granted') granted[spec] = [...new Set([...(granted[spec] ?? []), level])];
  return granted;
}
