import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { managedOrder } from '#infra/local/managed-market';
import type { Simulator } from '#test/contracts/start-simulator';
import { planBuildFault } from '#test/integration/_steps/build-fault';
import { addNode, deleteNode, nodeEnded } from './_worlds/added-node.ts';
import { LETS_GO } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { managedMarket, type SimulatedMarket } from './_worlds/managed-market.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const NO_HOST = 'No valid host was found. There are not enough hosts available.';
const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
let market: SimulatedMarket;
beforeAll(async () => {
  market = await managedMarket(endpoints, 'Grow');
}, 120_000);
afterAll(() => market.stop());

const simulatorState = z.record(z.string(), z.array(z.unknown()));
async function stateOf({ url }: Simulator) {
  return simulatorState.parse(await (await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) })).json());
}
const everything = () => Promise.all([market.rancher, ...market.openstacks].map(stateOf));
const cloud = () => market.openstacks[0] ?? expect.fail('the cloud is missing');
const servers = async () => (await stateOf(cloud())).servers?.length ?? 0;

const usages = z.array(z.looseObject({ type: z.string() }));

async function made(name: string) {
  const placed = await owner.place(managedOrder(market, endpoints.sample.project, name, 1));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const resource = placed.marketplace_resource_uuid;
  const clusterUuid = placed.resource_uuid ?? '';
  return {
    ...{ clusterUuid, resource },
    add: (role: string) => addNode(owner, resource, role),
    ended: (uuid: string) => nodeEnded(owner, clusterUuid, uuid),
    events: () => owner.events(clusterUuid),
  };
}

test('a worker and a server that are added at the same time join a cluster that stays OK, in a tenant with room for them, and are charged for; a worker and a server that are deleted leave nothing (S0-027, S0-084, S0-201, S0-202, S0-203, S0-213, S0-378, S0-380, R-9b-W3)', async () => {
  const before = await everything();
  const { clusterUuid, resource, add, ended, events } = await made('grow');
  const had = await servers();
  const [worker, server] = await Promise.all([add('agent'), add('server')]);
  expect([worker.name, server.name].map((name) => name.replace(/^.*-rancher-node-/, ''))).toEqual([
    'agent-2',
    'server-4',
  ]);
  expect((await owner.cluster(clusterUuid)).state).toBe('OK');
  for (const { uuid } of [worker, server]) {
    expect(await ended(uuid)).toMatchObject({ state: 'OK', runtime_state: 'active', last_error: null });
  }
  expect(await servers()).toBe(had + 2);
  const cluster = await owner.cluster(clusterUuid);
  expect(cluster).toMatchObject({ state: 'OK', current_step: '', last_error: null });
  expect(cluster.nodes.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'OK'));
  const lines = await events();
  for (const step of ['add-node', 'quotas', 'registration', 'server', 'node-active', 'node-ready']) {
    expect(lines).toContainEqual(expect.objectContaining({ step, node_name: worker.name }));
  }
  const listed = await owner.call('GET', `marketplace-component-usages/?resource_uuid=${resource}`);
  expect(
    usages
      .parse(listed.body)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['cpu_hours', 'ram_hours', 'storage_hours']);

  const at = `rancher-nodes/${worker.uuid}`;
  expect(await owner.call('GET', `${at}/console/`)).toMatchObject({ body: { url: expect.stringMatching(/^https?:/) } });
  expect((await owner.call('GET', `${at}/console_log/?length=5`)).status).toBe(200);
  expect((await owner.call('POST', `${at}/pull/`)).status).toBe(202);
  expect((await owner.call('GET', `${at}/`)).body).toMatchObject({ cpu_total: 4, pods_total: 110 });

  const first = cluster.nodes.find(({ role }) => role === 'agent') ?? expect.fail('there is no worker');
  expect(await Promise.all([deleteNode(owner, first.uuid), deleteNode(owner, server.uuid)])).toEqual(['gone', 'gone']);
  expect(await servers()).toBe(had);
  const refused = { status: 400, body: ['Cannot delete the last agent node in the cluster.'] };
  expect(await owner.call('DELETE', `rancher-nodes/${worker.uuid}/`)).toMatchObject(refused);
  const smaller = await owner.cluster(clusterUuid);
  expect(smaller).toMatchObject({ state: 'OK', last_error: null });
  expect(smaller.nodes.map(({ name }) => name.replace(/^.*-rancher-node-/, '')).sort()).toEqual([
    'agent-2',
    ...['server-1', 'server-2', 'server-3'],
  ]);
  const steps = (await events()).filter(({ node_name }) => node_name === first.name).map(({ step }) => step);
  expect(steps).toEqual(expect.arrayContaining(['delete-node', 'drain', 'drained', 'left-rancher', 'node-deleted']));

  expect(await owner.terminate(resource)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);

test('one is erred with the cloud’s words when the cloud gives up on its server twice, and its cluster stays OK (S0-205)', async () => {
  const before = await everything();
  const { clusterUuid, resource, add, ended } = await made('spare');
  const name = `${(await owner.cluster(clusterUuid)).name}-rancher-node-agent-2`;
  await planBuildFault(cloud(), { name, message: NO_HOST, during: 'spawning', times: 2 });
  const { uuid } = await add('agent');
  const erred = await ended(uuid);
  expect(erred).toMatchObject({ state: 'ERRED', last_error: { code: 'RESOURCES_DEPLETED', step: 'watch' } });
  expect(erred.last_error?.message).toContain(NO_HOST);
  const cluster = await owner.cluster(clusterUuid);
  expect(cluster).toMatchObject({ state: 'OK', last_error: null });
  expect(cluster.nodes.find((node) => node.uuid === uuid)).toMatchObject({ state: 'ERRED' });
  const next = await add('agent');
  expect(next.name).toMatch(/-agent-3$/);
  expect(await ended(next.uuid)).toMatchObject({ state: 'OK' });
  expect(await deleteNode(owner, uuid)).toBe('gone');
  const other = await add('agent');
  expect(other.name).toBe(name);
  expect(await ended(other.uuid)).toMatchObject({ state: 'OK' });

  expect(await owner.terminate(resource)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);

test('a termination while a node is being added leaves nothing of either', async () => {
  const before = await everything();
  const { clusterUuid, resource, add, events } = await made('short');
  await add('agent');
  await add('server');
  const asked = async () => (await events()).filter(({ step }) => step === 'server').length;
  const creation = 4;
  await expect.poll(asked, { timeout: 60_000, interval: 20 }).toBeGreaterThan(creation);
  expect(await owner.terminate(resource)).toMatchObject({ state: 'done', error_message: '' });
  expect((await owner.call('GET', `rancher-clusters/${clusterUuid}/`)).status).toBe(404);
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);
