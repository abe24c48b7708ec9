import type { Registries } from '../registries.ts';
import type { TableRow } from '../table-rows.ts';

type Tables = Pick<Registries, 'agent-hooks-alignment' | 'agent-hooks-events'>;

/** The vendor as the statements call it; the alignment's own column names are longer. */
const VENDOR: Readonly<Record<string, string>> = { 'windsurf-cascade': 'windsurf', 'github-copilot': 'copilot' };

function alignment(tables: Tables): TableRow[] {
  const core = new Map(tables['agent-hooks-events'].events.map(({ event, requirement }) => [event, requirement]));
  return tables['agent-hooks-alignment'].alignment.flatMap(({ event, vendors }) =>
    Object.entries(vendors).flatMap(([column, cell]): TableRow[] => {
      const values = {
        event,
        vendor: VENDOR[column] ?? column,
        core: core.get(event) ?? '',
        printed: cell.printed ?? '',
      };
      return cell.requirements.map((id, index) => {
        const native = cell.events?.[index] ?? cell.inferred?.[index];
        if (native === undefined) return { id, template: `cell-${cell.kind}`, values };
        const sent = cell.sent?.[index];
        return {
          id,
          template: sent === undefined ? `cell-${cell.kind}` : 'cell-sent-otherwise',
          values: { ...values, native, sent: sent ?? native, condition: cell.condition ?? '' },
        };
      });
    }),
  );
}

function taxonomy({ events }: Tables['agent-hooks-events']): TableRow[] {
  return events.map((entry) => ({
    id: entry.requirement,
    template: 'core-event',
    values: {
      event: entry.event,
      category: entry.category,
      advisory: entry.can_deny ? 'no (can deny)' : 'yes',
      means: entry.means,
      section: entry.section,
      lower: entry.event.toLowerCase(),
    },
  }));
}

/** Every row of Agent Hooks that follows from a table. */
export function tableRows(tables: Tables): TableRow[] {
  return [...taxonomy(tables['agent-hooks-events']), ...alignment(tables)];
}
