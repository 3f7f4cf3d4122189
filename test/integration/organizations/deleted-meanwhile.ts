import type { Store } from '#shared/ports/store';

/** Calls `begin` before the second read of a cluster. `begin` starts the cluster's deletion. */
export function deletedMeanwhile({ clusters }: Pick<Store, 'clusters'>, begin: () => Promise<unknown>): void {
  const { find } = clusters;
  let asked = 0;
  clusters.find = async (uuid) => {
    asked += 1;
    if (asked === 2) await begin();
    return find(uuid);
  };
}
