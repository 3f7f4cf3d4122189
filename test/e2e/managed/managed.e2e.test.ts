import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import { managedOrder } from '#infra/local/managed-market';
import type { Simulator } from '#test/contracts/start-simulator';
import { LETS_GO } from '../_worlds/backends.ts';
import { personAt } from '../_worlds/customer.ts';
import { managedMarket, type SimulatedMarket } from '../_worlds/managed-market.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
let market: SimulatedMarket;
beforeAll(async () => {
  market = await managedMarket(endpoints, 'AZ 1', 'AZ 2', 'AZ 3');
}, 120_000);
afterAll(() => market.stop());

const simulatorState = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
async function stateOf({ url }: Simulator) {
  return simulatorState.parse(await (await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) })).json());
}
const everything = () => Promise.all([market.rancher, ...market.openstacks].map(stateOf));

const counts = z.record(z.string(), z.number());
async function sizeOf(simulator: Simulator, before: z.infer<typeof simulatorState>) {
  const now = await stateOf(simulator);
  return counts.parse(
    Object.fromEntries(Object.entries(now).map(([kind, rows]) => [kind, rows.length - (before[kind]?.length ?? 0)])),
  );
}

/** Each phase begins after all tenants have finished the previous phase. */
const PHASES = [
  ...['order', 'plan-tenants', 'tenant', 'network', 'security-groups', 'load-balancer', 'load-balancers'],
  ...['plan', 'rancher', 'server'],
];
/**
 * The steps of a creation up to the first servers, in order. Consecutive events of one step, for several tenants or
 * nodes, count once.
 */
function inTheirOrder(events: readonly { step: string }[]): string[] {
  const steps = events.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1]);
  return steps.slice(0, PHASES.length);
}
async function projectsSeenBy(person: 'staff' | 'owner'): Promise<string[]> {
  const path = 'projects/?page_size=100';
  const rows = z.array(z.object({ name: z.string() }));
  return (await apiClient(endpoints.api, endpoints.tokens[person]).get(path, rows)).map(({ name }) => name);
}

test('one order makes three tenants with networks, groups, load balancers and 18 nodes of one cluster, and its termination leaves the clouds as they were (S0-010, S0-011, S0-012, S0-013, S0-015, S0-016, S0-017, S0-018, S0-020, S0-025, S0-026, S0-027, S0-165, S0-317, S0-319, S0-330, S0-332, S0-342, S0-343, S0-344, S0-345, S0-346, S0-348, S0-349, S0-363, S0-364, S0-365)', async () => {
  const owner = personAt(endpoints, 'owner');
  const before = await everything();
  const placed = await owner.place(managedOrder(market, endpoints.sample.project, 'prod', 3));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });

  const cluster = await owner.cluster(placed.resource_uuid ?? '');
  expect(cluster).toMatchObject({ name: expect.stringMatching(/^k8s-prod-\d+$/), state: 'OK', last_error: null });
  expect(cluster.nodes).toHaveLength(18);
  expect(inTheirOrder(await owner.events(cluster.uuid))).toEqual(PHASES);
  expect(await projectsSeenBy('staff')).toContain('SR / Sample project / prod');
  expect(await projectsSeenBy('owner')).not.toContain('SR / Sample project / prod');
  const [, ...cloudsBefore] = before;
  const made = await Promise.all(
    market.openstacks.map((openstack, index) => sizeOf(openstack, cloudsBefore[index] ?? {})),
  );
  for (const one of made) {
    expect(one).toMatchObject({ projects: 1, networks: 1, subnets: 1, routers: 1, security_groups: 3, servers: 7 });
    expect(one).toMatchObject({ floating_ips: 1, volumes: 10, server_groups: 2 });
  }

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
  expect(await projectsSeenBy('staff')).not.toContain('SR / Sample project / prod');
}, 300_000);

test('an order that is cancelled while its tenants are furnished leaves nothing in any cloud', async () => {
  const owner = personAt(endpoints, 'owner');
  const before = await everything();
  const placed = await owner.place(managedOrder(market, endpoints.sample.project, 'dropped', 1));
  const cluster = placed.resource_uuid ?? '';
  const steps = async () => (await owner.events(cluster)).map(({ step }) => step);
  await expect.poll(steps, { timeout: 60_000, interval: 50 }).toContain('network');
  expect(await owner.call('POST', `marketplace-orders/${placed.uuid}/cancel/`)).toMatchObject({ status: 202 });
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'canceled' });
  const gone = async () => (await owner.call('GET', `rancher-clusters/${cluster}/`)).status;
  await expect.poll(gone, { timeout: 120_000, interval: 200 }).toBe(404);
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);
