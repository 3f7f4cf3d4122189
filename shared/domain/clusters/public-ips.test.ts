import { expect, test } from 'vitest';
import { linkedPublicIps, type TenantObservation } from './public-ips.ts';

const observation = (tenantUuid: string, ...addresses: string[]): TenantObservation => ({
  tenantUuid,
  loadBalancerIp: '10.64.0.10',
  floatingIps: addresses.map((address) => ({ address, fixedIp: '10.64.0.10' })),
});
const ip = (address: string, tenantUuid = 'a') => ({ address, tenantUuid });
const elsewhere = (address: string, fixedIp: string): TenantObservation => ({
  ...observation('a'),
  floatingIps: [{ address, fixedIp }],
});

test.each([
  ['one that is known', [ip('203.0.113.5')], [observation('a', '203.0.113.5')], undefined],
  ['none', [], [observation('a')], undefined],
  ['a first one', [], [observation('a', '203.0.113.5')], [ip('203.0.113.5')]],
  [
    'a second one',
    [ip('203.0.113.5')],
    [observation('a', '203.0.113.4', '203.0.113.5')],
    [ip('203.0.113.5'), ip('203.0.113.4')],
  ],
  ['one instead of another', [ip('203.0.113.5')], [observation('a', '203.0.113.9')], [ip('203.0.113.9')]],
  ['one that is gone', [ip('203.0.113.5')], [observation('a')], []],
  ['one of a node', [], [elsewhere('203.0.113.5', '10.64.0.11')], undefined],
  ['one that has no target any more', [ip('203.0.113.5')], [elsewhere('203.0.113.5', '')], []],
  [
    'one of another tenant, which is unknown now',
    [ip('203.0.113.5'), ip('198.51.100.7', 'b')],
    [observation('a')],
    [ip('198.51.100.7', 'b')],
  ],
  [
    'one of each tenant',
    [],
    [observation('a', '203.0.113.5'), observation('b', '203.0.113.5')],
    [ip('203.0.113.5'), ip('203.0.113.5', 'b')],
  ],
  ['none of a tenant that could not be read', [ip('203.0.113.5')], [], undefined],
])('with %s the cluster has the floating IPs of its load balancers', (_what, known, observations, expected) => {
  expect(linkedPublicIps(known, observations)).toEqual(expected);
});

test('their order does not depend on the cloud’s', () => {
  const addresses = ['203.0.113.5', '203.0.113.4', '203.0.113.6'];
  const sorted = ['203.0.113.4', '203.0.113.5', '203.0.113.6'];
  expect(linkedPublicIps([], [observation('a', ...addresses)])).toEqual(sorted.map((address) => ip(address)));
});
