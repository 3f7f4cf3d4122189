import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ManagedPlan, ManagedTenant } from './managed-plan.ts';
import { type CountedMachines, countedPool } from './sized-pool.ts';

/**
 * Number of rules in a security group that Neutron has just created: four in a `default` group, two in any other group.
 */
const BORN_RULES = { default: 4, other: 2 };
/** Number of ports that Neutron itself creates in a network: usually two for DHCP agents, and one for the router. */
const PORTS_OF_NEUTRON = 2 + 1;

type Machines = Pick<ManagedTenant, 'peerNetwork'> & {
  nodes: readonly { role: NodeRole; dataVolumes: readonly unknown[]; floatingNetworkId?: string | undefined }[];
  loadBalancer: { dataVolumes: readonly unknown[] };
  serverGroups: readonly { role: NodeRole }[];
  pooled?: readonly CountedMachines[];
};

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** Numbers of a tenant's objects, for the kinds that depend on the number of machines. */
export function machineCountsOf({ nodes, loadBalancer, serverGroups, peerNetwork, pooled = [] }: Machines) {
  const machines = [...nodes, loadBalancer];
  const inPools = sumOf(pooled, (pool) => pool.machines);
  const sizes = serverGroups.map(
    ({ role }) =>
      nodes.filter((node) => node.role === role).length +
      sumOf(pooled, (pool) => (pool.role === role ? pool.machines : 0)),
  );
  return {
    instances: machines.length + inPools,
    serverGroupMembers: Math.max(...sizes),
    volumes:
      sumOf(machines, ({ dataVolumes }) => 1 + dataVolumes.length) +
      sumOf(pooled, ({ machines: count, volumesEach }) => count * volumesEach),
    ports: machines.length + inPools + PORTS_OF_NEUTRON + (peerNetwork ? 1 : 0),
    floatingIps:
      1 +
      nodes.filter(({ floatingNetworkId }) => floatingNetworkId !== undefined).length +
      sumOf(pooled, ({ machines: count, floatingIpsEach }) => count * floatingIpsEach),
  };
}

/**
 * Numbers of objects in a planned tenant. These numbers become quotas for the kinds of objects that the tenant's limits
 * do not include.
 */
export function tenantCounts({ securityGroups }: Pick<ManagedPlan, 'securityGroups'>, tenant: ManagedTenant) {
  const { serverGroups, defaultGroupRules, peerNetwork } = tenant;
  const networks = peerNetwork === 'own' ? 2 : 1;
  const groupRules = securityGroups.reduce((sum, { rules }) => sum + rules.length + BORN_RULES.other, 0);
  return {
    ...machineCountsOf({ ...tenant, pooled: (tenant.pools ?? []).map(countedPool) }),
    serverGroups: serverGroups.length,
    networks,
    subnets: networks,
    routers: 1,
    securityGroups: securityGroups.length + 1,
    securityGroupRules: BORN_RULES.default + defaultGroupRules.length + groupRules,
  };
}
