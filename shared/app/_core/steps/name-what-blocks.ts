import { BackendConflict, BackendRejected, DeletionBlocked } from '#shared/errors';

/**
 * Names the object in the error of a refused delete (docs/spec/design.md#deletion-is-complete). The backend's own
 * message rarely does: "Instance is locked". Errors that may pass, and those of credentials, are thrown unchanged.
 * @param what how the user finds the object in the backend: `server web-1 (5c0e…)`
 */
export async function nameWhatBlocks(what: string, deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendConflict || error instanceof BackendRejected)) throw error;
    throw new DeletionBlocked(`The ${what} cannot be deleted: ${error.message}`, {}, error);
  }
}
