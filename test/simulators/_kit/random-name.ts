import { randomInt } from 'node:crypto';

// Kubernetes' own alphabet for generated names: no vowels and no look-alikes, so that no word and no doubt can arise.
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** `length` random characters as Kubernetes, and Rancher with it, appends them to names they make up. */
export function randomName(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The prefix with such a name that nothing of its kind has yet: among thousands, five letters do meet. */
export function unusedId(prefix: string, taken: { has(id: string): boolean }): string {
  const id = `${prefix}${randomName(5)}`;
  return taken.has(id) ? unusedId(prefix, taken) : id;
}
