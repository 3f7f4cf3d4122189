import { BackendNotFound } from '../errors.ts';

/** For reads: answers undefined when the backend does not have the object. */
export async function unlessNotFound<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BackendNotFound) return undefined;
    throw error;
  }
}
