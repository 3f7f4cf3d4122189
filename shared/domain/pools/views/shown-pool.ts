import { openstackUuid, type Uuid } from '../../_core/identifier.ts';
import type { Cluster } from '../../clusters/cluster.ts';
import type { StoredPool } from '../../clusters/machine-pools.ts';
import type { DeploymentPhase } from './phases.ts';
import { type DeploymentNumbers, type PoolCounts, poolCounts } from './pool-counts.ts';

/** The MachineDeployment of a pool. `templateName`: the template from which new machines are made. */
export type SeenDeployment = DeploymentNumbers & { poolName: string; phase: DeploymentPhase; templateName: string };
type OfCluster = Pick<Cluster, 'uuid' | 'name'>;
/** Paddock's uuids of the OpenStack objects that the machines of a pool use. Orders contain the same uuids. */
type CloudUuids = { flavor: Uuid; image: Uuid; network: Uuid; securityGroups: Uuid[] };
export type ShownPool = {
  cluster: OfCluster;
  pool: StoredPool;
  tenantUuid: Uuid;
  phase: DeploymentPhase;
  templateName: string;
  counts: PoolCounts;
  /**
   * Paddock's uuids of the pool's OpenStack objects. They are computed from the uuid of the tenant's cloud. Absent if
   * the tenant is gone.
   */
  uuids?: CloudUuids;
};

const uuidsIn = (cloudUuid: Uuid, { spec }: StoredPool): CloudUuids => ({
  flavor: openstackUuid(cloudUuid, 'flavor', spec.flavorId),
  image: openstackUuid(cloudUuid, 'image', spec.imageId),
  network: openstackUuid(cloudUuid, 'network', spec.networkId),
  securityGroups: spec.securityGroupIds.map((id) => openstackUuid(cloudUuid, 'security-group', id)),
});

/**
 * The pools of a cluster as they are stored, together with their MachineDeployments in Rancher. If Rancher does not
 * have a pool yet, all of its machines are pending.
 * @param clouds the cloud of each tenant that exists
 */
export function shownPools(
  cluster: OfCluster & Pick<Cluster, 'machinePools' | 'tenantUuid'>,
  deployments: readonly SeenDeployment[],
  clouds: ReadonlyMap<Uuid, Uuid>,
): ShownPool[] {
  const { uuid, name, machinePools } = cluster;
  const byPool = new Map(deployments.map((deployment) => [deployment.poolName, deployment]));
  return (machinePools?.pools ?? []).map((pool) => {
    const none = { desired: pool.spec.quantity, replicas: 0, upToDate: 0, available: 0 };
    const found = byPool.get(pool.spec.name);
    const { tenantUuid = cluster.tenantUuid } = pool.spec;
    const cloudUuid = clouds.get(tenantUuid);
    return {
      ...{ cluster: { uuid, name }, pool, tenantUuid, counts: poolCounts(found ?? none) },
      ...{ phase: found?.phase ?? 'Unknown', templateName: found?.templateName ?? '' },
      ...(cloudUuid !== undefined && { uuids: uuidsIn(cloudUuid, pool) }),
    };
  });
}
