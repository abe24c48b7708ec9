import type { Requirement } from '../../harness/model/requirement.ts';

/** Rows that any event of any payload exercises, or that only some payloads do: what a case may decide. */
const PER_EVENT =
  /^AH-(ENV-(00|01[1-7]|01[89]|02)|SRC|USR|ACT|MOD|RSK|NAM|DAT-(00|01|02|030|037|038|039|04|05|06)|TAX-02[47]|VER-001|MET-002|EXT|REL-004|MPX-001)/;

/** The rows of the catalogue that every case with native payloads may decide, whatever its vendor and event. */
export function perEventRows(catalogue: readonly Requirement[]): readonly string[] {
  return catalogue.map((row) => row.id).filter((id) => PER_EVENT.test(id));
}
