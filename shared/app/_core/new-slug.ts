import { numberedSlug, slugStem } from '#shared/domain/_core/text/slug';
import type { Store } from '#shared/ports/store';

/** A slug that no other object has or had. Its number is used up even if the change fails. */
export const newSlug = async ({ counters }: Pick<Store, 'counters'>, name: string): Promise<string> =>
  numberedSlug(name, await counters.next(slugStem(name)));
