import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ManagedPlan, ManagedTenant } from './managed-plan.ts';

/** Neutron's own: four rules in a `default` group, two in each other. */
const BORN_RULES = { default: 4, other: 2 };
/** DHCP's, as many as agents serve a network, and the router's. */
const PORTS_OF_NEUTRON = 2 + 1;

type Machines = Pick<ManagedTenant, 'peerNetwork'> & {
  nodes: readonly { role: NodeRole; dataVolumes: readonly unknown[]; floatingNetworkId?: string | undefined }[];
  loadBalancer: { dataVolumes: readonly unknown[] };
  serverGroups: readonly { role: NodeRole }[];
};

/** Those that grow with each machine. */
export function machineCountsOf({ nodes, loadBalancer, serverGroups, peerNetwork }: Machines) {
  const machines = [...nodes, loadBalancer];
  const sizes = serverGroups.map(({ role }) => nodes.filter((node) => node.role === role).length);
  return {
    instances: machines.length,
    serverGroupMembers: Math.max(...sizes),
    volumes: machines.reduce((sum, { dataVolumes }) => sum + 1 + dataVolumes.length, 0),
    ports: machines.length + PORTS_OF_NEUTRON + (peerNetwork ? 1 : 0),
    floatingIps: 1 + nodes.filter(({ floatingNetworkId }) => floatingNetworkId !== undefined).length,
  };
}

/** How many of each kind a planned tenant will hold, for quotas that do not follow from its limits. */
export function tenantCounts({ securityGroups }: Pick<ManagedPlan, 'securityGroups'>, tenant: ManagedTenant) {
  const { serverGroups, defaultGroupRules, peerNetwork } = tenant;
  const networks = peerNetwork === 'own' ? 2 : 1;
  const groupRules = securityGroups.reduce((sum, { rules }) => sum + rules.length + BORN_RULES.other, 0);
  return {
    ...machineCountsOf(tenant),
    serverGroups: serverGroups.length,
    networks,
    subnets: networks,
    routers: 1,
    securityGroups: securityGroups.length + 1,
    securityGroupRules: BORN_RULES.default + defaultGroupRules.length + groupRules,
  };
}
