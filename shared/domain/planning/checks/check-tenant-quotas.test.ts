import { describe, expect, test } from 'vitest';
import { aNodeRequest, someTenantFacts } from '#test/builders/order-inputs';
import { facts, idOf, orderOf, plan } from '#test/planning';
import type { Quotas } from '../quota-text.ts';
import { planQuotaProblems, quotaProblems, requestedQuotas } from './check-tenant-quotas.ts';

/**
 * The plan of a server (2 cores, 4096 MB, a disk of 64 GB) and an agent (4 cores, 8192 MB, a disk of 64 GB). The agent
 * also has a data volume of 10.5 GB on ssd.
 */
const nodes = plan(
  orderOf(
    aNodeRequest(facts),
    aNodeRequest(facts, {
      role: 'agent',
      flavorUuid: idOf('flavor', '3'),
      dataVolumes: [
        { sizeMb: 10_752, mountPoint: '/data', filesystem: 'ext4', volumeTypeUuid: idOf('volume-type', 'type-1') },
      ],
    }),
  ),
);
const problems = (quotas: Quotas, defaultVolumeType?: string) =>
  quotaProblems(nodes, { ...facts, quotas, defaultVolumeType });

describe('the use of quotas', () => {
  test('counts as the cloud does, volumes in whole GB and by type', () => {
    expect(Object.fromEntries(requestedQuotas(nodes, '__DEFAULT__'))).toEqual({
      instances: 2,
      cores: 6,
      ram: 12_288,
      ports: 2,
      volumes: 3,
      gigabytes: 139,
      volumes___DEFAULT__: 2,
      gigabytes___DEFAULT__: 128,
      volumes_ssd: 1,
      gigabytes_ssd: 11,
    });
  });
  test('includes a floating IP for each machine that gets one', () => {
    const [first] = plan(orderOf(aNodeRequest(facts)), { allocateFloatingIps: true });
    expect(requestedQuotas(first ? [first] : [], undefined).get('floating_ips')).toBe(1);
  });
});

describe('an order', () => {
  test('may reach a quota', () => {
    expect(problems({ cores: { limit: 20, used: 14 }, ram: { limit: 12_288, used: 0 } })).toEqual([]);
  });
  test.each([
    ['cores', { limit: 20, used: 15 }, '"cores" quota is over limit. Used: 15, limit: 20, asked: 6.'],
    ['ram', { limit: 12_287, used: 0 }, '"ram" quota is over limit. Used: 0 MB, limit: 12287 MB, asked: 12288 MB.'],
    ['instances', { limit: 10, used: 9 }, '"instances" quota is over limit. Used: 9, limit: 10, asked: 2.'],
    ['ports', { limit: 1, used: 0 }, '"ports" quota is over limit. Used: 0, limit: 1, asked: 2.'],
    ['volumes', { limit: 10, used: 8 }, '"volumes" quota is over limit. Used: 8, limit: 10, asked: 3.'],
    [
      'gigabytes',
      { limit: 138, used: 0 },
      '"gigabytes" quota is over limit. Used: 0 GB, limit: 138 GB, asked: 139 GB.',
    ],
    ['volumes_ssd', { limit: 0, used: 0 }, '"volumes_ssd" quota is over limit. Used: 0, limit: 0, asked: 1.'],
    [
      'gigabytes_ssd',
      { limit: 10, used: 0 },
      '"gigabytes_ssd" quota is over limit. Used: 0 GB, limit: 10 GB, asked: 11 GB.',
    ],
  ])(
    'that passes the quota of %s is refused with resource, used, limit and asked (S0-006)',
    (resource, figure, text) => {
      expect(problems({ [resource]: figure })).toEqual([`Tenant tenant-1: ${text}`]);
    },
  );
  test('is held against the quota of the cloud’s default type when its volumes name no type', () => {
    const quotas = { volumes_basic: { limit: 1, used: 0 } };
    expect(problems(quotas)).toEqual([]);
    expect(problems(quotas, 'basic')).toHaveLength(1);
  });
  test('is unlimited if the cloud’s limit is -1, or is not shown', () => {
    expect(problems({ cores: { limit: -1, used: 1000 } })).toEqual([]);
  });
  test('of machines in several tenants is compared with each tenant’s quotas', () => {
    const full = { cores: { limit: 0, used: 0 } };
    const other = someTenantFacts({ quotas: full });
    const tenants = new Map([
      [facts.tenant.uuid, facts],
      [other.tenant.uuid, other],
    ]);
    expect(planQuotaProblems(nodes, tenants)).toEqual([]);
    expect(planQuotaProblems(nodes, new Map([[facts.tenant.uuid, { ...facts, quotas: full }]]))).toHaveLength(1);
  });
});
