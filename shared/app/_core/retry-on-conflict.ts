import { VersionConflict } from '#shared/errors';

/**
 * A machine writes its cluster once a second at most, and a decision takes a few reads. Losing more often has another
 * cause.
 */
const ATTEMPTS = 5;

/**
 * Repeats a decision about records that our own machines write, too. After a conflict it reads the records again and
 * repeats every check. Throws VersionConflict when it keeps losing.
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
