import { z } from 'zod';
import { type AccountCloud, tenantByAccount } from '#infra/local/account-tenant';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { tenantContents } from '#infra/local/sample-data';

const made = z.object({ uuid: z.string() });

/** The objects that an order with pools refers to. */
export type PooledMarket = { offering: string; tenant: string; flavor: string; network: string };
export type PoolOfOrder = { name: string; roles: readonly string[]; quantity: number };
/** One of the three pools has no machines. */
export const THREE_POOLS: readonly PoolOfOrder[] = [
  { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3 },
  { name: 'workers', roles: ['worker'], quantity: 2 },
  { name: 'spare', roles: ['worker'], quantity: 0 },
];

type Backends = AccountCloud & { rancherSettings: string };

export async function offerPools({ api, tokens, sample }: Endpoints, rancherSettings: string): Promise<string> {
  const staff = apiClient(api, tokens.staff);
  const body = {
    ...{ name: 'Kubernetes, pools', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: rancherSettings, plugin_options: { driver: 'rancher-pools' } },
    plans: [{ name: 'Default' }],
  };
  const offering = (await staff.post('marketplace-provider-offerings/', body, made)).uuid;
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  return offering;
}

export async function sellPools(endpoints: Endpoints, backends: Backends) {
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const tenant = await tenantByAccount(endpoints, backends);
  const offering = await offerPools(endpoints, backends.rancherSettings);
  const { flavors, subnets } = await tenantContents(staff, tenant);
  const [network] = await staff.get(`openstack-networks/?tenant_uuid=${tenant}`, z.array(made));
  if (!network) throw new Error('the tenant has no network');
  return { offering, tenant, flavor: flavors['m1.medium'] ?? '', subnets, network: network.uuid };
}

export function pooledOrder(
  { offering, tenant, flavor, network }: PooledMarket,
  { sample }: Endpoints,
  name: string,
  pools: readonly PoolOfOrder[] = THREE_POOLS,
) {
  const machine = { flavor, networks: [network], root_volume: { size: 65_536 } };
  return {
    ...{ offering, project: sample.project },
    attributes: { name, tenant, pools: pools.map((pool) => ({ ...machine, ...pool })) },
  };
}
