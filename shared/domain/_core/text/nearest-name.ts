/** Edits that make one text of the other: characters put in, left out, exchanged, or swapped with the next one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? 0;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = at(1, 1) + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, exchanged, isSwap ? at(2, 2) + 1 : exchanged));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Keys come from callers: of a longer one only the beginning is compared. */
const MAX_COMPARED = 100;

/** The known name that the given one most resembles; the first of several alike. */
export function nearestName(given: string, known: readonly string[]): string {
  const wanted = given.slice(0, MAX_COMPARED).toLowerCase();
  const [first = '', ...others] = known;
  return others.reduce((best, name) => (distance(wanted, name) < distance(wanted, best) ? name : best), first);
}

/** The known name that the given one was meant to be, by all appearance: up to a third of its characters are others. */
export function likelyName(given: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(given, known);
  return given.length <= MAX_COMPARED && distance(given.toLowerCase(), nearest) <= given.length / 3
    ? nearest
    : undefined;
}
