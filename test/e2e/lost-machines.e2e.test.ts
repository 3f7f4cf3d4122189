import { afterAll, beforeAll, expect, test } from 'vitest';
import { backendsAtRest, LETS_GO, stateOfBackends } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type SecondCloud, secondCloud } from './_worlds/second-cloud.ts';

let cloud: SecondCloud | undefined;

beforeAll(async () => {
  cloud = await secondCloud(ownCloud().endpoints);
}, 60_000);
afterAll(() => cloud?.stop());

test('machines that never come up end the order with a reason and its owner, and what was made can be deleted (S0-033)', async () => {
  if (!cloud) throw new Error('the second cloud is missing');
  const endpoints = { ...ownCloud().endpoints, openstack: { second: cloud.openstack.url } };
  const owner = personAt({ ...endpoints, sample: { ...endpoints.sample, ...cloud.sample } }, 'owner');
  const before = await backendsAtRest(endpoints);
  await cloud.vmRunner.stop('SIGKILL');

  const placed = await owner.place(owner.clusterOrder('lost', 1, 1));
  const ended = await owner.ended(placed.uuid);
  expect(ended.state).toBe('erred');
  const cluster = await owner.cluster(ended.resource_uuid ?? '');
  expect(cluster.state).toBe('ERRED');
  const failure = { code: 'BOOTSTRAP_TIMEOUT', owner: 'provider', step: 'watch.watchNodes', retryable: true };
  expect(cluster.last_error).toMatchObject(failure);
  expect(cluster.error_message).toContain(
    'lost-rancher-node-server-1 has a server (ACTIVE, Running), has not phoned home, has not registered',
  );
  expect(cluster.error_message).toBe(ended.error_message);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
}, 300_000);
