import type { ManagedPlan, ManagedTenant } from './managed-plan.ts';

/** Neutron's own: four rules in a `default` group, two in each other. */
const BORN_RULES = { default: 4, other: 2 };
/** DHCP's, as many as agents serve a network, and the router's. */
const PORTS_OF_NEUTRON = 2 + 1;

/** How many of each kind a planned tenant will hold, for quotas that do not follow from its limits. */
export function tenantCounts({ securityGroups }: Pick<ManagedPlan, 'securityGroups'>, tenant: ManagedTenant) {
  const { nodes, loadBalancer, serverGroups, defaultGroupRules, peerNetwork } = tenant;
  const networks = peerNetwork === 'own' ? 2 : 1;
  const machines = [...nodes, loadBalancer];
  const sizes = serverGroups.map(({ role }) => nodes.filter((node) => node.role === role).length);
  const groupRules = securityGroups.reduce((sum, { rules }) => sum + rules.length + BORN_RULES.other, 0);
  return {
    instances: machines.length,
    serverGroups: serverGroups.length,
    serverGroupMembers: Math.max(...sizes),
    volumes: machines.reduce((sum, { dataVolumes }) => sum + 1 + dataVolumes.length, 0),
    networks,
    subnets: networks,
    routers: 1,
    ports: machines.length + PORTS_OF_NEUTRON + (peerNetwork ? 1 : 0),
    floatingIps: 1 + nodes.filter(({ floatingNetworkId }) => floatingNetworkId !== undefined).length,
    securityGroups: securityGroups.length + 1,
    securityGroupRules: BORN_RULES.default + defaultGroupRules.length + groupRules,
  };
}
