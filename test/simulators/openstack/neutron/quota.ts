import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';

/** Neutron's own defaults; -1 is no limit. */
export const defaultNetworkQuota: Record<string, number> = {
  network: 100,
  subnet: 100,
  subnetpool: -1,
  router_route: 30,
  port: 500,
  router: 10,
  floatingip: 50,
  rbac_policy: 10,
  security_group: 10,
  security_group_rule: 100,
};

export const networkQuota = (cloud: Cloud, projectId: string) => ({
  ...defaultNetworkQuota,
  ...cloud.neutron.quotas.get(projectId),
});

export function networkUsage({ neutron }: Cloud, projectId: string, resource: string): number {
  const tables: Record<string, Map<string, { project_id: string }>> = {
    network: neutron.networks,
    subnet: neutron.subnets,
    port: neutron.ports,
    router: neutron.routers,
    floatingip: neutron.floatingIps,
    rbac_policy: neutron.rbacPolicies,
    security_group: neutron.securityGroups,
    security_group_rule: neutron.securityGroupRules,
  };
  return [...(tables[resource]?.values() ?? [])].filter((row) => row.project_id === projectId).length;
}

/** @throws Refusal 409 OverQuota if one more object would exceed the quota */
export function requireQuota(cloud: Cloud, projectId: string, resource: string): void {
  const limit = networkQuota(cloud, projectId)[resource] ?? -1;
  if (limit < 0 || networkUsage(cloud, projectId, resource) < limit) return;
  throw neutronRefusal(409, 'OverQuota', `Quota exceeded for resources: ['${resource}'].`);
}
