import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { readOfferedClouds } from '#shared/app/planning/read-offered-clouds';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { figuresFor } from '#shared/domain/pools/change/tenant-room';
import { BackendRejected } from '#shared/errors';
import { setTenantQuotas } from '../set-tenant-quotas.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

type Figures = Pick<ClusterTenant, 'limits' | 'counts'>;
const figuresOf = ({ limits, counts }: ClusterTenant): Figures => ({ limits, counts });

async function recorded({ store, clock }: InfrastructureDeps, tenant: ClusterTenant, figures: Figures) {
  if (isSameValue(figures, figuresOf(tenant))) return tenant;
  const next = changed(tenant, clock.now(), figures);
  await store.commit(store.clusterTenants.replace(next));
  return next;
}

/**
 * Sets a tenant's quotas to what its pools need. The cloud refuses these quotas if the tenant uses more, for example
 * because a volume with a snapshot still exists. Then the quotas stay as they are. This is no failure, because the
 * pools have already been changed.
 */
async function setFigures(deps: InfrastructureDeps, tenant: ClusterTenant, figures: Figures): Promise<void> {
  const fitted = await recorded(deps, tenant, figures);
  try {
    await setTenantQuotas(deps, fitted);
  } catch (error) {
    if (!(error instanceof BackendRejected)) throw error;
    await setTenantQuotas(deps, await recorded(deps, fitted, figuresOf(tenant)));
  }
}

async function fitAll(deps: InfrastructureDeps, cluster: Cluster, tenants: readonly ClusterTenant[]): Promise<void> {
  const { machinePools } = cluster;
  if (!machinePools) return;
  const { options } = await rancherSettingsOf(deps, cluster.settingsUuid);
  const uuids = tenants.map(({ offeringUuid }) => offeringUuid);
  const clouds = await readOfferedClouds(deps, uuids, options.baseImageName);
  for (const tenant of tenants) {
    const cloud = clouds.find(({ offeringUuid }) => offeringUuid === tenant.offeringUuid);
    if (cloud) await setFigures(deps, tenant, figuresFor(machinePools, { tenant, flavors: cloud.flavors, cloud }));
  }
}

/**
 * Sets the quotas of a managed cluster's tenants. Before a change of pools, the quotas are set to the recorded limits,
 * which include the new machines. After the change, the quotas are set to what the pools need, because the removed
 * machines are gone.
 */
export const fitPoolQuotas = onProvider(
  steps.infrastructure.fitPoolQuotas,
  async (deps: InfrastructureDeps, input, cluster) => {
    if (!cluster.managed) return {};
    const tenants = await deps.store.clusterTenants.listByCluster(cluster.uuid);
    if (input.isDone) await fitAll(deps, cluster, tenants);
    else for (const tenant of tenants) await setTenantQuotas(deps, tenant);
    const message = input.isDone ? 'Tenants have quotas for the pools' : 'Tenants have quotas for the change of pools';
    await note(deps, input, { step: 'quotas', message, nth: input.isDone ? 2 : 1 });
    return {};
  },
);
