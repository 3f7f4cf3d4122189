import { createHmac } from 'node:crypto';
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { backendsAtRest, LETS_GO, stateOfBackends } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { clientOptions, logLines, STAGE } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type SecondCloud, secondCloud } from './_worlds/second-cloud.ts';
import { waitsForNodes } from './_worlds/wait-history.ts';

const { endpoints } = ownCloud();
const provider = endpoints.sample.rancher_settings;
const SECRET = 'the-secret-of-the-webhook-in-this-suite';
const staff = personAt(endpoints, 'staff');
const setSecret = (webhook_secret: string | null) =>
  staff.call('PATCH', `service-settings/${provider}/`, { options: { webhook_secret } });
let cloud: SecondCloud;

beforeAll(async () => {
  cloud = await secondCloud(endpoints);
  expect((await setSecret(SECRET)).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await setSecret(null);
  await cloud.stop();
});

async function post(headers: Record<string, string>, body: object): Promise<unknown> {
  const answer = await fetch(`${endpoints.api}/webhooks/rancher`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  return answer.status === 200 ? JSON.parse(text) : answer.status;
}
const alert = (cluster_id: string) =>
  post({ authorization: `Bearer ${provider}.${SECRET}` }, { version: '4', alerts: [{ labels: { cluster_id } }] });
let sent = 0;
function signed(cluster: string): Promise<unknown> {
  sent += 1;
  const body = { cluster, sent };
  const at = `${Math.floor(Date.now() / 1000)}`;
  const signature = createHmac('sha256', SECRET)
    .update(`${at}.${JSON.stringify(body)}`)
    .digest('hex');
  return post(
    { 'paddock-provider': provider, 'paddock-timestamp': at, 'paddock-signature': `sha256=${signature}` },
    body,
  );
}

const SOON = { interval: 50, timeout: 30_000 };

test('an alert, or a signed message, wakes the machine that waits for the cluster, before it would have looked by itself', async () => {
  const owner = personAt({ ...endpoints, sample: { ...endpoints.sample, ...cloud.sample } }, 'owner');
  const before = await backendsAtRest(endpoints);
  // Machines phone home only after they have booted. Until then, all wake-ups come from the test.
  await cloud.vmRunner.setDelays({ boot: 10_000 });
  const placed = await owner.place(owner.clusterOrder('woken', 1, 1));
  const uuid = placed.resource_uuid ?? '';
  await expect.poll(async () => (await owner.cluster(uuid)).current_step, SOON).toContain('Waiting for nodes');

  const { backend_id, name } = await owner.cluster(uuid);
  await expect.poll(() => alert(backend_id), SOON).toEqual({ woken: 1 });
  await expect.poll(() => signed(name), SOON).toEqual({ woken: 1 });
  expect(await alert('c-m-somebody')).toEqual({ woken: 0 });
  expect((await waitsForNodes(endpoints, uuid)).map(({ wokenTimes }) => wokenTimes)).toEqual([2]);

  await cloud.vmRunner.setDelays({ boot: 300 });
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done' });
  // Each wake-up has started one more check of the nodes, in addition to the checks after timeouts.
  for (const { observations, wokenTimes, timedOutTimes } of await waitsForNodes(endpoints, uuid)) {
    expect(observations).toBe(1 + wokenTimes + timedOutTimes);
  }
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
}, 300_000);

/** Makes every invocation of this function fail with throttling until the end of the test. */
async function silence(name: string): Promise<void> {
  const lambda = new LambdaClient(clientOptions(endpoints));
  const FunctionName = `${STAGE}-${name}`;
  const reserve = (ReservedConcurrentExecutions: number) =>
    lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));
  const before = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
  onTestFinished(async () => {
    if (before.ReservedConcurrentExecutions !== undefined) await reserve(before.ReservedConcurrentExecutions);
    else await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
  });
  await reserve(0);
}

test('with every webhook and every phone-home lost the order ends OK all the same, by looks of its own', async () => {
  const owner = personAt(endpoints, 'owner');
  await Promise.all(['webhooks-nodes', 'webhooks-rancher'].map(silence));
  const placed = await owner.place(owner.clusterOrder('unheard', 1, 2));
  const uuid = placed.resource_uuid ?? '';
  expect(await alert('c-m-anybody')).toBeGreaterThanOrEqual(429);
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await owner.cluster(uuid)).toMatchObject({ state: 'OK', runtime_state: 'active' });

  const heard = (await logLines(endpoints, ['webhooks-nodes'])).filter(({ clusterUuid }) => clusterUuid === uuid);
  expect(heard).toEqual([]);
  const waits = await waitsForNodes(endpoints, uuid);
  expect(waits.length).toBeGreaterThan(0);
  for (const { observations, wokenTimes, timedOutTimes } of waits) {
    expect({ observations, wokenTimes }).toEqual({ observations: 1 + timedOutTimes, wokenTimes: 0 });
  }
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
}, 300_000);
