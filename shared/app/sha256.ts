import { createHash } from 'node:crypto';

/** Hex; tokens are kept as this only. They have 256 random bits, so a slow hash would protect nothing more. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
