import type { Cluster } from '#shared/domain/clusters/cluster';
import { isManagementGroupOf } from '#shared/domain/clusters/management-security-group';
import type { OpenStack } from '#shared/ports/openstack';
import type { SecurityGroupWithRules } from '#shared/ports/openstack/tenant-objects';
import type { OpenStackDeps } from './openstack-deps.ts';

type Found = { session: OpenStack; groups: SecurityGroupWithRules[] };

/** Finds the cluster's management security groups in the cloud. Returns undefined if none was ever requested. */
export async function findManagementGroups(deps: OpenStackDeps, cluster: Cluster): Promise<Found | undefined> {
  const { uuid, managementSecurityGroup: wanted } = cluster;
  if (wanted === undefined) return undefined;
  const session = await deps.openstack.open(await deps.store.tenants.get(wanted.tenantUuid));
  const groups = await session.listSecurityGroups();
  return { session, groups: groups.filter((item) => item.id === wanted.backendId || isManagementGroupOf(uuid, item)) };
}
