import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type Cloud, cloudOptions, type Market, openMarket, startCloud } from '../_worlds/market.ts';
import { checkProvider, nobodysPort } from './checked-provider.ts';

let cloud: Cloud;
let market: Market;
beforeAll(async () => {
  cloud = await startCloud();
}, 60_000);
afterAll(() => cloud.simulator.stop());
beforeEach(async () => {
  market = await openMarket();
});
const check = (type: 'OpenStack', given: object) => checkProvider(market, type, given);

describe('trying a cloud', () => {
  test('logs in and lists what orders need', async () => {
    const { state, checks } = await check('OpenStack', cloudOptions(cloud));
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(state).toBe('OK');
    expect(checks.map(({ message }) => message).join()).toMatch(/Nova.*Neutron.*Cinder.*Glance.*Octavia/);
  });

  test('names Octavia if the cloud has none, which is no failure (S3-011)', async () => {
    const simulator = await borrowSimulator('openstack', '--without-octavia');
    const printed = z.looseObject({ auth_url: z.string() }).parse(simulator.printed);
    const { state, checks } = await check('OpenStack', { ...cloudOptions(cloud), backend_url: printed.auth_url });
    await simulator.stop();
    expect(state).toBe('OK');
    expect(checks.map(({ message }) => message).join()).toContain('has no Octavia');
  });

  test('says that the account may not use Octavia, which is no failure (S3-011)', async () => {
    await cloud.simulator.plan({ path: '/loadbalancers', kind: 'status', status: 403 });
    const { state, checks } = await check('OpenStack', cloudOptions(cloud));
    await cloud.simulator.clearFaults();
    expect(state).toBe('OK');
    expect(checks.map(({ message }) => message).join()).toMatch(
      /lacks the right to list load balancers.*Only clusters of Cluster API need Octavia/,
    );
  });

  test.each([
    ['password', { password: 'wrong-secret' }, 'check username, password and user_domain_name'],
    ['password', { user_domain_name: 'nowhere' }, 'check username, password and user_domain_name'],
    ['region', { region: 'nowhere' }, 'in region nowhere'],
  ])('says that %s is wrong: %j', async (option, change, message) => {
    const { state, wrong, text } = await check('OpenStack', { ...cloudOptions(cloud), ...change });
    expect(state).toBe('ERRED');
    expect(wrong[0]).toMatchObject({ backend: 'openstack', option, message: expect.stringContaining(message) });
    expect(text).not.toContain('wrong-secret');
  });

  test('names the service that does not let the account look, and the one that is down', async () => {
    await cloud.simulator.plan({ path: '/types', kind: 'status', status: 403 });
    await cloud.simulator.plan({ path: '/subnets', kind: 'status', status: 503 });
    const { wrong } = await check('OpenStack', cloudOptions(cloud));
    await cloud.simulator.clearFaults();
    expect(wrong).toMatchObject([
      { option: 'backend_url', message: 'Neutron answers with status 503: check that it works.' },
      { option: 'username', message: expect.stringContaining('lacks the right to list volume types') },
    ]);
  });

  test('without Keystone is a finding', async () => {
    const { wrong } = await check('OpenStack', { ...cloudOptions(cloud), backend_url: await nobodysPort() });
    expect(wrong).toMatchObject([{ option: 'backend_url', message: expect.stringContaining('ECONNREFUSED') }]);
  });
});
