import type { RancherRole } from '#shared/domain/planning/node-spec';

/** More would have to agree on every write, and fewer than half of them may be lost all the same. */
const MOST_MEMBERS = 5;

/**
 * `spread`: few, and as even over the tenants as can be; `all`: every server, the seed's literal shape
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export type EtcdMembers = 'spread' | 'all';

/**
 * How many of each tenant's servers are etcd members, tenant by tenant: an odd number in all, so that no half can stand
 * against the other (docs/spec/managed-clusters.md#servers-and-etcd-members).
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
 * Roles of one tenant's servers. Where a cluster has no workers they carry the workloads too
 * (docs/spec/managed-clusters.md#servers-and-etcd-members).
 */
export function serverRoles(servers: number, members: number, hasWorkers: boolean): RancherRole[][] {
  return Array.from({ length: servers }, (_, index): RancherRole[] => [
    ...(index < members ? (['etcd'] as const) : []),
    'controlplane',
    ...(hasWorkers ? [] : (['worker'] as const)),
  ]);
}
