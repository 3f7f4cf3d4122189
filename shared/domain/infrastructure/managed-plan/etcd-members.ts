import type { RancherRole } from '#shared/domain/planning/node-spec';

/** Maximum number of members. More members would make every write slower, and hardly more of them could fail at once. */
const MOST_MEMBERS = 5;

/**
 * `spread`: few members, evenly over the tenants. `all`: every server, as in Waldur
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export type EtcdMembers = 'spread' | 'all';

/**
 * How many servers of each tenant are members of etcd. The total is odd, so that two halves are never equal
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export function etcdMembersOf(
  tenants: number,
  serversPerTenant: number,
  etcdMembers: EtcdMembers = 'spread',
): number[] {
  const servers = tenants * serversPerTenant;
  if (etcdMembers === 'all') return Array.from({ length: tenants }, () => serversPerTenant);
  const most = Math.min(servers, MOST_MEMBERS);
  const members = most % 2 === 0 ? most - 1 : most;
  const each = Math.floor(members / tenants);
  return Array.from({ length: tenants }, (_, index) => each + (index < members % tenants ? 1 : 0));
}

/**
 * Roles of one tenant's servers. If the cluster has no workers, servers also carry workloads
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export function serverRoles(servers: number, members: number, hasWorkers: boolean): RancherRole[][] {
  return Array.from({ length: servers }, (_, index): RancherRole[] => [
    ...(index < members ? (['etcd'] as const) : []),
    'controlplane',
    ...(hasWorkers ? [] : (['worker'] as const)),
  ]);
}
