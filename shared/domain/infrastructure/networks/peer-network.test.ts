import { expect, test } from 'vitest';
import { peerNetworkOf, peerRoutes } from './peer-network.ts';

const tenants = (clouds: string) => [...clouds].map((settingsUuid) => ({ settingsUuid }));

test.each([
  ['a', [undefined]],
  ['abc', [undefined, undefined, undefined]],
  ['aaa', ['own', 'shared', 'shared']],
  ['aba', ['own', undefined, 'shared']],
  ['babac', ['own', 'own', 'shared', 'shared', undefined]],
])('of tenants in clouds %s the first tenant of each cloud with several owns the network: %j', (clouds, expected) => {
  const all = tenants(clouds);
  expect(all.map((tenant) => peerNetworkOf(tenant, all))).toEqual(expected);
});

test('a router sends each neighbour the traffic for its nodes, and itself none', () => {
  const all = [1, 2, 3].map((n) => ({ network: { cidr: `10.64.${n}.0/24` }, address: `198.18.0.${n}` }));
  const [, second] = all;
  expect(second && peerRoutes(second, all)).toEqual([
    { destination: '10.64.1.0/24', nexthop: '198.18.0.1' },
    { destination: '10.64.3.0/24', nexthop: '198.18.0.3' },
  ]);
});
