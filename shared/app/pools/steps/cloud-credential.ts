import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { allTenantsOf } from '#shared/app/infrastructure/all-tenants-of';
import {
  deleteClusterCredential,
  deleteFormerCredentials as deleteFormer,
  ensureClusterCredential,
} from '#shared/app/infrastructure/cluster-credential';
import { openRemainingTenant } from '#shared/app/infrastructure/open-remaining-tenant';
import type { OpenStackDeps } from '#shared/app/nodes/steps/openstack-deps';
import { steps } from '#shared/contracts/steps';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { poolTenantsOf } from '../open-pools.ts';

/** Creates the application credentials with which Rancher makes the cluster's machines. */
export const ensureCloudCredential = onProvider(
  steps.openstack.ensureCloudCredential,
  async (deps: OpenStackDeps, _target, cluster) => {
    // For an imported cluster, no credential is created, because Rancher already has a cloud credential with which it
    // makes the cluster's machines.
    if (cluster.imported) return {};
    for (const tenantUuid of poolTenantsOf(cluster)) {
      await ensureClusterCredential(deps, cluster, await deps.store.tenants.get(tenantUuid));
    }
    return {};
  },
);

/**
 * Deletes the cluster's credential in one tenant. If an operator has deleted the tenant's project in the cloud,
 * Keystone still has the credential. In this case, the credential is deleted through the account with which Paddock
 * manages the cloud.
 */
async function deleteIn(deps: OpenStackDeps, cluster: Cluster, tenantUuid: Uuid): Promise<void> {
  const tenant = await deps.store.tenants.find(tenantUuid);
  if (!tenant && cluster.managed) return;
  const remaining = await openRemainingTenant(deps, cluster, tenantUuid);
  const session = remaining ?? (tenant && (await deps.openstack.admin(tenant.settingsUuid)));
  if (session) await deleteClusterCredential(deps, session, { clusterUuid: cluster.uuid, tenantUuid });
}

/** Deletes the application credentials. This step runs after Rancher has deleted all machines. */
export const deleteCloudCredential = onProvider(
  steps.openstack.deleteCloudCredential,
  async (deps: OpenStackDeps, target, cluster) => {
    for (const tenantUuid of await allTenantsOf(deps, cluster)) await deleteIn(deps, cluster, tenantUuid);
    await note(deps, target, { step: 'cloud-credential', message: 'The application credential has been deleted' });
    return {};
  },
);

/** Deletes the credentials that the cluster had before a rotation, because nothing uses them any more. */
export const deleteFormerCredentials = onProvider(
  steps.openstack.deleteFormerCredentials,
  async (deps: OpenStackDeps, target, cluster) => {
    for (const tenantUuid of poolTenantsOf(cluster)) {
      await deleteFormer(deps, await deps.store.tenants.get(tenantUuid), cluster.uuid);
    }
    await note(deps, target, {
      step: 'former-credential',
      message: 'The former application credential has been deleted',
    });
    return {};
  },
);
