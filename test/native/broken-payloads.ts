/** Payloads that no vendor sends, made from real ones by declared rules: what the schemas must refuse or report. */
import type { Fixture } from '../../harness/model/corpus.ts';
import { isObject } from '../../harness/model/json.ts';

export interface Broken {
  readonly rule: 'identity removed' | 'wrong type' | 'another vendor’s payload';
  readonly says: string;
  readonly payload: unknown;
}

function without(payload: Record<string, unknown>, member: string): Record<string, unknown> {
  const { [member]: _, ...rest } = payload;
  return rest;
}

/** A value of a type that the given one does not have, nor anything that may stand in its place. */
function otherType(value: unknown): unknown {
  return Array.isArray(value) ? { 0: 'seven' } : ['seven'];
}

/** Each member that the schema requires, once removed and once of another type. `any` members have no wrong type. */
export function brokenByRule(
  fixture: Fixture,
  required: readonly string[],
  typed: (member: string) => boolean,
): readonly Broken[] {
  const payload = fixture.stdin;
  if (!isObject(payload)) return [];
  return required.flatMap((member): Broken[] => [
    { rule: 'identity removed', says: `${fixture.name} without ${member}`, payload: without(payload, member) },
    ...(typed(member)
      ? [
          {
            rule: 'wrong type' as const,
            says: `${fixture.name}, ${member}`,
            payload: { ...payload, [member]: otherType(payload[member]) },
          },
        ]
      : []),
  ]);
}
