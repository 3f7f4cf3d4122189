/** Returns the typed number. Returns undefined for an empty field, because empty does not mean zero. */
export function numberIn(typed: number | string): number | undefined {
  const number = typeof typed === 'string' && typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : undefined;
}
