import { LOG } from '#shared/contracts/telemetry';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { withProjectDefaults } from '#shared/domain/marketplace/rancher-project-offering';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Resource } from '#shared/domain/marketplace/resource';
import { localResourceUuid } from '#shared/domain/remote-waldur/order-work';
import type { RemoteResource } from '#shared/domain/remote-waldur/remote-objects';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import type { Pass } from '../providers/sync-job.ts';
import { adoptProject } from './adopt-project.ts';
import { onServedOfferings, type Served } from './served-offerings.ts';

/**
 * The metadata that the remote Waldur shows. The first three fields have the names that the published agent gives them.
 */
const metadataOf = (there: RemoteResource, project: ProjectResource): Record<string, unknown> => ({
  name: project.projectName,
  organization: there.customer.slug,
  quotas: project.limits,
  cluster_id: project.clusterId,
  namespace: project.projectName,
  role: project.role,
});

/**
 * Sends the metadata if it has changed, and refreshes the time of the last sync. If the resource is OK in Paddock but
 * erred in Waldur, sets it to OK in Waldur.
 */
async function refresh({ waldur }: Served, there: RemoteResource, { state, rancherProject }: Resource): Promise<void> {
  if (!rancherProject) return;
  const metadata = metadataOf(there, rancherProject);
  if (!isSameValue(metadata, there.metadata)) await waldur.setMetadata(there.uuid, metadata);
  await waldur.refreshLastSync(there.uuid);
  if (there.state === 'Erred' && state === 'OK') await waldur.setResourceOk(there.uuid);
}

/**
 * Takes over projects that a site agent has made for resources of a remote Waldur, and refreshes these resources. If
 * Rancher does not have the project of a resource, the resource is not refreshed, and the time of its last sync gets
 * old.
 */
export const syncRemoteResources: Pass = (deps, provider) =>
  onServedOfferings(deps, provider, 'membership_sync', async (served) => {
    const counted = { written: 0, failed: 0 };
    const resources = await served.waldur.listResources(served.remoteOfferingUuid);
    if (resources.length === 0) return counted;
    const rancher = await deps.rancher.open(provider);
    const { cluster_id: clusterId } = withProjectDefaults(served.offering.pluginOptions);
    const listed = await rancher.listProjects(clusterId);
    const about = ({ uuid: remoteResourceUuid }: RemoteResource) => ({ remoteResourceUuid });
    counted.failed = await forEachIsolated(resources, { log: deps.log, about }, async (there) => {
      const known = await deps.store.resources.find(localResourceUuid(served.offering.uuid, there.uuid));
      const resource = known ?? (await adoptProject(deps, served, there, { rancher, listed }));
      if (resource && !known) counted.written += 1;
      const isThere = listed.some(({ id }) => id === resource?.rancherProject?.backendId);
      if (resource && isThere) await refresh(served, there, resource);
      else deps.log.warn(LOG.remoteProjectMissing, { ...about(there), backendId: there.backendId });
    });
    return counted;
  });
