import { VersionConflict } from '#shared/errors';

/**
 * How many times a decision is tried. A state machine writes its cluster at most once a second, and a decision takes
 * only a few reads. So conflicts at all attempts have another cause.
 */
const ATTEMPTS = 5;

/**
 * Repeats a decision about records that our own state machines write, too. After a conflict it reads the records again
 * and repeats every check. Throws VersionConflict when every attempt has a conflict.
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
