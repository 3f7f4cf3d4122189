import type { TenantLimits } from '#shared/domain/infrastructure/managed-plan/tenant-limits';
import { gigabytesOf } from '#shared/domain/planning/plan-quotas';
import type { Quotas } from '#shared/domain/planning/quota';
import type { ProjectCounts } from '../../ports/cloud-admin.ts';

type Limits = Record<string, number>;
export type QuotaLimits = { compute: Limits; volume: Limits; network: Limits };

/** Neutron's names for setting quotas. Of two names the first is that of `Quotas`. */
const NETWORK: readonly [keyof ProjectCounts, inQuotas: string, resource: string][] = [
  ['networks', 'network', 'network'],
  ['subnets', 'subnet', 'subnet'],
  ['routers', 'router', 'router'],
  ['ports', 'ports', 'port'],
  ['floatingIps', 'floating_ips', 'floatingip'],
  ['securityGroups', 'security_group', 'security_group'],
  ['securityGroupRules', 'security_group_rule', 'security_group_rule'],
];
const COMPUTE: readonly [keyof ProjectCounts, resource: string][] = [
  ['instances', 'instances'],
  ['serverGroups', 'server_groups'],
  ['serverGroupMembers', 'server_group_members'],
];

/** The quotas to set in each service, so that the limits apply and the counts fit. */
export function quotaLimits(limits: TenantLimits, counts: ProjectCounts, present: Quotas): QuotaLimits {
  /** Raised, never lowered: an operator may have set more, and -1 is unlimited. */
  const raised = (resource: string, inQuotas: string, count: number): Limits => {
    const limit = present[inQuotas]?.limit ?? -1;
    return limit >= 0 && limit < count ? { [resource]: count } : {};
  };
  const { cores, ram, ...storage } = limits;
  const volumes = Object.keys(present).filter((resource) => /^volumes(_|$)/.test(resource));
  return {
    compute: merged([{ cores, ram }, ...COMPUTE.map(([of, resource]) => raised(resource, resource, counts[of]))]),
    volume: merged([gigabytes(storage), ...volumes.map((resource) => raised(resource, resource, counts.volumes))]),
    network: merged(NETWORK.map(([of, inQuotas, resource]) => raised(resource, inQuotas, counts[of]))),
  };
}

const merged = (parts: readonly Limits[]): Limits => Object.assign({}, ...parts);

/** Cinder counts a volume twice, in total and for its type, so the first limit is for all types together. */
function gigabytes(storage: Omit<TenantLimits, 'cores' | 'ram'>): Limits {
  const sizes = Object.entries(storage).map(([key, sizeMb]): [string, number] => [key, gigabytesOf(sizeMb ?? 0)]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return { gigabytes: total, ...Object.fromEntries(sizes.filter(([key]) => key !== 'storage')) };
}
