import type { RancherRole } from '#shared/domain/planning/rancher-role';

/**
 * Maximum number of etcd members. More members would make every write slower, but etcd would survive hardly more
 * failures.
 */
const MAX_MEMBERS = 5;

/**
 * `spread`: only some servers are etcd members, spread evenly over the tenants. `all`: every server is an etcd member,
 * as in Waldur (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export type EtcdMembers = 'spread' | 'all';

/**
 * How many servers of each tenant are members of etcd. With `spread`, the total is odd. If a network failure divides
 * the members into two groups, one group then has the majority
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export function etcdMembersOf(
  tenants: number,
  serversPerTenant: number,
  etcdMembers: EtcdMembers = 'spread',
): number[] {
  const servers = tenants * serversPerTenant;
  if (etcdMembers === 'all') return Array.from({ length: tenants }, () => serversPerTenant);
  const most = Math.min(servers, MAX_MEMBERS);
  const members = most % 2 === 0 ? most - 1 : most;
  const each = Math.floor(members / tenants);
  return Array.from({ length: tenants }, (_, index) => each + (index < members % tenants ? 1 : 0));
}

/**
 * Roles of each server of one tenant. In a cluster without workers, servers also carry workloads
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export function serverRoles(servers: number, members: number, hasWorkers: boolean): RancherRole[][] {
  return Array.from({ length: servers }, (_, index): RancherRole[] => [
    ...(index < members ? (['etcd'] as const) : []),
    'controlplane',
    ...(hasWorkers ? [] : (['worker'] as const)),
  ]);
}
