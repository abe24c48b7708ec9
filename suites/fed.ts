import type { FedEvent } from '../harness/model/suite.ts';
import type { LeftOut } from './feed.ts';

/** What one payload was, what should have come of it and what did. */
export interface FedPayload {
  readonly vendor: string;
  readonly event: string;
  /** Native name of the tool that it speaks of. */
  readonly tool: string | undefined;
  /** What the specification wants of it: of each inner list one type. */
  readonly wanted: readonly (readonly string[])[];
  readonly emitted: readonly string[];
  /** Why nothing is wanted, where nothing is. */
  readonly note?: string;
}

interface Group {
  readonly vendor: string;
  readonly event: string;
  readonly tools: Set<string>;
  readonly wanted: readonly (readonly string[])[];
  readonly emitted: Set<string>;
  /** How often each list of `wanted` got none of its types. */
  readonly lacking: number[];
  readonly notes: Set<string>;
  cases: number;
}

const TOOLS_SHOWN = 3;

/**
 * The table of native event by emitted type, for the report: one row for each native event, several where the specification
 * wants different types of its different tools. What was not fed stands after it, with the reason.
 */
export function fedEvents(payloads: readonly FedPayload[], leftOut: readonly LeftOut[]): readonly FedEvent[] {
  const groups = new Map<string, Group>();
  for (const { vendor, event, tool, wanted, emitted, note } of payloads) {
    const key = JSON.stringify([vendor, event, wanted]);
    const group: Group = groups.get(key) ?? {
      vendor,
      event,
      tools: new Set(),
      wanted,
      emitted: new Set(),
      lacking: wanted.map(() => 0),
      notes: new Set(),
      cases: 0,
    };
    groups.set(key, group);
    group.cases++;
    if (tool !== undefined) group.tools.add(tool);
    for (const type of emitted) group.emitted.add(type);
    for (const [index, types] of wanted.entries())
      if (!types.some((type) => emitted.includes(type))) group.lacking[index] = (group.lacking[index] ?? 0) + 1;
    if (note !== undefined) group.notes.add(note);
  }
  const all = [...groups.values()];
  const fed = all.map((group): FedEvent => {
    const several = all.filter(({ vendor, event }) => vendor === group.vendor && event === group.event).length > 1;
    const { expected, note } = told(group);
    return {
      vendor: group.vendor,
      event: `${group.event}${several ? toolsOf(group) : ''}`,
      cases: group.cases,
      emitted: [...group.emitted],
      expected,
      note,
    };
  });
  const notFed = leftOut.map(
    ({ vendor, event, reason }): FedEvent => ({ vendor, event, cases: 0, emitted: [], expected: [], note: reason }),
  );
  return [...fed, ...notFed];
}

function toolsOf({ tools }: Group): string {
  const names = [...tools];
  if (names.length === 0) return '';
  const more = names.length > TOOLS_SHOWN ? ', …' : '';
  return ` (${names.slice(0, TOOLS_SHOWN).join(', ')}${more})`;
}

/** A type that came of no payload is missing; one that came of some of them only is said in words. */
function told(group: Group): { readonly expected: readonly string[]; readonly note: string | null } {
  const notes: string[] = [];
  const expected = group.wanted.flatMap((types, index) => {
    const lacking = group.lacking[index] ?? 0;
    if (lacking > 0 && lacking < group.cases)
      notes.push(`no ${types.join(' or ')} of ${lacking} of the ${group.cases}`);
    return lacking === group.cases ? [types.join(' or ')] : types.filter((type) => group.emitted.has(type));
  });
  if (group.wanted.length === 0) notes.push(...group.notes);
  return { expected: [...new Set(expected)], note: notes.length === 0 ? null : notes.join('; ') };
}
