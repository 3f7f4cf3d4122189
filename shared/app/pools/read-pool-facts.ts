import type { Cluster } from '#shared/domain/clusters/cluster';
import { isRancherOffering } from '#shared/domain/marketplace/offering';
import type { PoolFacts } from '#shared/domain/planning/pools/machine-in-tenant';
import type { OrderDeps } from '../planning/order-deps.ts';
import { readTenantFacts } from '../planning/read-tenant-facts.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

/** What a pool of the cluster can be made of: its tenant, its provider's settings, and its offering's rules. */
export async function readPoolFacts(
  { store, openstack, site }: Pick<OrderDeps, 'store' | 'openstack' | 'site'>,
  { tenantUuid, settingsUuid, offeringUuid }: Cluster,
): Promise<PoolFacts> {
  const [tenant, { options }, offering] = await Promise.all([
    store.tenants.get(tenantUuid),
    rancherSettingsOf({ store }, settingsUuid),
    store.offerings.find(offeringUuid),
  ]);
  const { baseImageName, baseImageUser: sshUser, allocateFloatingIpToAllNodes: allocateFloatingIps } = options;
  const facts = await readTenantFacts(openstack, tenant, {
    ...{ gateways: allocateFloatingIps, externalNetworks: allocateFloatingIps, use: true, subnetUuids: [] },
  });
  const flavorsRegex = offering && isRancherOffering(offering) ? offering.pluginOptions.flavors_regex : undefined;
  return { tenant: facts, baseImageName, sshUser, allocateFloatingIps, flavorsRegex, site };
}
