import { parseUuid } from '#shared/domain/_core/identifier';
import type { StateBackups } from '#shared/ports/state-backups';
import type { Store } from '#shared/ports/store';
import { clusterOfKey } from './stored-copy.ts';

type Deps = { store: Pick<Store, 'clusters'>; backups: StateBackups };

/**
 * Deletes the copies of clusters that were deleted. The bucket in which copies are stored keeps the versions of a
 * deleted copy for some time.
 * @returns how many copies were deleted
 */
export async function deleteOldCopies({ store, backups }: Deps): Promise<number> {
  let deleted = 0;
  for (const { key } of await backups.listNewest('')) {
    const uuid = parseUuid(clusterOfKey(key) ?? '');
    if (uuid === undefined || (await store.clusters.find(uuid)) !== undefined) continue;
    await backups.delete(key);
    deleted += 1;
  }
  return deleted;
}
