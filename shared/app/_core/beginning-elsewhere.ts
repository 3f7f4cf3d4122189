/** The shortest time between two passes. */
const EVERY_MS = 5 * 60_000;
/** Of the whole, over which its multiples spread evenly. Those of a pass a day do so, too, which with the golden ratio they do not. */
const STRIDE = Math.sqrt(3) - 1;

/**
 * The same items, begun each time far from where the passes before have begun: a pass that is ended before it is through would leave out
 * the same ones for ever, were it to begin with the same.
 */
export function beginningElsewhere<T>(items: readonly T[], now: Date): T[] {
  const share = (Math.floor(now.getTime() / EVERY_MS) * STRIDE) % 1;
  const first = Math.floor(share * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}
