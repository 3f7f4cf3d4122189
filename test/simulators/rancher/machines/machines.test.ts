import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ManualClock, manualClock } from '../../_kit/manual-clock.ts';
import { connect, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const MACHINES = '/v1/cluster.x-k8s.io.machines';
const [SERVER, ALL] = [
  ['etcd', 'controlplane'],
  ['etcd', 'controlplane', 'worker'],
];
const DELAYS = {
  pace: 1,
  nodeActive: 10_000,
  heartbeat: 300,
  nodeSync: 10,
  drain: 40,
  machineDelete: 100,
  nodeUpgrade: 100,
};
/** The delay after which steve's lists show a write, in milliseconds. */
const CACHE_LAG = 20;
let clock: ManualClock;
let rancher: TestRancher;
beforeEach(async () => {
  clock = manualClock();
  rancher = await startRancher(DELAYS, clock);
});
afterEach(() => rancher.close());

async function aCluster(machines: Record<string, string[]>) {
  const metadata = { name: 'blue', namespace: 'fleet-default' };
  await rancher.send('POST', '/v1/provisioning.cattle.io.clusters', { metadata, spec: {} });
  clock.advance(10_000);
  const [found] = (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows();
  const join = (name: string, roles: string[]) => connect(rancher, found?.token ?? '', { name, roles });
  for (const [name, roles] of Object.entries(machines)) await join(name, roles);
  return { clusterId: found?.clusterId ?? '', token: found?.token ?? '', join };
}
const runs = () => clock.advance(100_000);

const listed = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      metadata: z.looseObject({
        labels: z.record(z.string(), z.string()),
        state: z.looseObject({ name: z.string(), message: z.string() }),
      }),
    }),
  ),
});
const machines = async () => {
  clock.advance(CACHE_LAG);
  return listed.parse((await rancher.send('GET', MACHINES)).body).data;
};
const states = async () => (await machines()).map(({ metadata }) => metadata.state.name);
const idOfMachine = async (name: string) =>
  (await machines()).find(({ metadata }) => metadata.labels['rke.cattle.io/node-name'] === name)?.id ?? '';
const nodes = async () => (await rancher.send('GET', '/v3/nodes')).rows();
const idOf = async (name: string) => (await nodes()).find((node) => node.requestedHostname === name)?.id ?? '';
const act = (id: string, action: string, body?: object) =>
  rancher.send('POST', `/v3/nodes/${id}?action=${action}`, body);
const message = async (id: string) =>
  Object((await rancher.send('GET', `/v3/clusters/${id}`)).body).transitioningMessage;

test('a machine that registers is a machine of Cluster API at once, and a v3 node only when its kubelet is up', async () => {
  await aCluster({ s1: ALL });
  const [machine] = await machines();
  expect(machine?.id).toMatch(/^fleet-default\/custom-[0-9a-f]{12}$/);
  expect(machine?.metadata.labels).toMatchObject({
    ...{ 'cattle.io/os': 'linux', 'cluster.x-k8s.io/cluster-name': 'blue', 'rke.cattle.io/machine-id': 'id-of-s1' },
    ...{ 'rke.cattle.io/etcd-role': 'true', 'rke.cattle.io/control-plane-role': 'true' },
  });
  expect([await states(), await nodes()]).toEqual([['active'], []]);
  clock.advance(2000);
  expect([await states(), await nodes()]).toEqual([['reconciling'], []]);
  clock.advance(1000);
  expect(await nodes()).toMatchObject([{ requestedHostname: 's1', state: 'active', imported: false }]);
  expect(Object((await nodes())[0]).annotations).not.toHaveProperty('cluster.x-k8s.io/machine');
  clock.advance(7000);
  expect(await states()).toEqual(['running']);
  const annotations = { 'cluster.x-k8s.io/machine': machine?.id.split('/')[1] };
  expect(await nodes()).toMatchObject([{ annotations }]);
});

