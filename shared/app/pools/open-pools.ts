import type { Cluster } from '#shared/domain/clusters/cluster';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { PoolCloud } from '#shared/domain/pools/rendering/machine-config';
import { Misconfigured } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { cloudSettingsOf } from '../providers/settings-of.ts';

/** The pools of a cluster. Throws Misconfigured if the cluster's machines are not in pools. */
export function machinePoolsOf({ name, machinePools }: Cluster): MachinePools {
  if (!machinePools) throw new Misconfigured(`Cluster ${name} has no machine pools.`);
  return machinePools;
}

/** How Rancher reaches the cloud of a cluster's machines. */
export async function poolCloudOf(
  { store }: { store: Pick<Store, 'settings' | 'tenants'> },
  { tenantUuid }: Pick<Cluster, 'tenantUuid'>,
): Promise<PoolCloud> {
  const { settingsUuid } = await store.tenants.get(tenantUuid);
  const { options } = await cloudSettingsOf({ store }, settingsUuid);
  return { authUrl: options.backendUrl, region: options.region };
}
