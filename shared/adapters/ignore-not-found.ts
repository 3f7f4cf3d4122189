import { BackendNotFound } from '#shared/errors';

/** Ends a delete: what is gone already is what was wanted. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendNotFound)) throw error;
  }
}