test('who asks without an id is refused, who asks twice is one machine, and the answer opens its own plan only', async () => {
  const { token } = await aCluster({});
  const ask = (headers: Record<string, string>) =>
    fetch(`${rancher.url}/v3/connect/agent`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  expect((await ask({})).status).toBe(401);
  const answers = await Promise.all([ask({ 'x-cattle-id': 'one' }), ask({ 'x-cattle-id': 'one' })]);
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
  expect(first).toEqual(second);
  expect(first).toMatchObject({
    namespace: 'fleet-default',
    secretName: expect.stringMatching(/^custom-[0-9a-f]{12}-machine-plan$/),
    kubeConfig: expect.stringContaining('token: eyJ'),
  });
  expect(await states()).toHaveLength(1);
});

test('a v3 node that is deleted comes back under another id at the next heartbeat', async () => {
  await aCluster({ s1: ALL });
  runs();
  const id = await idOf('s1');
  expect((await rancher.send('DELETE', `/v3/nodes/${id}`)).status).toBe(204);
  expect((await rancher.send('DELETE', `/v3/nodes/${id}`)).status).toBe(404);
  expect([await nodes(), await states()]).toEqual([[], ['running']]);
  clock.advance(300);
  const again = await idOf('s1');
  expect(again).toMatch(/:machine-[a-z0-9]{5}$/);
  expect(again).not.toBe(id);
});

test('a machine that is deleted takes its node with it', async () => {
  await aCluster({ s1: SERVER, a1: ['worker'] });
  runs();
  const path = `/v1/cluster.x-k8s.io.machines/${await idOfMachine('a1')}`;
  expect((await rancher.send('DELETE', path)).body).toMatchObject({
    metadata: { deletionTimestamp: expect.any(String), state: { name: 'running' } },
  });
  clock.advance(50);
  expect(await rancher.send('GET', path)).toMatchObject({
    body: { metadata: { state: { name: 'deleting' } }, status: { phase: 'Deleting' } },
  });
  clock.advance(50);
  expect((await rancher.send('DELETE', path)).status).toBe(404);
  clock.advance(1000);
  expect((await nodes()).map((node) => node.requestedHostname)).toEqual(['s1']);
});

test('of the last control plane the v3 node stays, and the cluster waits for machines again', async () => {
  const { clusterId, join } = await aCluster({ s1: ALL });
  runs();
  await rancher.send('DELETE', `/v1/cluster.x-k8s.io.machines/${await idOfMachine('s1')}`);
  clock.advance(20);
  expect(await message(clusterId)).toBe('waiting for all etcd machines to be deleted');
  clock.advance(1000);
  expect([await states(), await nodes()]).toMatchObject([[], [{ requestedHostname: 's1' }]]);
  expect(await message(clusterId)).toMatch(/^waiting for at least one control plane, etcd, and worker node/);
  await join('s2', ALL);
  runs();
  expect(await message(clusterId)).toMatch(/Restoration from etcd snapshot is required\.$/);
});

test('a v3 node goes with its Kubernetes Node, whoever deletes that', async () => {
  const { clusterId } = await aCluster({ s1: ALL, a1: ['worker'] });
  runs();
  const path = `/k8s/clusters/${clusterId}/api/v1/nodes/a1`;
  expect((await rancher.send('DELETE', path)).status).toBe(200);
  clock.advance(20);
  expect((await nodes()).map((node) => node.requestedHostname)).toEqual(['s1']);
});

test('a Kubernetes Node that is cordoned by itself is cordoned at Rancher too', async () => {
  const { clusterId } = await aCluster({ s1: ALL });
  runs();
  const path = `${rancher.url}/k8s/clusters/${clusterId}/api/v1/nodes/s1`;
  const headers = {
    ...{ authorization: `Bearer ${rancher.pair}`, 'content-type': 'application/merge-patch+json' },
  };
  const body = JSON.stringify({ spec: { unschedulable: true } });
  expect((await fetch(path, { method: 'PATCH', headers, body })).status).toBe(200);
  expect(await nodes()).toMatchObject([{ state: 'cordoned' }]);
});

test('servers come up one after the other, and the cluster names those that it waits for', async () => {
  const { clusterId } = await aCluster({ s1: ALL, s2: SERVER, s3: SERVER, a1: ['worker'], a2: ['worker'] });
  clock.advance(4000);
  const bootstrap =
    /^configuring bootstrap node\(s\) custom-\w+: Waiting for Cluster control plane to be initialized, /;
  expect(await message(clusterId)).toMatch(bootstrap);
  expect((await nodes()).map((node) => node.requestedHostname)).toEqual(['s1']);
  clock.advance(7000);
  expect(await message(clusterId)).toMatch(/^configuring etcd node\(s\) custom-\w+,custom-\w+$/);
  clock.advance(3000);
  expect((await nodes()).map((node) => node.requestedHostname).sort()).toEqual(['a1', 'a2', 's1', 's2']);
  runs();
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'running'));
});

test('a node is cordoned and uncordoned, once each', async () => {
  await aCluster({ s1: ALL });
  runs();
  const id = await idOf('s1');
  for (const [action, state] of [
    ['cordon', 'cordoned'],
    ['uncordon', 'active'],
  ]) {
    expect(await act(id, action ?? '')).toMatchObject({ status: 200, body: 'null' });
    clock.advance(10);
    expect(await nodes()).toMatchObject([{ state, unschedulable: state === 'cordoned' }]);
    const message = `Node ${id} already ${action}ed`;
    expect(await act(id, action ?? '')).toMatchObject({ status: 422, body: { code: 'InvalidAction', message } });
  }
});

test('a server is drained as well, and taking workloads again ends that', async () => {
  await aCluster({ s1: ALL });
  runs();
  const id = await idOf('s1');
  expect((await act(id, 'drain', { force: true })).status).toBe(200);
  clock.advance(15);
  expect(await nodes()).toMatchObject([{ state: 'draining', transitioning: 'yes' }]);
  clock.advance(30);
  expect(await nodes()).toMatchObject([{ state: 'drained', unschedulable: true }]);
  await act(id, 'uncordon');
  clock.advance(10);
  const [freed] = await nodes();
  expect(freed).toMatchObject({ state: 'active' });
  expect(JSON.stringify(freed)).not.toContain('Drained');
});

test.each([
  [undefined, 'InvalidBodyContent 422: Failed to parse body: EOF'],
  [{ timeout: -5 }, 'timeout=MinLimitExceeded 422: '],
  [{ gracePeriod: 'x' }, 'gracePeriod=InvalidFormat 422: strconv.ParseInt: parsing "x": invalid syntax'],
])('a drain with the body %j is refused', async (body, what) => {
  await aCluster({ s1: ALL });
  runs();
  const answer = await act(await idOf('s1'), 'drain', body);
  expect(answer).toMatchObject({ status: 422, body: { message: `Failed to parse action body: ${what}` } });
});

test('a cluster stays connected when its machine registers before Rancher waits for one', async () => {
  const metadata = { name: 'blue', namespace: 'fleet-default' };
  await rancher.send('POST', '/v1/provisioning.cattle.io.clusters', { metadata, spec: {} });
  clock.advance(1_400);
  const [found] = (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows();
  await connect(rancher, found?.token ?? '', { name: 'one', roles: ALL });
  clock.advance(100_000);
  const { body } = await rancher.send('GET', `/v3/clusters/${found?.clusterId}`);
  expect(body).toMatchObject({
    state: 'active',
    conditions: expect.arrayContaining([expect.objectContaining({ type: 'Connected', status: 'True' })]),
  });
});
