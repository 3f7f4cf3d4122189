import { BackendConflict, BackendUnavailable } from '#shared/errors';

/**
 * Creates an object that may exist only once. If the backend refuses, it lists again: an earlier attempt may have
 * created the object, and the list did not show it yet. If the object is still not listed, the step fails and its next
 * attempt looks again.
 * @param what names the object in messages: `port of k8s-lb-prod-1`
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
