import { randomInt } from 'node:crypto';

// Kubernetes' own alphabet for generated names: no vowels and no look-alikes, so that no word and no doubt can arise.
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** `length` random characters as Kubernetes, and Rancher with it, appends them to names they make up. */
export function randomName(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
