import type { Caller } from '#shared/domain/organizations/caller';
import { type ClusterInfrastructure, joinInfrastructure } from '#shared/domain/pools/views/infrastructure';
import { openPoolCluster, type PoolDeps } from './open-pool-cluster.ts';

/**
 * Reads the objects that represent a cluster in Rancher. The result has no objects if the cluster was never created
 * there.
 */
export async function readInfrastructure(
  deps: PoolDeps,
  caller: Caller,
  uuidText: string,
): Promise<ClusterInfrastructure> {
  const { cluster, session } = await openPoolCluster(deps, caller, uuidText);
  const joined = session ? joinInfrastructure(await session.readInfrastructure()) : [];
  const { backendId } = cluster;
  const isOf = ({ management, provisioning }: ClusterInfrastructure) =>
    (management?.id ?? provisioning?.managementId) === backendId;
  return joined.find(isOf) ?? { isProvisioned: false };
}
