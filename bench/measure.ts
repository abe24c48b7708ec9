import { readFileSync } from 'node:fs';

/** One measured number and the bound that it has to keep. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Absent: shown for comparison only. */
  readonly bound?: { readonly most?: number; readonly least?: number };
}

export function holds({ value, bound }: Figure): boolean | undefined {
  if (bound === undefined) return undefined;
  return value <= (bound.most ?? Number.POSITIVE_INFINITY) && value >= (bound.least ?? Number.NEGATIVE_INFINITY);
}

/** CPU milliseconds of this process alone. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of all children that have ended and been waited for; Linux only, in steps of 10. */
export function childCpu(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Runs `work` so often, at most `concurrency` at once. */
export async function times(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}
