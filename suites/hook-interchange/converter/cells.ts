import type { Finding } from '../../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../../harness/model/suite.ts';
import { blockingRows, capabilityRows, eventRows, providers, toolRows } from '../vocabulary.ts';
import type { ConverterFacts } from './aggregate.ts';

/** Which cells of the registries a converter was seen to keep: one line a provider, so that a gap shows as a name. */

type Cells = Readonly<Record<string, { readonly requirement?: string } | undefined>>;

interface Table {
  readonly name: string;
  readonly rows: readonly { readonly name: string; readonly cells: Cells }[];
}

function tables(): readonly Table[] {
  return [
    { name: 'events', rows: eventRows() },
    { name: 'tools', rows: toolRows() },
    { name: 'capabilities', rows: capabilityRows() },
    { name: 'blocking', rows: blockingRows().map(({ event, cells }) => ({ name: event, cells })) },
  ];
}

/** A notice for each provider that had a case; cells that the edition does not bind are no cells of its tables. */
export function judgeCells(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const own = facts.map((one) => ({ vendor: one.case.vendor, facts: one.facts as ConverterFacts }));
  const met = new Set(own.flatMap((one) => one.facts.met));
  const broken = new Set(own.flatMap((one) => one.facts.broken));
  const bound = new Set(context.catalogue.map(({ id }) => id));
  const seen = new Set(own.map(({ vendor }) => vendor));
  return providers()
    .filter((provider) => seen.has(provider))
    .flatMap((provider): Finding[] => {
      const parts = tables().flatMap(({ name, rows }) => {
        const cells = rows.flatMap(({ name: row, cells: all }) => {
          const id = all[provider]?.requirement;
          return id !== undefined && bound.has(id) ? [{ row, id }] : [];
        });
        if (cells.length === 0) return [];
        const of = (list: readonly { row: string }[], word: string): string[] =>
          list.length === 0 ? [] : [`${word} ${list.map(({ row }) => row).join(', ')}`];
        const kept = cells.filter(({ id }) => met.has(id) && !broken.has(id));
        const open = cells.filter(({ id }) => !met.has(id) && !broken.has(id));
        const rest = [
          ...of(
            cells.filter(({ id }) => broken.has(id)),
            'not',
          ),
          ...of(open, 'not tried'),
        ];
        return [`${kept.length} of ${cells.length} ${name}${rest.length === 0 ? '' : ` (${rest.join('; ')})`}`];
      });
      if (parts.length === 0) return [];
      const message = `cells of the registries that ${provider} was seen to have in edition ${context.edition}: ${parts.join(', ')}`;
      return [{ kind: 'notice', id: 'HC-CELLS', message }];
    });
}
