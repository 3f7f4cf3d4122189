import { distance } from 'fastest-levenshtein';

/** Number of characters that are compared. The number is limited because a caller may send a very long key. */
const MAX_COMPARED = 100;

/**
 * The known name that is most similar to the given name. If several names are equally similar, this is the first of
 * them in `known`.
 */
export function nearestName(given: string, known: readonly string[]): string {
  const wanted = given.slice(0, MAX_COMPARED).toLowerCase();
  const [first = '', ...others] = known;
  return others.reduce((best, name) => (distance(wanted, name) < distance(wanted, best) ? name : best), first);
}

/**
 * The known name that the caller probably meant. Undefined if no name is similar. Up to a third of the characters,
 * rounded up, may differ, so that even a short name with two exchanged letters is found.
 */
export function likelyName(given: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(given, known);
  const most = Math.ceil(given.length / 3);
  return given.length <= MAX_COMPARED && distance(given.toLowerCase(), nearest) <= most ? nearest : undefined;
}
