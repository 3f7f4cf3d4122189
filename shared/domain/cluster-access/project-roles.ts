import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { inProject } from '../organizations/placement.ts';
import { roleTemplateUuid } from '../providers/rancher-role-template.ts';
import type { RancherProject } from './rancher-project.ts';

/**
 * A role that an account has in a Rancher project (RancherUserProjectLink), as the last sync has found it. Rancher's
 * users give these roles, so Paddock shows them and changes none.
 */
export const projectRole = z.object({
  /** The customer and project of the cluster in Paddock. They decide who sees the role. */
  ...inProject.pick({ customerUuid: true, projectUuid: true }).shape,
  clusterUuid: uuid,
  rancherProjectUuid: uuid,
  rancherProjectName: z.string(),
  roleUuid: uuid,
});
export type ProjectRole = z.infer<typeof projectRole>;
type ProjectBinding = { placeId: string; roleTemplateId: string };

/** Maximum number of roles that are recorded of one account, so that its row stays small. */
const MOST = 200;
const orderOf = ({ rancherProjectUuid, roleUuid }: ProjectRole): string => `${rancherProjectUuid} ${roleUuid}`;

/**
 * The roles of one account in Rancher projects, from its role bindings. Only projects of clusters that Paddock knows
 * count. Each role occurs once, and the order is always the same.
 */
export function projectRolesOf(
  settingsUuid: Uuid,
  bindings: readonly ProjectBinding[],
  projects: ReadonlyMap<string, RancherProject>,
): ProjectRole[] {
  const roles = bindings.flatMap(({ placeId, roleTemplateId }) => {
    const project = projects.get(placeId);
    if (project === undefined) return [];
    const { customerUuid, projectUuid, clusterUuid, uuid: rancherProjectUuid, name: rancherProjectName } = project;
    const roleUuid = roleTemplateUuid({ settingsUuid, scopeType: 'project', name: roleTemplateId });
    return [{ customerUuid, projectUuid, clusterUuid, rancherProjectUuid, rancherProjectName, roleUuid }];
  });
  const single = new Map(roles.map((role) => [orderOf(role), role]));
  return [...single.values()].sort((one, other) => orderOf(one).localeCompare(orderOf(other))).slice(0, MOST);
}
