import { BackendNotFound } from '../errors.ts';

/** Ends a delete: what is gone already is what was wanted. */
export async function goneIsFine(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendNotFound)) throw error;
  }
}
