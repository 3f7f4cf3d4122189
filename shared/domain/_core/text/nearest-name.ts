import { distance } from 'fastest-levenshtein';

/** Keys are given by callers, so only the beginning of a long one is compared. */
const MAX_COMPARED = 100;

/** The known name that is most similar to the given one; the first of several. */
export function nearestName(given: string, known: readonly string[]): string {
  const wanted = given.slice(0, MAX_COMPARED).toLowerCase();
  const [first = '', ...others] = known;
  return others.reduce((best, name) => (distance(wanted, name) < distance(wanted, best) ? name : best), first);
}

/**
 * The known name that the given one was meant to be, by all appearance: up to a third of its characters are others, rounded up, so that
 * two exchanged letters of a short name count as meant.
 */
export function likelyName(given: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(given, known);
  const most = Math.ceil(given.length / 3);
  return given.length <= MAX_COMPARED && distance(given.toLowerCase(), nearest) <= most ? nearest : undefined;
}
