import { BackendConflict, BackendUnavailable } from '#shared/errors';

/**
 * Creates something that may exist once. After a refusal it looks again: an earlier attempt may have created it without
 * the list showing it yet. When it is still not listed, the next attempt looks again.
 * @param what for messages: `port of k8s-lb-prod-1`
 */
export async function createOrAdopt<T>(
  what: string,
  create: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    const made = await find();
    if (made !== undefined) return made;
    throw new BackendUnavailable(
      `The ${what} could not be created, and no existing one was found: ${error.message}`,
      {},
      error,
    );
  }
}
