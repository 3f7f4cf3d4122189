import { claimsOf, isMadeByPaddock } from '#shared/domain/clusters/importable-cluster';
import { NOT_RESERVED } from '#shared/domain/planning/order-attributes';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Rancher } from '#shared/ports/rancher';
import type { ListedCluster } from '#shared/ports/rancher/rancher-objects';
import type { Store } from '#shared/ports/store';

type UnknownClusters = {
  /** All clusters that Rancher manages. */
  listed: ListedCluster[];
  /** The clusters that Paddock does not know under any provider of this Rancher. */
  unknown: ListedCluster[];
};

/**
 * Finds the clusters of the provider's Rancher that Paddock does not know. Makes two list requests to Rancher, and one
 * batch read of claims for each 30 clusters. Throws Backend* errors.
 * @param settings the provider, after `identifyRancher`
 */
export async function listUnknownClusters(
  { store }: { store: Pick<Store, 'claims'> },
  settings: RancherSettings,
  rancher: Pick<Rancher, 'listClusters' | 'listProvisioningClusters'>,
): Promise<UnknownClusters> {
  const [listed, provisioned] = await Promise.all([rancher.listClusters(), rancher.listProvisioningClusters({})]);
  const foreign = listed.filter((one) => NOT_RESERVED.test(one.name) && !isMadeByPaddock(one, provisioned));
  const keys = foreign.map((cluster) => {
    const { imported, names } = claimsOf(settings, cluster, provisioned);
    return [imported, ...names];
  });
  const held = await store.claims.holdersOf(keys.flat());
  return { listed, unknown: foreign.filter((_, index) => !keys[index]?.some((key) => held.has(key))) };
}
