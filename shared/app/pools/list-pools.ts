import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import { type ShownPool, shownPools } from '#shared/domain/pools/views/shown-pool';
import { noMatch } from '#shared/errors';
import { openPoolCluster, type PoolDeps } from './open-pool-cluster.ts';
import { poolTenantsOf } from './open-pools.ts';

/**
 * Lists the pools of a cluster, with their numbers of machines in Rancher. Makes one request, whatever the number of
 * machines.
 */
export async function listPools(deps: PoolDeps, caller: Caller, uuidText: string): Promise<ShownPool[]> {
  const { cluster, session } = await openPoolCluster(deps, caller, uuidText);
  if (cluster.machinePools === undefined) return [];
  const [tenants, deployments = []] = await Promise.all([
    Promise.all(poolTenantsOf(cluster).map((uuid) => deps.store.tenants.find(uuid))),
    session?.listPoolDeployments(cluster),
  ]);
  const clouds = tenants.flatMap((tenant): [Uuid, Uuid][] => (tenant ? [[tenant.uuid, tenant.settingsUuid]] : []));
  return shownPools(cluster, deployments, new Map(clouds));
}

export async function getPool(
  deps: PoolDeps,
  caller: Caller,
  { clusterText, poolText }: { clusterText: string; poolText: string },
): Promise<ShownPool> {
  const pools = await listPools(deps, caller, clusterText);
  const uuid = parseUuid(poolText);
  const found = pools.find(({ pool }) => pool.uuid === uuid);
  if (found === undefined) throw noMatch('Pool');
  return found;
}
