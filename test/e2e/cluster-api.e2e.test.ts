import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { clusterApiOrder, offerClusterApi, simulatedManagement } from './_worlds/cluster-api-offer.ts';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');

let management: Simulator;
beforeAll(async () => {
  management = await startSimulator('cluster-api');
  await management.setDelays({ pace: 0.01 });
});
afterAll(() => management.stop());

test('a cluster of Cluster API is ordered by a template, pulled, used, and terminated without a trace (S3-001, S3-022, S3-024, S3-027, S3-029)', async () => {
  const offer = await offerClusterApi(endpoints, simulatedManagement(management));
  const placed = await owner.place(clusterApiOrder(offer, endpoints, 'by-template'));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const path = `rancher-clusters/${placed.resource_uuid}/`;
  expect((await owner.call('GET', path)).body).toMatchObject({
    ...{ state: 'OK', runtime_state: 'active', backend_id: expect.stringMatching(/^kube-[a-z0-9]{10}$/) },
  });
  expect(await owner.call('POST', `${path}pull/`)).toMatchObject({ status: 202 });

  const { body: kubeconfig } = await owner.call('POST', `${path}kubeconfig/`, {});
  expect(kubeconfig).toMatchObject({ config: expect.stringContaining('client-certificate-data') });

  const resource = `marketplace-resources/${placed.marketplace_resource_uuid}/`;
  const { body } = await owner.call('POST', `${resource}terminate/`, {});
  const { order_uuid } = z.object({ order_uuid: z.string() }).parse(body);
  expect(await owner.ended(order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  const wait = { tooLate: 'The cluster is still there.', timeoutMs: 20_000, intervalMs: 100 };
  await until(wait, async () => ((await owner.call('GET', path)).status === 404 ? true : undefined));
}, 240_000);
