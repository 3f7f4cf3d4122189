import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../_kit/manual-clock.ts';
import { connect, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const PATH = '/v1/provisioning.cattle.io.clusters';
const TOKENS = '/v3/clusterregistrationtokens';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let clock: ManualClock;
let rancher: TestRancher;
beforeEach(async () => {
  clock = manualClock();
  rancher = await startRancher({ pace: 1 }, clock);
});
afterEach(() => rancher.close());

const order = (more: object = {}) =>
  rancher.send('POST', PATH, {
    metadata: { name: 'blue', namespace: 'fleet-default' },
    spec: { kubernetesVersion: 'v1.32.4+rke2r1', rkeConfig: more },
  });
const deleteOrder = () => rancher.send('DELETE', `${PATH}/fleet-default/blue`);
const found = async () => (await rancher.send('GET', '/v3/clusters')).rows().filter(({ id }) => id !== 'local');
const idOf = async () => (await found())[0]?.id ?? '';
const firstToken = async () => (await rancher.send('GET', TOKENS)).rows()[0];
const joinWith = async (token: string) => (await connect(rancher, token, { name: 's1', roles: ['etcd'] })).status;

/** Creates a cluster, and waits until the cluster needs a machine to go on. Returns the id of the v3 cluster. */
async function waitingCluster(more: object = {}): Promise<string> {
  await order(more);
  clock.advance(10_000);
  return idOf();
}

test.each([
  { minutes: 1, status: 200, does: 'is accepted from machines' },
  { minutes: 179, status: 200, does: 'is accepted from machines' },
  { minutes: 181, status: 500, does: 'is refused' },
])(
  '$minutes minutes after a registration token has got another value, the old one $does',
  async ({ minutes, status }) => {
    await waitingCluster();
    const old = await firstToken();
    clock.advance(30 * DAY + minutes * MINUTE);
    const now = await firstToken();
    expect(now?.id).toBe(old?.id);
    expect(now?.token).not.toBe(old?.token);
    expect(await joinWith(old?.token ?? '')).toBe(status);
    expect(await joinWith(now?.token ?? '')).toBe(200);
  },
);

test.each([
  ['a registration token', TOKENS, (clusterId: string) => ({ clusterId })],
  ['a project', '/v3/projects', (clusterId: string) => ({ clusterId, name: 'shop' })],
  [
    'a role binding',
    '/v3/clusterroletemplatebindings',
    (clusterId: string) => ({
      clusterId,
      roleTemplateId: 'cluster-member',
      groupPrincipalId: 'keycloakoidc_group://g',
    }),
  ],
])('%s cannot be made between the id and the namespace of a new cluster', async (_, path, bodyIn) => {
  await order();
  clock.advance(250);
  const id = await idOf();
  const early = await rancher.send('POST', path, bodyIn(id));
  expect([early.status, early.object().message]).toEqual([404, `namespaces "${id}" not found`]);
  clock.advance(100);
  expect((await rancher.send('POST', path, bodyIn(id))).status).toBe(201);
});

test('a registration token keeps its value for 30 days', async () => {
  await waitingCluster();
  const old = await firstToken();
  clock.advance(30 * DAY - MINUTE);
  expect((await firstToken())?.token).toBe(old?.token);
});

test.each([
  {
    does: 'names the directory of the system agent to the download and to the installer',
    rkeConfig: { dataDirectories: { systemAgent: '/opt/rke2_storage/agent' } },
    begins: 'CATTLE_AGENT_VAR_DIR="/opt/rke2_storage/agent" curl',
    sudo: 'sudo CATTLE_AGENT_VAR_DIR="/opt/rke2_storage/agent" sh',
  },
  { does: 'has blanks in its place where there is none', rkeConfig: {}, begins: ' curl', sudo: 'sudo  sh' },
])('the command for nodes $does', async ({ rkeConfig, begins, sudo }) => {
  await waitingCluster(rkeConfig);
  const command = (await firstToken())?.nodeCommand ?? '';
  expect(command.slice(0, begins.length)).toBe(begins);
  expect(command).toContain(sudo);
});

test('a cluster that is deleted at once is gone with the answer, and its v3 cluster and all the rest a while later', async () => {
  const before = (await rancher.send('GET', '/_sim/state')).body;
  await order();
  expect((await deleteOrder()).status).toBe(204);
  expect((await rancher.send('GET', `${PATH}/fleet-default/blue`)).status).toBe(404);
  clock.advance(60_000);
  expect(await found()).toEqual([]);
  expect((await rancher.send('GET', '/_sim/state')).body).toEqual(before);
});

test('a cluster that its controllers have seen is still there after the answer to its deletion', async () => {
  await waitingCluster();
  expect((await deleteOrder()).status).toBe(200);
  expect((await rancher.send('GET', `${PATH}/fleet-default/blue`)).status).toBe(200);
  clock.advance(60_000);
  expect((await rancher.send('GET', `${PATH}/fleet-default/blue`)).status).toBe(404);
});

test('a v3 cluster that is deleted in its first second is there again under the same id, for good', async () => {
  await order();
  clock.advance(1000);
  const id = await idOf();
  expect((await rancher.send('DELETE', `/v3/clusters/${id}`)).status).toBe(200);
  clock.advance(10 * MINUTE);
  expect(await found()).toMatchObject([{ id, name: 'blue' }]);
  expect((await rancher.send('GET', `${PATH}/fleet-default/blue`)).status).toBe(200);
});

test('a v3 cluster that was made again gets what it would have got meanwhile, and goes when it is deleted later', async () => {
  await order();
  // Rancher would now set the owner, but the v3 cluster is deleted and not yet made again.
  clock.advance(1100);
  const id = await idOf();
  await rancher.send('DELETE', `/v3/clusters/${id}`);
  clock.advance(10_000);
  expect((await firstToken())?.clusterId).toBe(id);
  await rancher.send('DELETE', `/v3/clusters/${id}`);
  clock.advance(MINUTE);
  expect(await found()).toEqual([]);
});

test('a v3 cluster that is deleted later takes its order with it', async () => {
  const id = await waitingCluster();
  expect((await rancher.send('DELETE', `/v3/clusters/${id}`)).status).toBe(200);
  clock.advance(MINUTE);
  expect(await found()).toEqual([]);
  expect((await rancher.send('GET', `${PATH}/fleet-default/blue`)).status).toBe(404);
});

test('another name for a v3 cluster is answered, and put back a moment later', async () => {
  const id = await waitingCluster();
  const path = `/v3/clusters/${id}`;
  expect(await rancher.send('PUT', path, { name: 'green' })).toMatchObject({ status: 200, body: { name: 'green' } });
  expect((await rancher.send('GET', path)).object().name).toBe('green');
  clock.advance(1000);
  expect((await rancher.send('GET', path)).object().name).toBe('blue');
});
