import { BackendNotFound } from '#shared/errors';

/** For deletes: an object that is gone counts as deleted. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendNotFound)) throw error;
  }
}
