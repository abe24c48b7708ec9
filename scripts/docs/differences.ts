import { registry } from '../../suites/registries.ts';
import { eventNames, nativeEventOf } from '../../vendors/vendor.ts';

export interface EventDifference {
  readonly event: string;
  readonly vendor: string;
  /** Native names that only the registry has. */
  readonly table: readonly string[];
  /** Native names that only the vendor's own data has. */
  readonly today: readonly string[];
}

/** Native names by the canonical event that they stand for, as the vendor's data has them. */
function today(vendor: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const name of eventNames(vendor)) {
    const native = nativeEventOf(vendor, name);
    if (native === undefined || native.hook === false) continue;
    for (const canonical of [native.canonical, ...(native.also ?? [])]) {
      if (canonical !== null) names.set(canonical, [...(names.get(canonical) ?? []), name]);
    }
  }
  return names;
}

/** Where the event table of Hook Interchange and what the vendors have today differ, event by event. */
export function eventDifferences(): readonly EventDifference[] {
  const { events, providers } = registry('events');
  return providers.flatMap(({ slug }) => {
    const own = today(slug);
    return events.flatMap((event): EventDifference[] => {
      const cell = event.cells[slug];
      const table = (cell?.upstream ?? cell?.seed ?? []).map((name) => name.replace(/ \(.*\)$/, ''));
      const now = own.get(event.name) ?? [];
      const onlyTable = table.filter((name) => !now.includes(name));
      const onlyToday = now.filter((name) => !table.includes(name));
      if (onlyTable.length + onlyToday.length === 0) return [];
      return [{ event: event.name, vendor: slug, table: onlyTable, today: onlyToday }];
    });
  });
}
