import { BackendConflict, BackendRejected, DeletionBlocked } from '#shared/errors';

/**
 * A refused delete names what it was about (docs/spec/design.md#deletion-is-complete), which the backend's own words rarely do: "Instance
 * is locked". What may pass, and what a credential lacks, is thrown on as it is.
 * @param what the user can find in the backend: `server web-1 (5c0e…)`
 */
export async function nameWhatBlocks(what: string, deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof BackendConflict || error instanceof BackendRejected)) throw error;
    throw new DeletionBlocked(`The ${what} cannot be deleted: ${error.message}`, {}, error);
  }
}
