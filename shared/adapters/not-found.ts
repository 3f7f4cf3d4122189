import { BackendNotFound } from '../errors.ts';

/** For reads. Returns undefined if the backend does not have the object. */
export async function unlessNotFound<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BackendNotFound) return undefined;
    throw error;
  }
}

/** For deletions. An object that is gone counts as deleted. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendNotFound)) throw error;
  }
}
