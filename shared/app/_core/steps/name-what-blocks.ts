import { BackendConflict, BackendRejected, DeletionBlocked } from '#shared/errors';

/**
 * Adds the object's name to the error of a refused deletion (docs/spec/design.md#deletion-is-complete). A backend's
 * message, such as "Instance is locked", rarely names the object. Errors that may be temporary, and errors about
 * credentials, are thrown unchanged.
 * @param what the object, in words that users search for in the backend: `server web-1 (5c0e…)`
 */
export async function nameWhatBlocks(what: string, deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendConflict || error instanceof BackendRejected)) throw error;
    throw new DeletionBlocked(`The ${what} cannot be deleted: ${error.message}`, {}, error);
  }
}
