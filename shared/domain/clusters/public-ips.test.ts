import { expect, test } from 'vitest';
import { linkedPublicIps, type TenantLook } from './public-ips.ts';

const look = (tenantUuid: string, ...addresses: string[]): TenantLook => ({
  tenantUuid,
  loadBalancerIp: '10.64.0.10',
  floatingIps: addresses.map((address) => ({ address, fixedIp: '10.64.0.10' })),
});
const ip = (address: string, tenantUuid = 'a') => ({ address, tenantUuid });
const elsewhere = (address: string, fixedIp: string): TenantLook => ({
  ...look('a'),
  floatingIps: [{ address, fixedIp }],
});

test.each([
  ['one that is known', [ip('203.0.113.5')], [look('a', '203.0.113.5')], undefined],
  ['none', [], [look('a')], undefined],
  ['a first one', [], [look('a', '203.0.113.5')], [ip('203.0.113.5')]],
  [
    'a second one',
    [ip('203.0.113.5')],
    [look('a', '203.0.113.4', '203.0.113.5')],
    [ip('203.0.113.5'), ip('203.0.113.4')],
  ],
  ['one instead of another', [ip('203.0.113.5')], [look('a', '203.0.113.9')], [ip('203.0.113.9')]],
  ['one that is gone', [ip('203.0.113.5')], [look('a')], []],
  ['one of a node', [], [elsewhere('203.0.113.5', '10.64.0.11')], undefined],
  ['one that has no target any more', [ip('203.0.113.5')], [elsewhere('203.0.113.5', '')], []],
  [
    'one of another tenant, which is unknown now',
    [ip('203.0.113.5'), ip('198.51.100.7', 'b')],
    [look('a')],
    [ip('198.51.100.7', 'b')],
  ],
  [
    'one of each tenant',
    [],
    [look('a', '203.0.113.5'), look('b', '203.0.113.5')],
    [ip('203.0.113.5'), ip('203.0.113.5', 'b')],
  ],
  ['none of a tenant that could not be read', [ip('203.0.113.5')], [], undefined],
])('with %s the cluster has the floating IPs of its load balancers', (_what, known, looks, expected) => {
  expect(linkedPublicIps(known, looks)).toEqual(expected);
});

test('their order does not depend on the cloud’s', () => {
  const addresses = ['203.0.113.5', '203.0.113.4', '203.0.113.6'];
  const sorted = ['203.0.113.4', '203.0.113.5', '203.0.113.6'];
  expect(linkedPublicIps([], [look('a', ...addresses)])).toEqual(sorted.map((address) => ip(address)));
});
