import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { deleteClusterCredential, ensureClusterCredential } from '#shared/app/infrastructure/cluster-credential';
import type { OpenStackDeps } from '#shared/app/nodes/steps/openstack-deps';
import { steps } from '#shared/contracts/steps';

/** Creates the application credential with which Rancher makes the cluster's machines. */
export const ensureCloudCredential = onProvider(
  steps.openstack.ensureCloudCredential,
  async (deps: OpenStackDeps, _target, cluster) => {
    // Rancher makes the machines of an imported cluster with the credential that it has.
    if (cluster.imported) return {};
    await ensureClusterCredential(deps, cluster, await deps.store.tenants.get(cluster.tenantUuid));
    return {};
  },
);

/** Deletes the application credential. Rancher has deleted all machines before. */
export const deleteCloudCredential = onProvider(
  steps.openstack.deleteCloudCredential,
  async (deps: OpenStackDeps, target, cluster) => {
    const session = await deps.openstack.open(await deps.store.tenants.get(cluster.tenantUuid));
    await deleteClusterCredential(deps, session, { clusterUuid: cluster.uuid, tenantUuid: cluster.tenantUuid });
    await note(deps, target, { step: 'cloud-credential', message: 'The application credential is deleted' });
    return {};
  },
);
