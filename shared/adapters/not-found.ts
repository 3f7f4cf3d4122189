import { BackendNotFound } from '../errors.ts';

export async function unlessNotFound<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BackendNotFound) return undefined;
    throw error;
  }
}

export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendNotFound)) throw error;
  }
}
