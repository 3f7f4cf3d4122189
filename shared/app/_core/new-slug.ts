import { numberedSlug, slugStem } from '#shared/domain/_core/text/slug';
import type { Store } from '#shared/ports/store';

/** A slug that nothing else has or has had. Its number is used up, whatever becomes of it. */
export const newSlug = async ({ counters }: Pick<Store, 'counters'>, name: string): Promise<string> =>
  numberedSlug(name, await counters.next(slugStem(name)));
