import { VersionConflict } from '#shared/errors';

/** A machine writes its cluster every second at most, and a decision takes a few reads: who loses as often has other rivals. */
const ATTEMPTS = 5;

/**
 * A decision about records that our own machines write, too. Where one of them was faster nothing is wrong: the records are read
 * again, every check is repeated on them, and the decision is made on what they say now. Throws VersionConflict when that never ends.
 * @param decide reads, checks and commits; it has no other effect
 */
export async function retryOnConflict<T>(decide: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempt === attempts) throw error;
    }
  }
}
