import type { Caller } from '#shared/domain/organizations/caller';
import type { EtcdSnapshot } from '#shared/domain/pools/views/etcd-snapshot';
import { openPoolCluster, type PoolDeps } from './open-pool-cluster.ts';

/** The snapshots of a cluster's etcd, newest first. */
export async function listEtcdSnapshots(deps: PoolDeps, caller: Caller, uuidText: string): Promise<EtcdSnapshot[]> {
  const { cluster, session } = await openPoolCluster(deps, caller, uuidText);
  const snapshots = (await session?.listEtcdSnapshots(cluster)) ?? [];
  return snapshots.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}
