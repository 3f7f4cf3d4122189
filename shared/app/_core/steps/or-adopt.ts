import { BackendConflict, BackendUnavailable } from '#shared/errors';

/**
 * A creation of what there is once. A refusal means that an attempt before this one has made it, whose list did not have it yet: so it is
 * looked for once more, and by the next attempt, where it still is not there.
 * @param what as in messages: `port of k8s-lb-prod-1`
 */
export async function orAdopt<T>(
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
    throw new BackendUnavailable(`The ${what} is refused, and not listed: ${error.message}`, {}, error);
  }
}
