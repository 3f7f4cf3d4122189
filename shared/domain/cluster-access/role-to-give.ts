import { NotAllowed } from '#shared/errors';
import type { Caller, Place } from '../organizations/caller.ts';
import { may } from '../organizations/permission.ts';
import type { RancherRoleTemplate } from '../providers/rancher-role-template.ts';
import type { RancherProject } from './rancher-project.ts';

/** A role of Rancher's by its id, and of one in a project what is known of that; undefined where nothing is. */
export type RoleToGive = Pick<RancherRoleTemplate, 'scopeType' | 'name'> & {
  project?: Pick<RancherProject, 'name' | 'isSystem' | 'namespaces'> | undefined;
};

/**
 * What an administrator has in the whole cluster (docs/decisions/0030-roles-are-followed-into-rancher-by-a-pass.md), and Rancher's own
 * roles that only look. A list, since a name that ends in `-view` says nothing: Rancher's administrators make roles too.
 */
const ADMINISTRATORS_ROLES: ReadonlySet<string> = new Set([
  ...['cluster-member', 'clustercatalogs-view', 'clusterroletemplatebindings-view', 'nodes-view', 'projects-view'],
]);

/** Rancher's name of the project that it makes for what runs the cluster. */
const SYSTEM_PROJECT = 'System';
/** Who may write there has the cluster: Kubernetes' own accounts, and Rancher's agent with every right. */
const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['kube-system', 'cattle-system', 'cattle-fleet-system']);

/** Whether the project's owner has the whole cluster. One of which that is not known counts as if he had. */
function isOfTheCluster(project: RoleToGive['project']): boolean {
  if (project?.isSystem !== false || project.name === SYSTEM_PROJECT) return true;
  return project.namespaces.some(({ name }) => SYSTEM_NAMESPACES.has(name));
}

const isForAdministrators = ({ scopeType, name, project }: RoleToGive): boolean =>
  scopeType === 'cluster' ? ADMINISTRATORS_ROLES.has(name) : !isOfTheCluster(project);

/**
 * Whether the caller may let somebody have the role in a cluster of this place: nobody gives more than he has. Leaders give any; an
 * administrator what he has himself, and roles in projects other than the System project.
 */
export function mayGive(caller: Caller, place: Place, role: RoleToGive): boolean {
  if (may(caller, 'membership.any_role', place)) return true;
  return may(caller, 'membership.create', place) && isForAdministrators(role);
}

/** Throws NotAllowed, which names the role. Who could not give it may not take it from those who could, either. */
export function assertMayGive(caller: Caller, place: Place, role: RoleToGive): void {
  if (mayGive(caller, place, role)) return;
  const where = role.scopeType === 'project' ? ` in the ${SYSTEM_PROJECT} project` : '';
  throw new NotAllowed(
    `The role ${role.name}${where} is given and taken away by managers of the project and owners of the customer only.`,
  );
}
