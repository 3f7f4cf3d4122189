/** Works on all items, so many at the same time. Throws the first error and begins nothing after it. @returns results in the items' order */
export async function inTurns<A, B>(items: readonly A[], atATime: number, work: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
