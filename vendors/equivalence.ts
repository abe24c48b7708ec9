/**
 * The same logical event in every vendor's words, and what each format calls it (`fixtures/equivalence/equivalence.yaml`): the
 * oracle of the mapping suites.
 */
import { data } from '../harness/assets.ts';

/** What the formats call a logical event. */
export interface Expectation {
  /** `type` null: no type of the taxonomy. `success` null: the payload does not tell. `mcp:<tool>` stands for any MCP tool. */
  readonly 'agent-hooks': { readonly type: string | null; readonly action?: string; readonly success?: boolean | null };
  readonly 'hook-interchange': { readonly event: string; readonly tool?: string };
  /** Null: that format has no such event. */
  readonly openhook: {
    readonly type: string;
    readonly status?: 'success' | 'error' | null;
    readonly artifact?: { readonly type: string; readonly operation: 'create' | 'update' | 'delete' | null };
  } | null;
  readonly 'base-coat': string | null;
}

/** Why no fixture of a vendor is a logical event; the words are explained in the table's schema. */
export type AbsenceKind = 'no-event' | 'no-tool' | 'untold' | 'unpublished' | 'unrecorded';

export interface Absence {
  readonly vendors: readonly string[];
  readonly kind: AbsenceKind;
  /** One sentence. */
  readonly why: string;
}

export interface LogicalEvent extends Expectation {
  readonly id: string;
  readonly says: string;
  /** Fixture names by vendor. Several: spellings of one event, or the events that one act fires, in order. */
  readonly vendors: Readonly<Record<string, readonly string[]>>;
  readonly differs?: Readonly<Record<string, Partial<Expectation> & { readonly why: string }>>;
  readonly notes?: Readonly<Record<string, string>>;
  readonly absent?: readonly Absence[];
}

export function logicalEvents(): readonly LogicalEvent[] {
  return data<{ readonly events: readonly LogicalEvent[] }>('fixtures/equivalence/equivalence').events;
}

/** What is expected of one vendor's payload of a logical event. */
export function expectationFor(event: LogicalEvent, vendor: string): Expectation {
  const { why: _, ...differs } = event.differs?.[vendor] ?? { why: '' };
  const { openhook } = event;
  return {
    'agent-hooks': event['agent-hooks'],
    'hook-interchange': event['hook-interchange'],
    openhook,
    'base-coat': event['base-coat'],
    ...differs,
  };
}

/** Why no fixture of the vendor is the logical event; undefined where one is. */
export function absenceOf(event: LogicalEvent, vendor: string): Absence | undefined {
  return event.absent?.find(({ vendors }) => vendors.includes(vendor));
}

/** The logical events that a fixture is, with what is expected of it; most often one or none. */
export function expectationsOf(
  fixtureName: string,
): readonly { readonly event: LogicalEvent; readonly expected: Expectation }[] {
  const vendor = fixtureName.slice(0, fixtureName.indexOf('/'));
  return logicalEvents()
    .filter((event) => event.vendors[vendor]?.includes(fixtureName))
    .map((event) => ({ event, expected: expectationFor(event, vendor) }));
}
