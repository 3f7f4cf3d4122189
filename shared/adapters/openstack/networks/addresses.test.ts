import { expect, test } from 'vitest';
import { routerReply, routerWaysOf } from './addresses.ts';

const router = (fields: object) =>
  routerReply.parse({ id: 'r1', name: '', project_id: 'p1', external_gateway_info: null, routes: [], ...fields });
const to = (fields: object) => ({ external_gateway_info: { network_id: 'public', ...fields } });

test.each([
  ['without a gateway ends there', router({}), 'none'],
  ['to an external network hides addresses where it says so', router(to({ enable_snat: true })), 'hidden'],
  ['that shows addresses leads on', router(to({ enable_snat: false })), 'open'],
  ['that says nothing may lead on', router(to({})), 'open'],
  [
    'with static routes may lead anywhere',
    router({ routes: [{ destination: '10.9.0.0/16', nexthop: '10.1.0.5' }] }),
    'open',
  ],
] as const)('a router %s', (_, given, exit) => {
  expect(routerWaysOf(given, new Set(['r2']))).toEqual({ id: 'r1', exit });
});

test('a router with a VPN leads on, whatever else it does', () => {
  for (const given of [router({}), router(to({ enable_snat: true }))]) {
    expect(routerWaysOf(given, new Set(['r1']))).toEqual({ id: 'r1', exit: 'open' });
  }
});
