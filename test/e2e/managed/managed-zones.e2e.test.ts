import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { managedOrder } from '#infra/local/managed-market';
import { personAt } from '../_worlds/customer.ts';
import { type SimulatedMarket, zonedMarket } from '../_worlds/managed-market.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
let market: SimulatedMarket;
beforeAll(async () => {
  market = await zonedMarket(endpoints, 'Zoned', ['a', 'b', 'c']);
}, 120_000);
afterAll(() => market.stop());

const cloudState = z.looseObject({
  networks: z.array(z.looseObject({ name: z.string() })),
  routers: z.array(z.looseObject({ name: z.string(), routes: z.array(z.object({ destination: z.string() })) })),
  servers: z.array(z.unknown()),
});
async function stateOfCloud() {
  const [cloud] = market.openstacks;
  const reply = await fetch(`${cloud?.url}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  return cloudState.parse(await reply.json());
}

test('an order in three zones of one cloud has a way between its tenants, and its termination takes that way too', async () => {
  const owner = personAt(endpoints, 'owner');
  const before = await stateOfCloud();
  const placed = await owner.place(managedOrder(market, endpoints.sample.project, 'zones', 0));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const { name, nodes } = await owner.cluster(placed.resource_uuid ?? '');
  expect(nodes).toHaveLength(9);

  const { networks, routers, servers } = await stateOfCloud();
  expect(servers).toHaveLength(before.servers.length + 12);
  expect(networks.filter((network) => network.name === `${name}-peers`)).toHaveLength(1);
  const made = routers.filter((router) => router.name.startsWith('os-tenant-'));
  expect(made.map(({ routes }) => routes.length)).toEqual([2, 2, 2]);
  expect(new Set(made.flatMap(({ routes }) => routes.map(({ destination }) => destination))).size).toBe(3);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await stateOfCloud()).toEqual(before);
}, 300_000);
