import type { Store } from '#shared/ports/store';

/** The second read of a cluster finds that it is being deleted; `begin` makes it so. */
export function deletedMeanwhile({ clusters }: Pick<Store, 'clusters'>, begin: () => Promise<unknown>): void {
  const { find } = clusters;
  let asked = 0;
  clusters.find = async (uuid) => {
    asked += 1;
    if (asked === 2) await begin();
    return find(uuid);
  };
}
