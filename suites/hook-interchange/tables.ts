import type { EventEntry, NameCell, Registries } from '../registries.ts';
import type { TableRow } from '../table-rows.ts';

type Tables = Pick<Registries, 'events' | 'tools' | 'capabilities' | 'blocking'>;

const LEVEL = { core: 'Core', extended: 'Extended', 'provider-exclusive': 'Full' } as const;

/** Names without the remark that the table prints behind them, e.g. `TaskResume (merged)`. */
function plain(names: readonly string[]): string[] {
  return names.map((name) => name.replace(/ \(.*\)$/, ''));
}

/** Edition and citation of a cell: the seed's where it states the cell, else the newest text's. */
function source(cell: NameCell): { edition: string; seed: 'seed' | 'upstream' } {
  return cell.seed === undefined ? { edition: 'U01', seed: 'upstream' } : { edition: 'S10', seed: 'seed' };
}

function level(event: EventEntry): string {
  return LEVEL[event.tier.upstream ?? event.tier.seed ?? 'provider-exclusive'];
}

function eventMapping({ events, providers }: Tables['events']): TableRow[] {
  return events.flatMap((event): TableRow[] => {
    const values = { event: event.name, level: level(event) };
    const mapped = providers.flatMap(({ slug }): TableRow[] => {
      const cell = event.cells[slug];
      if (cell?.requirement === undefined) return [];
      const names = plain(cell.upstream ?? []);
      return [
        {
          id: cell.requirement,
          template: `event-${source(cell).seed}-${names.length === 1 ? 'one' : 'split'}`,
          values: { ...values, provider: slug, native: names.join(' / '), natives: names.join(' and ') },
        },
      ];
    });
    const unmapped = event.requirements?.unmapped;
    if (unmapped === undefined) return mapped;
    const without = providers.filter(({ slug }) => (event.cells[slug]?.upstream ?? []).length === 0);
    return [
      ...mapped,
      {
        id: unmapped,
        template: 'event-unmapped',
        values: { ...values, providers: without.map(({ slug }) => slug).join(', ') },
      },
    ];
  });
}

function eventRegistry({ events, providers }: Tables['events']): TableRow[] {
  const titles = new Map(providers.map(({ slug, name }) => [slug, name]));
  return events.flatMap((event): TableRow[] => {
    const values = { event: event.name, summary: event.summary, semantic: event.blocking_semantic ?? '' };
    return Object.entries(event.requirements ?? {})
      .filter(([kind]) => kind !== 'unmapped')
      .map(([kind, id]) => {
        const edition = event.tier.seed === (kind === 'exclusive' ? 'provider-exclusive' : kind) ? 'seed' : 'upstream';
        return {
          id,
          template: `registered-${kind}-${edition}`,
          values: { ...values, origin: titles.get(event.origin ?? event.origin_on_seed_page ?? '') ?? '' },
        };
      });
  });
}

function toolVocabulary({ tools }: Tables['tools']): TableRow[] {
  return tools.flatMap((tool): TableRow[] => {
    const named = Object.entries(tool.cells).flatMap(([provider, cell]): TableRow[] => {
      if (cell.requirement === undefined) return [];
      const byEvent = cell.bound_by_event !== undefined;
      const native = cell.bound_by_event ?? plain(cell.upstream ?? []).join(' / ');
      return [
        {
          id: cell.requirement,
          template: byEvent ? 'tool-by-event' : `tool-${source(cell).seed}`,
          values: { tool: tool.name, provider, native },
        },
      ];
    });
    const without = Object.entries(tool.cells)
      .filter(([, cell]) => cell.bound_by_event === undefined && (cell.upstream ?? []).length === 0)
      .map(([provider]) => provider);
    const id = tool.requirements?.without;
    if (id === undefined) return named;
    return [...named, { id, template: 'tool-without', values: { tool: tool.name, providers: without.join(', ') } }];
  });
}

function capabilityRegistry({ capabilities }: Tables['capabilities']): TableRow[] {
  return capabilities.flatMap((capability): TableRow[] => {
    const cells = Object.entries(capability.cells);
    const values = {
      capability: capability.name,
      level: capability.required_by_level,
      strategy: capability.default_degradation.value,
      condition: capability.infer['all'] ?? capability.infer['v0_1_0 and upstream'] ?? '',
      registered: capability.requirements.registered,
      without: cells
        .filter(([, cell]) => cell.requirement === undefined)
        .map(([provider]) => provider)
        .join(', '),
    };
    return [
      ...(['registered', 'inferred', 'default', 'without'] as const).map((kind) => ({
        id: capability.requirements[kind],
        template: `capability-${kind}`,
        values,
      })),
      ...cells.flatMap(([provider, cell]): TableRow[] =>
        cell.requirement === undefined
          ? []
          : [
              {
                id: cell.requirement,
                template: 'capability-provided',
                values: { ...values, provider, mechanism: cell.mechanism ?? '' },
              },
            ],
      ),
    ];
  });
}

function blockingMatrix({ matrix }: Tables['blocking']): TableRow[] {
  return matrix.flatMap(({ event, cells }) =>
    Object.entries(cells).flatMap(([provider, cell]): TableRow[] => {
      if (cell.requirement === undefined || cell.upstream === undefined) return [];
      return [
        {
          id: cell.requirement,
          template: `blocking-${cell.upstream}`,
          values: { event, provider, effect: cell.upstream },
        },
      ];
    }),
  );
}

/** Every row of Hook Interchange that follows from a table. */
export function tableRows(tables: Tables): TableRow[] {
  return [
    ...eventRegistry(tables.events),
    ...eventMapping(tables.events),
    ...toolVocabulary(tables.tools),
    ...capabilityRegistry(tables.capabilities),
    ...blockingMatrix(tables.blocking),
  ];
}
