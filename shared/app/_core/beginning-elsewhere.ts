/** The shortest time between two runs. */
const EVERY_MS = 5 * 60_000;
/**
 * The share of the list by which the start moves from run to run. Its multiples spread evenly, also for a job that runs
 * once a day; those of the golden ratio would not.
 */
const STRIDE = Math.sqrt(3) - 1;

/**
 * The same items, starting at another place in each run. A run that ends early would otherwise leave out the same items
 * for ever.
 */
export function beginningElsewhere<T>(items: readonly T[], now: Date): T[] {
  const share = (Math.floor(now.getTime() / EVERY_MS) * STRIDE) % 1;
  const first = Math.floor(share * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}
