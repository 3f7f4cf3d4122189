import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { PoolCloud } from '#shared/domain/pools/rendering/machine-config';
import type { PoolClouds } from '#shared/domain/pools/rendering/render-pools';
import { Misconfigured } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { cloudSettingsOf } from '../providers/settings-of.ts';

/** The pools of a cluster. Throws Misconfigured if the cluster's machines are not in pools. */
export function machinePoolsOf({ name, machinePools }: Cluster): MachinePools {
  if (!machinePools) throw new Misconfigured(`Cluster ${name} has no machine pools.`);
  return machinePools;
}

/** Tenants of a cluster's pools. `tenantUuid` comes first. A managed cluster may have several tenants. */
export const poolTenantsOf = ({ tenantUuid, machinePools }: Pick<Cluster, 'tenantUuid' | 'machinePools'>): Uuid[] => [
  ...new Set([tenantUuid, ...(machinePools?.pools ?? []).map(({ spec }) => spec.tenantUuid ?? tenantUuid)]),
];

/** The Keystone URL and region of each tenant of a cluster's pools. Rancher uses them to create machines. */
export async function poolCloudsOf(
  { store }: { store: Pick<Store, 'settings' | 'tenants'> },
  cluster: Pick<Cluster, 'tenantUuid' | 'machinePools'>,
): Promise<PoolClouds> {
  const clouds = poolTenantsOf(cluster).map(async (tenantUuid): Promise<[Uuid, PoolCloud]> => {
    const { settingsUuid } = await store.tenants.get(tenantUuid);
    const { options } = await cloudSettingsOf({ store }, settingsUuid);
    return [tenantUuid, { authUrl: options.backendUrl, region: options.region }];
  });
  return new Map(await Promise.all(clouds));
}
