import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { Uuid } from '#shared/domain/_core/identifier';
import { isProjectOffering, type LimitedOffering } from '#shared/domain/marketplace/offering';
import type { Order } from '#shared/domain/marketplace/order';
import { withProjectDefaults } from '#shared/domain/marketplace/rancher-project-offering';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { AgentOrder, Limits } from '#shared/domain/marketplace/site-agent-order';
import type { Project } from '#shared/domain/organizations/project';
import { groupScopeOf, projectGroupNames } from '#shared/domain/rancher-projects/project-groups';
import { projectName } from '#shared/domain/rancher-projects/project-names';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { isClusterOfAnother } from '../offered-cluster.ts';

const CLUSTER_OF_ANOTHER =
  'The cluster of this offering belongs to another organization now, so no project can be ordered in it.';

type Slugs = Pick<AgentOrder, 'projectSlug' | 'customerSlug'>;
/**
 * Only for a project that a remote Waldur has ordered. `part` describes the resource in that Waldur. `slug` is the slug
 * that the resource has there.
 */
type Remote = { part: NonNullable<ProjectResource['remote']>; slug: string };
type Ordered = { description: string; limits: Limits; slugs: Slugs; remote?: Remote };
type Names = { resourceUuid: Uuid; slug: string; orderUuid: Uuid };
/** Makes the fields that only orders with limits and their resources have: `siteAgent` or `rancherProject`. */
export type LimitedPart = (names: Names) => {
  order: Pick<Order, 'siteAgent' | 'rancherProject'>;
  resource: Pick<Resource, 'siteAgent' | 'rancherProject'>;
};

/**
 * The new resource records the names of its project in Rancher and of its groups in Keycloak. So a later change of the
 * offering's options does not affect existing projects. Throws Invalid if the offering's cluster now belongs to another
 * customer than the seller.
 */
export async function newLimitedPart(
  { store }: { store: Pick<Store, 'settings' | 'clusters'> },
  { offering, project }: { offering: LimitedOffering; project: Project },
  { description, limits, slugs, remote }: Ordered,
): Promise<LimitedPart> {
  const said = { description, limits, ...slugs };
  if (!isProjectOffering(offering)) {
    return ({ orderUuid: lastOrderUuid }) => ({
      order: { siteAgent: { ...said, backendId: '' } },
      resource: { siteAgent: { ...said, backendId: '', backendMetadata: {}, lastOrderUuid } },
    });
  }
  if (await isClusterOfAnother(store, offering)) throw new Invalid({ offering: [CLUSTER_OF_ANOTHER] });
  const { settingsUuid, pluginOptions } = offering;
  const { options } = await rancherSettingsOf({ store }, settingsUuid);
  const { project_prefix, default_role: role, cluster_id: clusterId, ...rest } = withProjectDefaults(pluginOptions);
  const groupsOf = (uuid: Uuid) => {
    const scopeUuid = groupScopeOf({ uuid, projectUuid: project.uuid }, remote);
    return projectGroupNames({ settingsUuid, clusterId, scopeUuid, role }, options.keycloak?.groupNames);
  };
  return ({ orderUuid: lastOrderUuid, slug, resourceUuid: uuid }) => ({
    order: { rancherProject: said },
    resource: {
      rancherProject: {
        ...said,
        ...{ settingsUuid, clusterId, role, backendId: '', lastOrderUuid },
        projectName: projectName(project_prefix, { slug: remote?.slug ?? slug, uuid }),
        ...(remote && { remote: remote.part }),
        ...(rest.keycloak_enabled && { groups: groupsOf(uuid) }),
      },
    },
  });
}
