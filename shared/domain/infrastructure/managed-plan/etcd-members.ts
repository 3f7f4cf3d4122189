import type { RancherRole } from '#shared/domain/planning/node-spec';

/** Maximum number of etcd members. More members would make every write slower and tolerate hardly more failures. */
const MOST_MEMBERS = 5;

/**
 * `spread`: a few servers are etcd members, evenly over the tenants. `all`: every server is an etcd member, as in
 * Waldur (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export type EtcdMembers = 'spread' | 'all';

/**
 * How many servers of each tenant are members of etcd. The total is odd, so that one half of a split cluster always has
 * the majority (docs/spec/managed-clusters.md#servers-and-etcd-members).
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
 * Roles of each server of one tenant. If the cluster has no workers, servers also carry workloads
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export function serverRoles(servers: number, members: number, hasWorkers: boolean): RancherRole[][] {
  return Array.from({ length: servers }, (_, index): RancherRole[] => [
    ...(index < members ? (['etcd'] as const) : []),
    'controlplane',
    ...(hasWorkers ? [] : (['worker'] as const)),
  ]);
}
