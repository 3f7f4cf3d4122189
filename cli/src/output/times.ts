const UNITS: readonly [suffix: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
];

/**
 * Formats a duration as `kubectl` formats ages: the largest unit, and also the next smaller unit if the number of the
 * largest unit is below 10.
 */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const index = UNITS.findIndex(([, size]) => seconds >= size);
  const [suffix, size] = UNITS[index] ?? ['s', 1];
  const count = Math.floor(seconds / size);
  const [nextSuffix, nextSize] = UNITS[index + 1] ?? ['s', 1];
  const rest = Math.floor((seconds % size) / nextSize);
  return count < 10 && rest > 0 ? `${count}${suffix}${rest}${nextSuffix}` : `${count}${suffix}`;
}

/** Returns the age of an object, from the creation time in an answer. */
export const ageOf = (created: string | null, now: number): string =>
  created === null ? '' : duration(now - Date.parse(created));

/** Returns the local time of day, which is printed before an event. */
export const clockTime = (time: string): string => new Date(time).toTimeString().slice(0, 8);

const AMOUNT = /^(\d+)\s*(s|m|h)?$/;
const MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `90`, `90s`, `30m` or `2h`. */
export function readDuration(text: string): number | undefined {
  const [, amount, unit = 's'] = AMOUNT.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (MS[unit] ?? 1000);
}
