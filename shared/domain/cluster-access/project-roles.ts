import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { inProject } from '../organizations/placement.ts';
import { roleTemplateUuid } from '../providers/rancher-role-template.ts';
import type { RancherProject } from './rancher-project.ts';

/**
 * A role that an account has in a Rancher project (RancherUserProjectLink), as the last sync found it. People give
 * these roles in Rancher itself. Paddock only shows the roles.
 */
export const projectRole = z.object({
  /** The customer and the project of the cluster in Paddock. Customer and project decide who may see the role. */
  ...inProject.pick({ customerUuid: true, projectUuid: true }).shape,
  clusterUuid: uuid,
  rancherProjectUuid: uuid,
  rancherProjectName: z.string(),
  roleUuid: uuid,
});
export type ProjectRole = z.infer<typeof projectRole>;
type ProjectBinding = { placeId: string; roleTemplateId: string };

/** Maximum number of roles that are recorded for one account, so that the account's row stays small. */
const MAX = 200;
const orderOf = ({ rancherProjectUuid, roleUuid }: ProjectRole): string => `${rancherProjectUuid} ${roleUuid}`;

/**
 * The roles that one account has in Rancher projects, read from the account's role bindings. Projects whose cluster is
 * not in Paddock are left out. Each role occurs once, and the order is always the same.
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
  return [...single.values()].sort((one, other) => orderOf(one).localeCompare(orderOf(other))).slice(0, MAX);
}
