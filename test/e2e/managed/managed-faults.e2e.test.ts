import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { managedOrder } from '#infra/local/managed-market';
import type { Fault, Simulator } from '#test/contracts/start-simulator';
import { LETS_GO } from '../_worlds/backends.ts';
import { personAt } from '../_worlds/customer.ts';
import { managedMarket, type SimulatedMarket } from '../_worlds/managed-market.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';

const CLOUDS = ['East', 'Middle', 'West'];
const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
let market: SimulatedMarket;
beforeAll(async () => {
  market = await managedMarket(endpoints, ...CLOUDS);
}, 120_000);
afterAll(() => market.stop());

const middle = () => market.openstacks[CLOUDS.indexOf('Middle')] ?? expect.fail('the cloud is missing');
/** A fault for all requests from Paddock. The program that boots the cloud's machines can still reach the cloud. */
const unreachable: Fault = { path: '.', client: '', kind: 'refuse' };

const simulatorState = z.record(z.string(), z.array(z.unknown()));
async function stateOf({ url }: Simulator) {
  return simulatorState.parse(await (await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) })).json());
}
const everything = () => Promise.all([market.rancher, ...market.openstacks].map(stateOf));
const numberOf = async (kind: string, cloud: Simulator) => (await stateOf(cloud))[kind]?.length ?? 0;
const numbersOf = (kind: string) => Promise.all(market.openstacks.map((cloud) => numberOf(kind, cloud)));
async function ordersWritten(): Promise<string | null> {
  const { headers } = await owner.call('GET', `marketplace-orders/?offering_uuid=${market.offering}&page_size=1`);
  return headers.get('x-result-count');
}

test('an order in a cloud that is down is refused at once with which cloud and why, and nothing of it is kept', async () => {
  const before = await everything();
  await middle().plan(unreachable);
  const order = managedOrder(market, endpoints.sample.project, 'down', 1);
  const answer = await owner.call('POST', 'marketplace-orders/', order);
  await middle().clearFaults();
  const why = /^OpenStack offering Middle \([0-9a-f-]+\) cannot be checked: its cloud does not answer\.$/;
  expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringMatching(why) } });
  expect([await ordersWritten(), await everything()]).toEqual(['0', before]);
});

test('a cloud that goes down half-way leaves an erred order that says where; a retry finishes it without a second tenant', async () => {
  const before = await everything();
  const projectsBefore = await numbersOf('projects');
  const oneMore = projectsBefore.map((count) => count + 1);
  const [east = expect.fail('the cloud is missing')] = market.openstacks;
  const networksBefore = await numberOf('networks', east);
  // First, the cloud Middle refuses only new networks. Networks follow after all tenants, so a new network in another
  // cloud shows that all tenants exist. From then on, Middle answers no request.
  await middle().plan({ ...unreachable, method: 'POST', path: '/networks$' });
  const placed = await owner.place(managedOrder(market, endpoints.sample.project, 'half', 1));
  await expect.poll(() => numberOf('networks', east), { timeout: 60_000, interval: 100 }).toBe(networksBefore + 1);
  expect(await numbersOf('projects')).toEqual(oneMore);
  await middle().plan(unreachable);
  const ended = await owner.ended(placed.uuid);
  const { last_error: said, ...cluster } = await owner.cluster(placed.resource_uuid ?? '');
  expect([ended.state, cluster.state]).toEqual(['erred', 'ERRED']);
  expect(said).toMatchObject({
    ...{ code: 'BACKEND_UNAVAILABLE', owner: 'provider', retryable: true },
    ...{ step: 'infrastructure.ensureNetwork', message: expect.stringContaining('of Middle') },
  });
  expect(ended.error_message).toBe(said?.message);
  expect(await numbersOf('projects')).toEqual(oneMore);

  await middle().clearFaults();
  expect((await owner.call('POST', `marketplace-orders/${placed.uuid}/retry/`)).status).toBe(200);
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await owner.cluster(cluster.uuid)).toMatchObject({ state: 'OK', last_error: null });
  expect(await numbersOf('projects')).toEqual(oneMore);
  const [, ...cloudsBefore] = before;
  const serversBefore = cloudsBefore.map((cloud) => cloud.servers?.length ?? 0);
  expect(await numbersOf('servers')).toEqual(serversBefore.map((count) => count + 5)); // a load balancer, three servers, a worker

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);
