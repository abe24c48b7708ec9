import type { Finding } from '../harness/model/finding.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import { perEventRows } from './agent-hooks/rows.ts';

/** Rows of OpenHook that an event decides by itself. */
const OPENHOOK = /^OH-(ENV-(00|01|021|023|024|025)|OPT|DAT|VER-007|ART-004|EVT-00[78])/;
/** Rows whose rule any event could have put to the test, but that ask what the native session was. */
const NATIVE = new Set(['AH-ENV-013', 'AH-ENV-016', 'AH-ENV-025', 'AH-MPX-001']);
const TOGETHER = ['AH-ENV-010', 'AH-TAX-026', 'AH-TAX-027', 'AH-RSK-005'];

/**
 * What a recorded stream does not show, said row by row: a rule about events that gave no occasion is not applicable; a rule
 * about what comes of native payloads needs them, and stays untested.
 */
export function streamSilence(spec: string, rows: readonly Requirement[], decided: ReadonlySet<string>): Finding[] {
  const byEvents = new Set(
    spec === 'agent-hooks'
      ? [...perEventRows(rows).filter((id) => !NATIVE.has(id)), ...TOGETHER]
      : rows.map(({ id }) => id).filter((id) => OPENHOOK.test(id)),
  );
  return rows
    .filter((row) => row.undecidable === undefined && !decided.has(row.id))
    .map(
      (row): Finding =>
        byEvents.has(row.id)
          ? { kind: 'not-applicable', requirement: row.id, reason: 'no event of the stream gives occasion for it' }
          : {
              kind: 'untested',
              requirement: row.id,
              reason:
                'a recorded stream does not show what it came of: run the emitter, or play a scenario and name it with --scenario',
            },
    );
}
