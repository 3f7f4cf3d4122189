import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import type { Simulator } from '#test/contracts/start-simulator';
import { LETS_GO } from '../_worlds/backends.ts';
import { personAt } from '../_worlds/customer.ts';
import { managedMarket, type SimulatedMarket } from '../_worlds/managed-market.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { THREE_POOLS } from '../_worlds/pooled-orders.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
let market: SimulatedMarket;
beforeAll(async () => {
  market = await managedMarket(endpoints, 'AZ 1', 'AZ 2');
  const path = `marketplace-provider-offerings/${market.offering}/`;
  const plugin_options = { driver: 'rancher-pools', managed_rancher_server_flavor_name: null };
  expect(await personAt(endpoints, 'staff').call('PATCH', path, { plugin_options })).toMatchObject({ status: 200 });
}, 120_000);
afterAll(() => market.stop());

const simulatorState = z.record(z.string(), z.array(z.looseObject({ name: z.string().optional() })));
async function stateOf({ url }: Simulator) {
  return simulatorState.parse(await (await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) })).json());
}
const everything = () => Promise.all([market.rancher, ...market.openstacks].map(stateOf));
/** The numbers of servers in the clouds, including load balancers. */
const servers = async () =>
  (await Promise.all(market.openstacks.map(stateOf))).map(({ servers: rows = [] }) => rows.length);

const orderOf = (name: string) => ({
  ...{ offering: market.offering, project: endpoints.sample.project },
  attributes: {
    ...{ name, openstack_offering_uuid_list: market.clouds },
    pools: THREE_POOLS.map((pool) => ({
      ...{ ...pool, flavor_name: 'm1.medium', root_volume: { size: 65_536 } },
      openstack_offering: market.clouds[pool.name === 'servers' ? 0 : 1],
    })),
  },
});
const planned = z.object({
  objects: z.object({
    tenants: z.array(z.object({ pools: z.array(z.object({ name: z.string(), quantity: z.number() })) })),
    rancher: z.object({ pools: z.object({ cloud_credentials: z.array(z.string()) }) }),
  }),
});
const shownPools = z.array(
  z.object({ name: z.string(), uuid: z.string(), ready: z.number(), tenant_uuid: z.string() }),
);

async function scales(cluster: string): Promise<void> {
  const path = `rancher-clusters/${cluster}/pools/`;
  const pools = shownPools.parse((await owner.call('GET', path)).body);
  expect(pools.map(({ name, ready }) => [name, ready])).toEqual([
    ['servers', 3],
    ['workers', 2],
    ['spare', 0],
  ]);
  expect(new Set(pools.map(({ tenant_uuid }) => tenant_uuid)).size).toBe(2);
  const spare = pools.find(({ name }) => name === 'spare')?.uuid;
  expect(await owner.call('POST', `${path}${spare}/scale/`, { quantity: 1 })).toMatchObject({ status: 202 });
  const wait = { tooLate: 'The pool was not scaled.', timeoutMs: 120_000, intervalMs: 100 };
  const rested = await until(wait, async () => {
    const { state, last_error } = await owner.cluster(cluster);
    return ['OK', 'ERRED'].includes(state) ? { state, last_error } : undefined;
  });
  expect(rested).toEqual({ state: 'OK', last_error: null });
}

test('one order makes three pools in two clouds, which are scaled and deleted without a trace (S0-010, S2-001, S2-014)', async () => {
  const before = await everything();
  const tried = await owner.call('POST', 'marketplace-orders/plan/', orderOf('pooled'));
  expect(tried).toMatchObject({ status: 200, body: { errors: [] } });
  const { tenants, rancher } = planned.parse(tried.body).objects;
  expect(tenants.map(({ pools }) => pools.map(({ name, quantity }) => [name, quantity]))).toEqual([
    [['servers', 3]],
    [
      ['workers', 2],
      ['spare', 0],
    ],
  ]);
  expect(rancher.pools.cloud_credentials).toHaveLength(2);

  const placed = await owner.place(orderOf('pooled'));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const cluster = await owner.cluster(placed.resource_uuid ?? '');
  expect(cluster).toMatchObject({ name: expect.stringMatching(/^k8s-pooled-\d+$/), state: 'OK', last_error: null });
  expect(await servers()).toEqual([4, 3]);
  await scales(cluster.uuid);
  expect(await servers()).toEqual([4, 4]);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 600_000);
