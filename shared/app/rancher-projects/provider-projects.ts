import { isProjectOffering, type ProjectOffering } from '#shared/domain/marketplace/offering';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Resource, ResourceState } from '#shared/domain/marketplace/resource';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';

export type ProvidedProject = { resource: Resource; project: ProjectResource; offering: ProjectOffering };

/** States of resources whose project is in Rancher. */
const IN_RANCHER: readonly ResourceState[] = ['OK', 'Updating', 'Erred'];

const isInRancher = ({ state, rancherProject }: Resource): boolean =>
  IN_RANCHER.includes(state) && rancherProject !== undefined && rancherProject.backendId !== '';

/** The offerings of projects in the provider's clusters, in any state: an archived offering still has projects. */
export async function projectOfferingsOf(
  { store }: { store: Pick<Store, 'offerings'> },
  { uuid }: Pick<RancherSettings, 'uuid'>,
): Promise<ProjectOffering[]> {
  const isOurs = (item: Parameters<typeof isProjectOffering>[0]) =>
    isProjectOffering(item) && item.settingsUuid === uuid;
  const { items } = await store.offerings.list({ visibility: 'all' }, WHOLE_LIST, isOurs);
  return items.filter(isProjectOffering);
}

/** All projects that Paddock has made in the provider's Rancher. Each offering's resources are read by an index. */
export async function projectsOf(
  deps: { store: Pick<Store, 'offerings' | 'resources'> },
  provider: Pick<RancherSettings, 'uuid'>,
): Promise<ProvidedProject[]> {
  const found: ProvidedProject[] = [];
  for (const offering of await projectOfferingsOf(deps, provider)) {
    const scope = { visibility: 'all' as const, where: { offering_uuid: [offering.uuid] } };
    const { items } = await deps.store.resources.list(scope, WHOLE_LIST, isInRancher);
    for (const resource of items) {
      if (resource.rancherProject) found.push({ resource, project: resource.rancherProject, offering });
    }
  }
  return found;
}
