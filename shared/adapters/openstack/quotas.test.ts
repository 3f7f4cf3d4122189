import { expect, test } from 'vitest';
import type { Quotas } from '#shared/domain/planning/quota-text';
import type { ProjectCounts } from '#shared/ports/openstack/cloud-admin';
import { quotaLimits } from './quotas.ts';

const LIMITS = { cores: 8, ram: 16_384, storage: 204_800 };
const COUNTS: ProjectCounts = {
  instances: 4,
  serverGroups: 2,
  serverGroupMembers: 3,
  volumes: 8,
  networks: 1,
  subnets: 1,
  routers: 1,
  ports: 7,
  floatingIps: 1,
  securityGroups: 3,
  securityGroupRules: 40,
};
const present = (limits: Record<string, number>): Quotas =>
  Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, { limit, used: 0 }]));

test.each([
  ['fixed storage is all that all volumes have', LIMITS, { gigabytes: 200 }],
  ['part of a gigabyte is a whole one', { ...LIMITS, storage: 1025 }, { gigabytes: 2 }],
  [
    'storage by type is a limit of each type, and all of it that of all',
    { cores: 8, ram: 16_384, gigabytes_ssd: 102_401, gigabytes_hdd: 1024 },
    { gigabytes: 102, gigabytes_ssd: 101, gigabytes_hdd: 1 },
  ],
  [
    'volumes of no known type count for all only',
    { ...LIMITS, gigabytes_ssd: 1024 },
    { gigabytes: 201, gigabytes_ssd: 1 },
  ],
])('%s', (_what, limits, volume) => {
  expect(quotaLimits(limits, COUNTS, {})).toEqual({
    compute: { cores: limits.cores, ram: limits.ram },
    volume,
    network: {},
  });
});

test.each([
  ['instances', 'compute', { instances: 4 }],
  ['server_groups', 'compute', { server_groups: 2 }],
  ['server_group_members', 'compute', { server_group_members: 3 }],
  ['volumes', 'volume', { volumes: 8 }],
  ['volumes_ssd', 'volume', { volumes_ssd: 8 }],
  ['network', 'network', { network: 1 }],
  ['subnet', 'network', { subnet: 1 }],
  ['router', 'network', { router: 1 }],
  ['ports', 'network', { port: 7 }],
  ['floating_ips', 'network', { floatingip: 1 }],
  ['security_group', 'network', { security_group: 3 }],
  ['security_group_rule', 'network', { security_group_rule: 40 }],
] as const)('a limit of %s that the plan would pass is raised to it', (resource, service, raised) => {
  const before = quotaLimits(LIMITS, COUNTS, {})[service];
  expect(quotaLimits(LIMITS, COUNTS, present({ [resource]: 0 }))[service]).toEqual({ ...before, ...raised });
});

test.each([
  ['just enough', 7],
  ['more', 500],
  ['no limit', -1],
])('%s is left as it is', (_what, limit) => {
  expect(quotaLimits(LIMITS, COUNTS, present({ ports: limit })).network).toEqual({});
});
