import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import { nodeNetworkClaim, resourceNameClaim } from '#shared/domain/planning/naming';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'projects' | 'grants' | 'tenants' | 'clusterTenants' | 'claims' | 'commit'> };

/**
 * Returns the writes that release the names and networks of the cluster. Commit these writes in the transaction that
 * removes the cluster, so that another cluster can reserve the names and networks immediately.
 */
export const releaseManaged = ({ store }: Deps, { managed }: Cluster, { projectUuid, name }: Resource): Write[] =>
  managed === undefined
    ? []
    : [
        store.claims.remove(resourceNameClaim(projectUuid, name)),
        ...managed.networks.map(({ cidr }) => store.claims.remove(nodeNetworkClaim(cidr))),
      ];

/**
 * Deletes the VM project and its roles. The project was created only for this cluster's machines, and contains nothing
 * else.
 */
async function removeVmProject({ store }: Deps, { vmProjectUuid }: Cluster): Promise<void> {
  const grants = await store.grants.listByScope(vmProjectUuid);
  for (const grant of grants) await store.commit(store.grants.remove(grant));
  const project = await store.projects.find(vmProjectUuid);
  if (project) await store.commit(store.projects.remove(project));
}

/**
 * Deletes the records of a managed cluster's tenants and of its VM project. Call this function when everything in the
 * clouds is deleted. Safe to repeat.
 */
export async function forgetInfrastructure(deps: Deps, cluster: Cluster): Promise<void> {
  if (!cluster.managed) return;
  const { store } = deps;
  for (const item of await store.clusterTenants.listByCluster(cluster.uuid)) {
    const tenant = await store.tenants.find(item.uuid);
    await store.commit(store.clusterTenants.remove(item), ...(tenant ? [store.tenants.remove(tenant)] : []));
  }
  await removeVmProject(deps, cluster);
}
