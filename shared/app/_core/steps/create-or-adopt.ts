import { BackendConflict, BackendUnavailable } from '#shared/errors';

/**
 * Creates an object that may exist only once. The caller has looked for the object and has not found it. An earlier
 * attempt may have created the object meanwhile. So if the backend refuses because the object exists, the function
 * finds and returns the object.
 * @throws BackendUnavailable if the object is still not found; the step is then repeated
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
      `The ${what} could not be created, and was not found either: ${error.message}`,
      {},
      error,
    );
  }
}
