import { numberedSlug, slugStem } from '#shared/domain/_core/text/slug';
import type { Store } from '#shared/ports/store';

/**
 * Makes a slug that no object has or ever had. The slug contains a number. Paddock does not use this number again, even
 * if the caller's change fails.
 */
export const newSlug = async ({ counters }: Pick<Store, 'counters'>, name: string): Promise<string> =>
  numberedSlug(name, await counters.next(slugStem(name)));
