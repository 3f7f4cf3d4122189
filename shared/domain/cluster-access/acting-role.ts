import { NotAllowed } from '#shared/errors';
import type { Cluster } from '../clusters/cluster.ts';
import { type Caller, grantsAt } from '../organizations/caller.ts';

/**
 * The roles in Rancher with which Paddock acts for a caller in one cluster, by Rancher's ids of the role templates.
 * `project` is the role in the projects of the cluster, except those with the cluster's own programs and those that
 * were sold to others.
 */
export type ActingRole = {
  cluster: 'cluster-owner' | 'cluster-member';
  project?: 'project-owner' | 'read-only';
};

/**
 * The roles of the caller in the cluster. Undefined if the caller has none, so Paddock must not act for the caller
 * there. Staff acts as an owner of the cluster. A project administrator is a plain member of the cluster, who may not
 * even create a namespace in Rancher, and so also owns the projects in it, but never the System project. Support reads.
 */
export function actingRoleOf(
  caller: Caller,
  cluster: Pick<Cluster, 'customerUuid' | 'projectUuid'>,
): ActingRole | undefined {
  if (caller.user.isStaff) return { cluster: 'cluster-owner' };
  if (grantsAt(caller, ['CUSTOMER.OWNER', 'PROJECT.MANAGER'], cluster).length > 0) return { cluster: 'cluster-owner' };
  if (grantsAt(caller, ['PROJECT.ADMIN'], cluster).length > 0)
    return { cluster: 'cluster-member', project: 'project-owner' };
  return caller.user.isSupport ? { cluster: 'cluster-member', project: 'read-only' } : undefined;
}

/**
 * Throws NotAllowed if the caller does not act as an owner of the cluster. In Rancher, only owners may change objects of
 * the whole cluster.
 */
export function requireClusterOwner(caller: Caller, cluster: Pick<Cluster, 'customerUuid' | 'projectUuid'>): void {
  if (requireActingRole(caller, cluster).cluster === 'cluster-owner') return;
  throw new NotAllowed(
    'Only owners of the cluster may change objects of the whole cluster. You need the role owner in the organization, or the role manager in the project.',
  );
}

/** The roles of the caller in the cluster. Throws NotAllowed, which names the roles that would allow the call. */
export function requireActingRole(caller: Caller, cluster: Pick<Cluster, 'customerUuid' | 'projectUuid'>): ActingRole {
  const role = actingRoleOf(caller, cluster);
  if (role === undefined) {
    throw new NotAllowed(
      'You have no role inside the cluster. You need the role owner in the organization, or the role manager or administrator in the project.',
    );
  }
  return role;
}
