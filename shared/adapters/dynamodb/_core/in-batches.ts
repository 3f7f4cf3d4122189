/** Parallel queries for a caller with many projects. */
const PARALLEL_READS = 10;

/** Results in the order of the items, some at a time. */
export async function inBatches<A, B>(items: readonly A[], read: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (let start = 0; start < items.length; start += PARALLEL_READS) {
    results.push(...(await Promise.all(items.slice(start, start + PARALLEL_READS).map(read))));
  }
  return results;
}
