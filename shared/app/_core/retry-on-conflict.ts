import { VersionConflict } from '#shared/errors';

/**
 * How many times a change is tried. State machines write a cluster at most once a second, and a try takes only a few
 * reads. So if every try has a conflict, there is another cause.
 */
const ATTEMPTS = 5;

/**
 * Repeats a change of records that state machines also write. After a conflict, `decide` reads the records again and
 * repeats every check. Throws VersionConflict if the last attempt has a conflict, too.
 * @param decide reads, checks and commits, and has no other effect
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
