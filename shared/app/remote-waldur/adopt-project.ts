import { withProjectDefaults } from '#shared/domain/marketplace/rancher-project-offering';
import type { Resource } from '#shared/domain/marketplace/resource';
import { foundProject, projectAnnotations, projectName } from '#shared/domain/rancher-projects/project-names';
import { localResourceUuid } from '#shared/domain/remote-waldur/order-work';
import type { RemoteResource } from '#shared/domain/remote-waldur/remote-objects';
import type { Rancher } from '#shared/ports/rancher';
import type { FoundProject } from '#shared/ports/rancher/rancher-objects';
import { hasOneWaldur } from '../_core/whose-is.ts';
import type { SyncDeps } from '../providers/sync-job.ts';
import { recordAdopted } from './remote-records.ts';
import type { Served } from './served-offerings.ts';

type Deps = Pick<SyncDeps, 'store' | 'clock' | 'ids' | 'stage'>;

/**
 * Takes over the project that a site agent has made for a remote resource. First marks the project in Rancher as
 * Paddock's, then records it. If a run ends before the project is recorded, the next run finds the mark and continues.
 * Undefined if Rancher has no project for the remote resource, or
 * if the agent of another Waldur may have made it (`hasOneWaldur`).
 * @param listed all projects of the offering's cluster
 */
export async function adoptProject(
  deps: Deps,
  served: Served,
  there: RemoteResource,
  { rancher, listed }: { rancher: Rancher; listed: readonly FoundProject[] },
): Promise<Resource | undefined> {
  const { offering } = served;
  const { cluster_id: clusterId, project_prefix: prefix } = withProjectDefaults(offering.pluginOptions);
  const uuid = localResourceUuid(offering.uuid, there.uuid);
  const marked = listed.find(({ id }) => id === there.backendId);
  const { customer, project } = there;
  const { own, ofAgent } = foundProject(
    listed,
    { stage: deps.stage, uuid, clusterId, projectName: marked?.name ?? projectName(prefix, there) },
    (await hasOneWaldur(deps.store, served.provider))
      ? { backendId: there.backendId, customerSlug: customer.slug, projectSlug: project.slug }
      : undefined,
  );
  if (ofAgent) {
    const annotations = { ...ofAgent.annotations, ...projectAnnotations(deps.stage, { uuid, customer, project }) };
    await rancher.updateProject(ofAgent.id, { annotations });
  }
  const found = own ?? ofAgent;
  return found && recordAdopted(deps, served, there, found);
}
