import type { Uuid } from '../_core/identifier.ts';
import type { Cluster, LifecycleState } from '../clusters/cluster.ts';
import type { RoleGrant, RoleName } from '../organizations/role.ts';

/**
 * The Rancher role of each of our roles, as in Waldur. Project members have read access only, and Rancher has no such
 * role for a whole cluster.
 */
const RANCHER_ROLE: Readonly<Record<RoleName, 'cluster-owner' | 'cluster-member' | undefined>> = {
  'CUSTOMER.OWNER': 'cluster-owner',
  'PROJECT.MANAGER': 'cluster-owner',
  'PROJECT.ADMIN': 'cluster-member',
  'PROJECT.MEMBER': undefined,
};

const FOLLOWED: readonly LifecycleState[] = ['OK', 'UPDATE_SCHEDULED', 'UPDATING', 'ERRED'];
/** Whether roles in the cluster are neither granted nor revoked, because it is being made or deleted. */
export const isIgnored = ({ state, backendId }: Pick<Cluster, 'state' | 'backendId'>): boolean =>
  !FOLLOWED.includes(state) || backendId === '';

export type WantedLink = { cluster: Cluster; role: string };

/** The wanted role of each user in each cluster. Of several roles of one user the strongest counts. */
export function followedRoles(
  clusters: readonly Cluster[],
  grantsOf: (scopeUuid: Uuid) => readonly RoleGrant[],
): Map<Uuid, WantedLink[]> {
  const wanted = new Map<Uuid, WantedLink[]>();
  for (const cluster of clusters) {
    for (const [userUuid, role] of rolesIn(cluster, grantsOf)) {
      wanted.set(userUuid, [...(wanted.get(userUuid) ?? []), { cluster, role }]);
    }
  }
  return wanted;
}

function rolesIn(
  { customerUuid, projectUuid }: Cluster,
  grantsOf: (scopeUuid: Uuid) => readonly RoleGrant[],
): Map<Uuid, string> {
  const roles = new Map<Uuid, string>();
  for (const { userUuid, role } of [...grantsOf(customerUuid), ...grantsOf(projectUuid)]) {
    const given = RANCHER_ROLE[role];
    if (given && roles.get(userUuid) !== 'cluster-owner') roles.set(userUuid, given);
  }
  return roles;
}
