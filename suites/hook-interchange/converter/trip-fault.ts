import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '../native/select.ts';
import type { FaultKind } from './generated.ts';

/** What a round trip did wrong, in either direction. */
export interface Fault {
  readonly kind: FaultKind;
  readonly says: string;
  readonly expected: string;
  readonly actual: string;
}

export function labels(calls: readonly ToolCall[]): string {
  return calls.length === 0 ? 'no tool' : calls.map(({ label }) => label).join(', ');
}

/** The hooks of an event stand in another order than before. */
export function moved(markers: readonly string[], seen: readonly string[], event: string): Fault | undefined {
  const own = [...new Set(seen)];
  const wanted = markers.filter((marker) => own.includes(marker));
  return isDeepStrictEqual(own, wanted)
    ? undefined
    : {
        kind: 'order',
        says: 'Hooks are never reordered',
        expected: `on ${event}: ${wanted.join(', ')}`,
        actual: own.join(', '),
      };
}
