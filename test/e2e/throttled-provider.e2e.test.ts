import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { requestRows } from '#test/contracts/start-simulator';
import { personAt } from './_worlds/customer.ts';
import { logLines } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type SecondCloud, secondCloud } from './_worlds/second-cloud.ts';
import { type WholeProvider, wholeProvider } from './_worlds/whole-provider.ts';

const { endpoints } = ownCloud();
const others = personAt(endpoints, 'owner');
let provider: WholeProvider;
let cloud: SecondCloud;

beforeAll(async () => {
  cloud = await secondCloud(endpoints);
  provider = await wholeProvider(endpoints);
}, 60_000);
afterAll(() => Promise.all([provider.retire(), cloud.stop()]));

const STEPS = ['records', 'openstack', 'rancher', 'vault', 'argocd', 'watch'].map((name) => `steps-${name}`);
const failure = z.object({ message: z.literal('step failed'), error: z.object({ name: z.string() }) });
/** The names of all errors that steps of a cluster have reported so far. */
async function failuresOf(clusterUuid: string | null): Promise<string[]> {
  const lines = (await logLines(endpoints, STEPS)).filter((line) => line.clusterUuid === clusterUuid);
  return lines.flatMap((line) => failure.safeParse(line).data?.error.name ?? []);
}

const ID = /\/(c-m-[^/]+|fleet-default\/.+|[0-9a-f-]{32,36})$/;
/**
 * The numbers of writing requests to the backends of all other providers. The number of reads varies, so reads are left
 * out.
 */
async function writesOfOthers(): Promise<Record<string, number>> {
  const urls = [endpoints.rancher, endpoints.openstack.demo ?? ''];
  const rows = await Promise.all(
    urls.map(async (url) => requestRows.parse(await (await fetch(`${url}/_sim/requests`)).json())),
  );
  const writes = rows.flat().filter(({ method, path }) => method !== 'GET' && !path.endsWith('/auth/tokens'));
  const counts = Map.groupBy(writes, ({ method, path }) => `${method} ${path.replace(ID, '')}`);
  return Object.fromEntries([...counts].map(([name, of]) => [name, of.reduce((sum, { count }) => sum + count, 0)]));
}

/**
 * Places an order with another provider and waits until it is done. Returns the writing requests of the order and the
 * failures of its steps.
 */
async function orderOfOthers(name: string) {
  const before = await writesOfOthers();
  const placed = await others.place(others.clusterOrder(name, 1, 1));
  expect(await others.ended(placed.uuid)).toMatchObject({ state: 'done' });
  const after = Object.entries(await writesOfOthers()).map(([what, count]) => [what, count - (before[what] ?? 0)]);
  const writes = Object.fromEntries(after.filter(([, count]) => count !== 0));
  const ended = { placed, writes, failures: await failuresOf(placed.resource_uuid) };
  expect(await others.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
  return ended;
}

test('a provider that answers 429 slows its own orders and no others, and they end well once it has enough', async () => {
  const undisturbed = await orderOfOthers('undisturbed');
  const owner = personAt(
    { ...endpoints, sample: { ...endpoints.sample, ...cloud.sample, offering: provider.offering } },
    'owner',
  );
  const placed = await owner.place(owner.clusterOrder('slowed', 1, 1));
  const throttled = { path: '.', kind: 'status', status: 429, retryAfter: 1 } as const;
  await Promise.all([provider.rancher.plan(throttled), cloud.openstack.plan(throttled)]);
  await expect.poll(() => failuresOf(placed.resource_uuid), { timeout: 60_000 }).toContain('BackendThrottled');

  const meanwhile = await orderOfOthers('meanwhile');
  expect(meanwhile.writes).toEqual(undisturbed.writes);
  expect([undisturbed.failures, meanwhile.failures]).toEqual([[], []]);
  const order = await owner.call('GET', `marketplace-orders/${placed.uuid}/`);
  expect(order.body).toMatchObject({ state: 'executing' });

  await Promise.all([provider.rancher.clearFaults(), cloud.openstack.clearFaults()]);
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done' });
  expect(new Set(await failuresOf(placed.resource_uuid))).toEqual(new Set(['BackendThrottled']));
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
}, 300_000);
