import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ManagedPlan, ManagedTenant } from './managed-plan.ts';

/** Rules that Neutron creates by itself: four in a `default` group, two in every other group. */
const BORN_RULES = { default: 4, other: 2 };
/** Ports that Neutron creates by itself: those of DHCP agents (usually two for a network) and that of the router. */
const PORTS_OF_NEUTRON = 2 + 1;

type Machines = Pick<ManagedTenant, 'peerNetwork'> & {
  nodes: readonly { role: NodeRole; dataVolumes: readonly unknown[]; floatingNetworkId?: string | undefined }[];
  loadBalancer: { dataVolumes: readonly unknown[] };
  serverGroups: readonly { role: NodeRole }[];
};

/** Counts that grow with each machine. */
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

/** How many objects of each kind a planned tenant contains, for quotas that its limits do not include. */
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
