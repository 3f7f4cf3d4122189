import { Conflict, NotAllowed } from '#shared/errors';
import { assertState } from '../_core/assert-state.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Caller, Place } from '../organizations/caller.ts';
import { may } from '../organizations/permission.ts';
import type { RancherRoleTemplate } from '../providers/rancher-role-template.ts';
import { isOfTheCluster, type RancherProject, SYSTEM_PROJECT } from './rancher-project.ts';

/**
 * A Rancher role that a caller wants to give to a user. For a role in a Rancher project, `project` describes the
 * project. `project` is undefined if Paddock does not know the project.
 */
export type RoleToGive = Pick<RancherRoleTemplate, 'scopeType' | 'name'> & {
  project?: Pick<RancherProject, 'name' | 'isSystem' | 'namespaces'> | undefined;
  /** Whether the Rancher project was sold to another project in Paddock. */
  isSold?: boolean;
};

/**
 * The roles that administrators of a Paddock project may give to users: for a whole cluster `cluster-member`, which
 * they have themselves (docs/decisions/0030-roles-are-followed-into-rancher-by-a-pass.md), and Rancher's own read-only
 * roles; for a Rancher project all roles that Rancher 2.15 ships for projects, none of which exceeds `project-owner`.
 * The lists have full names, because a role made by an administrator of Rancher may have any rights, whatever its name.
 */
const ADMINISTRATORS_ROLES: Readonly<Record<RancherRoleTemplate['scopeType'], ReadonlySet<string>>> = {
  cluster: new Set([
    'cluster-member',
    'clustercatalogs-view',
    'clusterroletemplatebindings-view',
    'nodes-view',
    'projects-view',
  ]),
  project: new Set([
    'configmaps-manage',
    'configmaps-view',
    'create-ns',
    'ingress-manage',
    'ingress-view',
    'monitoring-ui-view',
    'navlinks-view',
    'persistentvolumeclaims-manage',
    'persistentvolumeclaims-view',
    'project-member',
    'project-owner',
    'projectroletemplatebindings-manage',
    'projectroletemplatebindings-view',
    'read-only',
    'secrets-manage',
    'secrets-view',
    'serviceaccounts-manage',
    'serviceaccounts-view',
    'services-manage',
    'services-view',
    'workloads-manage',
    'workloads-view',
  ]),
};

const isForAdministrators = ({ scopeType, name, project, isSold }: RoleToGive): boolean =>
  ADMINISTRATORS_ROLES[scopeType].has(name) && (scopeType === 'cluster' || !(isSold || isOfTheCluster(project)));

/**
 * Whether the caller is allowed to give the role in a cluster that belongs to this customer and project. Nobody may
 * give more rights than they have. Managers and owners may give any role. Administrators may give their own role, and
 * Rancher's own roles in projects other than the System project.
 */
export function mayGive(caller: Caller, place: Place, role: RoleToGive): boolean {
  if (may(caller, 'membership.any_role', place)) return true;
  return may(caller, 'membership.create', place) && isForAdministrators(role);
}

/** The reason why an administrator may not give a role in the Rancher project, as a part of a sentence. */
function placeIn({ project, isSold }: RoleToGive): string {
  if (isOfTheCluster(project)) return ` in the ${SYSTEM_PROJECT} project`;
  return isSold ? ' in a project that was sold' : '';
}

/**
 * Throws NotAllowed with the role's name if the caller may not give the role. The same check protects the removal of a
 * role, so nobody can remove a role that they cannot give.
 */
export function assertMayGive(caller: Caller, place: Place, role: RoleToGive): void {
  if (mayGive(caller, place, role)) return;
  const where = role.scopeType === 'cluster' ? '' : placeIn(role);
  throw new NotAllowed(
    `Only managers of the project and owners of the customer can give or remove the role ${role.name}${where}.`,
  );
}

/** Throws Conflict if the cluster is being deleted or is not in Rancher yet. No role can be bound in such a cluster. */
export function assertAccessible(cluster: Pick<Cluster, 'state' | 'backendId'>): void {
  assertState(cluster, ['OK', 'UPDATE_SCHEDULED', 'UPDATING', 'ERRED']);
  if (cluster.backendId === '') throw new Conflict('The cluster is not in Rancher yet.');
}

/** Whether the cluster is being deleted. While it is being deleted, only its deletion removes the cluster's groups. */
export const isClusterBeingDeleted = ({ state }: Pick<Cluster, 'state'>): boolean =>
  state === 'DELETION_SCHEDULED' || state === 'DELETING';
