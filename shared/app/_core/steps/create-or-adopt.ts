import { BackendConflict, BackendUnavailable } from '#shared/errors';

/**
 * Creates an object that may exist only once. If the backend refuses, the function lists the objects again, because an
 * earlier attempt may have created the object too late for the first list. If the object is still missing, the step
 * fails. The next attempt of the step lists the objects again.
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
