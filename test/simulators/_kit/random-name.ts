import { randomInt } from 'node:crypto';

// Kubernetes' own alphabet for generated names. It has no vowels and no look-alikes, so that names form no words and
// are not misread.
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** `length` random characters, as Kubernetes and Rancher append them to generated names. */
export function randomName(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The prefix with a random name that is not taken. Among thousands of objects, five random letters do collide. */
export function unusedId(prefix: string, taken: { has(id: string): boolean }): string {
  const id = `${prefix}${randomName(5)}`;
  return taken.has(id) ? unusedId(prefix, taken) : id;
}
