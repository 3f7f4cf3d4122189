import { afterAll, beforeAll, expect, test } from 'vitest';
import { sellClusterApi, simulatedManagement } from '#infra/local/cluster-api-market';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { addAddOns } from '../_worlds/add-ons.ts';
import { managedMarket, type SimulatedMarket } from '../_worlds/managed-market.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { sellPools } from '../_worlds/pooled-orders.ts';
import { aPaddockHome, type PaddockHome, SCRIPT } from './run-paddock.ts';

const { endpoints } = ownCloud();
const { api, tokens, sample } = endpoints;
let at: PaddockHome;
let market: SimulatedMarket;
let management: Simulator;
/** Other files sell offerings with the same names in the same cloud, so these tests use uuids. */
let pools: { offering: string; tenant: string };
beforeAll(async () => {
  [at, market, management] = await Promise.all([
    aPaddockHome(),
    managedMarket(endpoints, 'AZ 1'),
    startSimulator('cluster-api'),
  ]);
  await management.setDelays({ pace: 0.01 });
  await addAddOns(management);
  pools = await sellPools(endpoints, {
    ...{ rancherSettings: sample.rancher_settings, cloudSettings: sample.openstack_settings },
    demoTenant: sample.tenants.demo ?? '',
  });
}, 120_000);
afterAll(() => Promise.all([at.close(), market.stop(), management.stop()]));

const as = (person: keyof typeof tokens, ...args: string[]) =>
  at.paddock(args, { env: { PADDOCK_URL: api, PADDOCK_TOKEN: tokens[person] } });
async function printed(...args: string[]): Promise<string> {
  const ended = await as('owner', ...args);
  expect(ended, `${args.join(' ')}: ${ended.stderr}`).toMatchObject({ code: 0 });
  return ended.stdout;
}

test('where several offerings or tenants fit, they are listed with the option that chooses', async () => {
  const { code, stderr } = await as('owner', 'create', 'demo');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^Several offerings fit: .*Choose one with --offering\.\n$/s),
  ]);
  const pooled = await as('owner', 'create', 'demo', '--offering', pools.offering);
  expect(pooled.stderr).toMatch(/^Several tenants fit: .*by-account.*--tenant\.\n$/s);
});

test.runIf(SCRIPT !== undefined)(
  'a person at a terminal is asked instead, and asked again after a wrong answer',
  async () => {
    await at.paddock(['login', api, '--token-stdin'], { input: tokens.owner });
    const shown = await at.onTerminal(
      ['create', 'demo', '--plan'],
      [
        [/Which offering\?.*Number or name/s, '77'],
        [/77.*Number or name/s, 'Kubernetes, self-managed'],
        [/Which tenant\?.*Number or name/s, 'demo'],
      ],
    );
    expect(shown).toMatch(/In demo:\n {2}3 × server, .*\n {2}3 × agent, /);
  },
);

test('a cluster whose machines Rancher makes is ordered, described, scaled and deleted', async () => {
  const place = ['--offering', pools.offering, '--tenant', pools.tenant];
  await printed('create', 'pooled', ...place, '--servers', '1', '--agents', '1', '--wait');
  expect(await printed('describe', 'pooled')).toMatch(/├─ pool servers {2}Running {2}1 of 1 ready.*pool agents/s);
  expect(await printed('scale', 'pooled', '--agents', '2', '--plan')).toMatch(/^agents: 1 to 2\n {2}create 1/);
  await printed('scale', 'pooled', '--pool', 'agents=2', '--wait');
  expect(await printed('describe', 'pooled')).toMatch(/pool agents {2}Running {2}2 of 2 ready/);
  await printed('delete', 'pooled', '--yes', '--wait');
});

test('a cluster of Cluster API is ordered by its template, scaled and deleted', async () => {
  const { tenant, offering: sold } = await sellClusterApi(endpoints, simulatedManagement(management.printed));
  const offering = ['--offering', sold];
  const named = await as('owner', 'create', 'by-capi', ...offering, '--tenant', 'by-account');
  expect(named.stderr).toMatch(new RegExp(`^Several tenants are called by-account: .*${tenant} .*Give the uuid`, 's'));
  const place = [...offering, '--tenant', tenant];
  await printed('create', 'by-capi', ...place, '--servers', '1', '--agents', '1', '--wait');
  await printed('scale', 'by-capi', '--agents', '2', '--wait');
  expect(await printed('describe', 'by-capi')).toMatch(/node group .* 2 of 2 ready/);
  await printed('rotate-certificates', 'by-capi', '--wait');
  await printed('delete', 'by-capi', '--yes', '--wait');
});

test('a managed cluster is made in all clouds of its offering, and found by the name of its order', async () => {
  const place = ['--offering', market.offering, '--agents', '1'];
  expect(await as('owner', 'create', 'prod', ...place, '--servers', '3')).toMatchObject({ code: 2 });
  expect(await printed('create', 'prod', ...place, '--plan')).toMatch(/3 × server/);
  await printed('create', 'prod', ...place, '--wait');
  expect(await printed('describe', 'prod')).toMatch(/^k8s-prod-\d+ {2}OK/);
  await printed('delete', 'prod', '--yes', '--wait');
});

test('an order of a member waits for an owner, who approves or rejects it by its name', async () => {
  const place = ['--offering', 'Kubernetes, self-managed', '--tenant', 'demo', '--servers', '1', '--agents', '1'];
  const placed = await as('member', 'create', 'asked-for', ...place);
  expect(placed.stderr).toMatch(/^asked-for is ordered, and waits for the approval of an owner/);
  expect(await printed('order', 'list', '--pending', '-o', 'name')).toMatch(/^asked-for$/m);
  expect(await as('member', 'order', 'approve', 'asked-for')).toMatchObject({ code: 4 });
  await printed('order', 'reject', 'asked-for', '--comment', 'Too large.');
  expect(await as('member', 'order', 'approve', 'asked-for')).toMatchObject({ code: 3 });
  expect(await printed('order', 'show', 'asked-for')).toMatch(/^Create asked-for: rejected\n/);
});
