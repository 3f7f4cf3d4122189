import type { Uuid } from '../../_core/identifier.ts';
import {
  CLUSTER_UUID,
  type PlannedObjects,
  type PlannedPool,
  type PlannedQuota,
  type PlannedTenant,
} from '../../infrastructure/planned-objects.ts';
import { requestedQuotas } from '../../planning/checks/check-tenant-quotas.ts';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { Plan } from '../../planning/plan.ts';
import { needsOfMachines } from '../../planning/pools/pool-needs.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { cloudCredentialName } from '../rendering/cloud-credential.ts';
import { machineConfigName } from '../rendering/machine-config.ts';

/** Placeholder for the hash of a machine config's content. This content includes the cloud's address. */
const HASH = '{hash}';

function plannedPool(spec: PoolSpec, { flavors, images }: TenantFacts): PlannedPool[] {
  const flavor = flavors.find(({ id }) => id === spec.flavorId);
  const image = images.find(({ id }) => id === spec.imageId);
  return flavor && image ? [{ spec, flavor, image: { id: image.id, name: image.name } }] : [];
}

/**
 * The tenant's quotas, with the used amounts before and after the creation of the machines. Quotas that the cloud does
 * not show are left out.
 */
function plannedQuotas(pools: readonly PoolSpec[], facts: TenantFacts): PlannedQuota[] {
  const needs = pools.flatMap((pool) => needsOfMachines(pool, pool.quantity, facts.flavors));
  return [...requestedQuotas(needs, facts.defaultVolumeType)].flatMap(([name, asked]) => {
    const quota = facts.quotas[name];
    return quota ? [{ name, limit: quota.limit, used: quota.used, after: quota.used + asked }] : [];
  });
}

function tenantWith(tenant: PlannedTenant, pools: readonly PoolSpec[], facts: TenantFacts | undefined): PlannedTenant {
  if (!facts) return tenant;
  const planned = pools.flatMap((spec) => plannedPool(spec, facts));
  return { ...tenant, pools: { pools: planned, quotas: plannedQuotas(pools, facts) } };
}

/**
 * The planned objects in Rancher, with the objects for the pools. Rancher makes the machines itself, so there is no
 * registration token.
 * @param tenants one entry for each tenant, for the name of its cloud credential: undefined for the first tenant, the
 * tenant's uuid for every other tenant
 */
function rancherWith(
  { registrationToken: _none, cluster, ...others }: PlannedObjects['rancher'],
  pools: readonly { name: string }[],
  tenants: readonly (Uuid | undefined)[],
): PlannedObjects['rancher'] {
  return {
    ...others,
    cluster,
    pools: {
      cloudCredentials: tenants.map((uuid) => cloudCredentialName(CLUSTER_UUID, uuid)),
      machineConfigs: pools.map(({ name }) => machineConfigName(cluster.name, name, HASH)),
      labels: cluster.labels,
    },
  };
}

/** Adds the objects in Rancher for the pools of a managed order. The pools themselves are already in `tenants`. */
export function withManagedPools({ rancher, ...others }: PlannedObjects): PlannedObjects {
  const { tenants } = others;
  const pools = tenants.flatMap((tenant) => tenant.pools?.pools ?? []).map(({ spec }) => spec);
  if (pools.length === 0) return { ...others, rancher };
  return { ...others, rancher: rancherWith(rancher, pools, [undefined, ...tenants.slice(1).map(({ uuid }) => uuid)]) };
}

/** Adds the pools of the plan to the planned objects. If the plan has no pools, the objects stay unchanged. */
export function withPools(
  { rancher, tenants, ...others }: PlannedObjects,
  { pools }: Plan,
  facts: ReadonlyMap<Uuid, TenantFacts>,
): PlannedObjects {
  if (!pools) return { ...others, rancher, tenants };
  return {
    ...others,
    rancher: rancherWith(rancher, pools, [undefined]),
    tenants: tenants.map((tenant) => tenantWith(tenant, pools, facts.get(tenant.uuid))),
  };
}
