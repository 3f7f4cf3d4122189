import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import { nodeNetworkClaim, resourceNameClaim } from '#shared/domain/planning/naming';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'projects' | 'grants' | 'tenants' | 'clusterTenants' | 'claims' | 'commit'> };

/**
 * Its name and node networks may be given to others: in the transaction that removes the cluster, since a claim is anybody's a
 * moment later.
 */
export const releaseManaged = ({ store }: Deps, { managed }: Cluster, { projectUuid, name }: Resource): Write[] =>
  managed === undefined
    ? []
    : [
        store.claims.remove(resourceNameClaim(projectUuid, name)),
        ...managed.networks.map(({ cidr }) => store.claims.remove(nodeNetworkClaim(cidr))),
      ];

/** The project that was made for the machines, with who had a role in it; it is the provider's, and nothing else was to be in it. */
async function removeVmProject({ store }: Deps, { vmProjectUuid }: Cluster): Promise<void> {
  const grants = await store.grants.listByScope(vmProjectUuid);
  for (const grant of grants) await store.commit(store.grants.remove(grant));
  const project = await store.projects.find(vmProjectUuid);
  if (project) await store.commit(store.projects.remove(project));
}

/** What we keep of a managed cluster's tenants, once the clouds have nothing of them: their records and the VM project. Safe to repeat. */
export async function forgetInfrastructure(deps: Deps, cluster: Cluster): Promise<void> {
  if (!cluster.managed) return;
  const { store } = deps;
  for (const item of await store.clusterTenants.listByCluster(cluster.uuid)) {
    const tenant = await store.tenants.find(item.uuid);
    await store.commit(store.clusterTenants.remove(item), ...(tenant ? [store.tenants.remove(tenant)] : []));
  }
  await removeVmProject(deps, cluster);
}
