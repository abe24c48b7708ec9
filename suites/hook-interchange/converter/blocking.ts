import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import { blockingRows, eventRows, isToolEvent } from '../vocabulary.ts';
import { realEvents, rightEvents } from './events.ts';
import { check, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/** Blocking hooks for every cell of the matrix, against what the provider honours. */
export function blockingScenarios(vendor: string, edition: HifEdition): readonly Scenario[] {
  return blockingRows().flatMap(({ event, cells }): Scenario[] => {
    const cell = cells[vendor];
    const row = eventRows().find(({ name }) => name === event);
    if (!cell || !row || cell.requirement === undefined) return [];
    const marker = `./b-${event}.sh`;
    // Windsurf and Cursor have events for kinds of tools: the shell's is the plainest.
    const matcher = isToolEvent(event) && formOf(vendor).covers !== undefined ? { matcher: 'shell' } : {};
    const make = (value: boolean): JsonObject =>
      manifestOf(edition, [hook(event, marker, { ...matcher, blocking: value })]);
    const id = `blocking/${vendor}-${event}`;
    const title = `A blocking hook on ${event}, encoded for ${vendor}`;
    const mapped = rightEvents(row, vendor, edition).length > 0;
    if (cell.upstream === 'unsupported' || !mapped)
      return [
        {
          id,
          title,
          vendor,
          steps: [encode(make(true))],
          mayRefuse: true,
          checks: [
            check(
              cell.requirement,
              {
                kind: 'absent',
                marker,
                known: [...realEvents(event, vendor), ...rightEvents(row, vendor, edition)],
                words: [event, vendor, 'event', 'block'],
              },
              `${event} does not exist on ${vendor}`,
            ),
          ],
        },
      ];
    const lost = cell.upstream === 'observe';
    // The registry says prevent for Cursor's session_start, upstream asks for a warning all the same, and the vendor ignores it.
    const open = vendor === 'cursor' && event === 'session_start';
    const observed = lost ? 'HIF-BLK-078 HIF-BLK-079 HIF-PIPE-012 HIF-EVT-008' : '';
    const ids = [cell.requirement, ...observed.split(' ').filter((one) => one !== '')];
    return [
      {
        id,
        title,
        vendor,
        steps: [encode(make(false)), encode(make(true))],
        checks: [
          ...(open
            ? [
                check(
                  'HIF-MAP-169',
                  { kind: 'blocking', lost: true },
                  'A blocking session_start hook for Cursor triggers a warning',
                ),
              ]
            : []),
          check(
            open ? ['HIF-BLK-025'] : ids.filter((one) => one !== 'HIF-BLK-079'),
            open ? { kind: 'present', marker } : { kind: 'blocking', lost },
            `Blocking on ${event} of ${vendor} is ${cell.upstream}`,
          ),
          ...(lost ? [check('HIF-BLK-079', { kind: 'present', marker }, 'Such a hook is kept')] : []),
        ],
      },
    ];
  });
}
