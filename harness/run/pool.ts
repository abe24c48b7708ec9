/**
 * Runs `work` over all items, at most `limit` at once, and gives the results in the order of the items whatever the order
 * in which they ended. After `signal` aborts nothing new is started; items that never started stay undefined.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  limit: number,
  signal: AbortSignal,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = new Array(items.length).fill(undefined);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const index = next++;
      const item = items[index];
      if (item === undefined) continue;
      try {
        const result = await work(item, index);
        // What a case saw after the interruption is of a process that was killed by us: it is not evidence.
        if (!signal.aborted) results[index] = result;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
