import { BackendNotFound } from '../errors.ts';

/** Ends a search: what was read, or undefined where the backend has no such thing. */
export async function unlessNotFound<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BackendNotFound) return undefined;
    throw error;
  }
}
