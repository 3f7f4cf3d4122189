import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { planBuildFault } from '#test/integration/_steps/build-fault';
import { backendsAtRest, LETS_GO, stateOfBackends } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type SecondCloud, secondCloud } from './_worlds/second-cloud.ts';

const NO_HOST = 'No valid host was found. There are not enough hosts available.';

let second: SecondCloud | undefined;
let endpoints: Endpoints;
let owner: ReturnType<typeof personAt>;
beforeAll(async () => {
  second = await secondCloud(ownCloud().endpoints);
  endpoints = { ...ownCloud().endpoints, openstack: { second: second.openstack.url } };
  owner = personAt({ ...endpoints, sample: { ...endpoints.sample, ...second.sample } }, 'owner');
}, 60_000);
afterAll(() => second?.stop());
const cloud = () => second?.openstack ?? expect.fail('the second cloud is missing');

const named = z.array(z.object({ id: z.string(), name: z.string(), status: z.string().optional() }));
async function inCloud() {
  const state = z.record(z.string(), z.unknown()).parse(await (await fetch(`${cloud().url}/_sim/state`)).json());
  return { servers: named.parse(state.servers), ports: named.parse(state.ports), volumes: named.parse(state.volumes) };
}
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

test('a machine that the cloud gives up on once is made again, and the order ends with what was planned and nothing else', async () => {
  const [untouched, before] = [await inCloud(), await backendsAtRest(endpoints)];
  await planBuildFault(cloud(), { name: 'again-rancher-node-agent-1', message: NO_HOST, during: 'spawning' });
  const placed = await owner.place(owner.clusterOrder('again', 1, 2));
  const ended = await owner.ended(placed.uuid);
  expect(ended.state).toBe('done');
  const cluster = await owner.cluster(ended.resource_uuid ?? '');
  expect(cluster).toMatchObject({ state: 'OK', last_error: null, current_step: '' });

  const { servers, ports, volumes } = await inCloud();
  expect(servers.map(({ name, status }) => [name, status]).sort()).toEqual(
    cluster.nodes.map(({ name }) => [name, 'ACTIVE']).sort(),
  );
  expect(ports).toHaveLength(untouched.ports.length + 3);
  expect(volumes).toHaveLength(untouched.volumes.length + 3);
  const agent = cluster.nodes.find(({ name }) => name === 'again-rancher-node-agent-1');
  const [lost, ...more] = await owner.failedServers(agent?.uuid ?? '');
  expect([lost, more]).toMatchObject([{ message: NO_HOST, request_id: expect.stringMatching(/^req-/) }, []]);
  expect(idsOf(servers)).not.toContain(lost?.instance_backend_id);
  const lines = (await owner.events(cluster.uuid)).map(({ message }) => message);
  const expected = `Server ${agent?.name} failed: ${NO_HOST} (request ${lost?.request_id}); a new server is created (attempt 2 of 2)`;
  expect(lines.filter((line) => line === expected)).toHaveLength(1);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
}, 300_000);

test('one that the cloud gives up on twice ends the order with the cloud’s words and request, and a termination leaves nothing', async () => {
  const before = await backendsAtRest(endpoints);
  await planBuildFault(cloud(), {
    name: 'never-rancher-node-server-1',
    message: NO_HOST,
    during: 'spawning',
    times: 2,
  });
  const placed = await owner.place(owner.clusterOrder('never', 1, 1));
  const ended = await owner.ended(placed.uuid);
  expect(ended.state).toBe('erred');
  const { last_error, nodes } = await owner.cluster(ended.resource_uuid ?? '');
  expect(last_error).toMatchObject({ code: 'RESOURCES_DEPLETED', owner: 'provider', retryable: true });
  const server = nodes.find(({ role }) => role === 'server');
  const failed = await owner.failedServers(server?.uuid ?? '');
  expect(failed).toHaveLength(2);
  expect(last_error?.message).toBe(
    `Server ${server?.name} is in ERROR: ${NO_HOST} (request ${failed[1]?.request_id}, attempt 2 of 2)`,
  );
  expect(ended.error_message).toBe(last_error?.message);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
}, 300_000);
