/** The number that somebody has typed. Undefined for an empty field, which is not zero. */
export function numberIn(typed: number | string): number | undefined {
  const number = typeof typed === 'string' && typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : undefined;
}
