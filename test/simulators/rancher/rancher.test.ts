import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  connect,
  eventually,
  orderCluster,
  startRancher,
  type TestRancher,
  untilReady,
} from './_core/rancher-client.ts';

const CLUSTERS = '/v1/provisioning.cattle.io.clusters';
const server = (name: string) => ({ name, roles: ['etcd', 'controlplane'] });
const agent = (name: string) => ({ name, roles: ['worker'] });
let rancher: TestRancher;

beforeEach(async () => {
  rancher = await startRancher();
});
afterEach(() => rancher.close());

const nodeStates = async () =>
  Object.fromEntries(
    (await rancher.send('GET', '/v3/nodes')).rows().map((node) => [node.requestedHostname, node.state]),
  );
const machineNames = async () => (await rancher.registered()).map(({ requestedHostname }) => requestedHostname);
const clusterNow = async (id: string) => (await rancher.send('GET', `/v3/clusters/${id}`)).object();

async function runningCluster() {
  const { clusterId, token } = await orderCluster(rancher);
  await connect(rancher, token, server('s1'));
  await connect(rancher, token, agent('a1'));
  await untilReady(rancher, clusterId);
  return { clusterId, token };
}

test('a caller without the key is refused, in both notations the key is accepted', async () => {
  expect((await rancher.send('GET', '/v3/clusters', undefined, 'Bearer a:b')).status).toBe(401);
  expect((await rancher.send('GET', CLUSTERS, undefined, '')).status).toBe(401);
  expect((await rancher.send('GET', '/v3/clusters', undefined, `Bearer ${rancher.pair}`)).status).toBe(200);
  expect((await rancher.send('POST', '/v3')).status).toBe(200);
});

test('a name is given once per namespace', async () => {
  const order = { metadata: { name: 'blue', namespace: 'fleet-default' }, spec: {} };
  expect((await rancher.send('POST', CLUSTERS, order)).status).toBe(201);
  const again = await rancher.send('POST', CLUSTERS, order);
  expect(again).toMatchObject({ status: 409, body: { type: 'error', code: 'AlreadyExists', status: 409 } });
  expect(again.body).toHaveProperty('message', 'clusters.provisioning.cattle.io "blue" already exists');
});

test('the id of the v3 cluster is there a while after the order, with a default token', async () => {
  const { clusterId } = await orderCluster(rancher);
  expect(clusterId).toMatch(/^c-m-[a-z2-9]{8}$/);
  const found = await rancher.send('GET', `${CLUSTERS}/fleet-default/blue`);
  expect(found.body).toMatchObject({ status: { clusterName: clusterId } });
  const tokens = await rancher.send('GET', `/v3/clusterregistrationtokens?clusterId=${clusterId}`);
  expect(tokens.rows()).toMatchObject([{ id: `${clusterId}:default-token`, clusterId }]);
  expect(tokens.rows()[0]?.nodeCommand).toContain(`${rancher.url}/system-agent-install.sh | sudo  sh -s - --server`);
});

test('clusters are found again by label, and a label selector means nothing', async () => {
  await orderCluster(rancher);
  const found = async (query: string) => (await rancher.send('GET', `${CLUSTERS}?${query}`)).rows().length;
  await eventually(async () => expect(await found('filter=metadata.labels[owner]=paddock')).toBe(1));
  expect(await found('filter=metadata.labels[owner]=other')).toBe(0);
  expect(await found('labelSelector=owner%3Dother')).toBe(1);
});

test('one server alone never becomes active', async () => {
  const { clusterId, token } = await orderCluster(rancher);
  await connect(rancher, token, server('s1'));
  await connect(rancher, token, server('s2'));
  expect(await nodeStates()).toEqual({});
  await eventually(async () =>
    expect(await clusterNow(clusterId)).toMatchObject({
      state: 'updating',
      transitioning: 'yes',
      transitioningMessage: 'waiting for at least one control plane, etcd, and worker node to be registered',
    }),
  );
  // At this point, the simulator has nothing more scheduled. So a longer wait would change nothing.
  await connect(rancher, token, agent('a1'));
  await eventually(async () => expect(await nodeStates()).toEqual({ s1: 'active', s2: 'active', a1: 'active' }));
});

test('agents wait for the first server', async () => {
  Object.assign(rancher.definition.delays, { nodeActive: 60_000_000 });
  const { token } = await orderCluster(rancher);
  await connect(rancher, token, agent('a1'));
  await connect(rancher, token, server('s1'));
  expect(await nodeStates()).toEqual({});
});

test('an active cluster shows its version, its size and its projects', async () => {
  const { clusterId } = await runningCluster();
  expect(await clusterNow(clusterId)).toMatchObject({
    version: { gitVersion: 'v1.32.4+rke2r1' },
    capacity: { cpu: '8', pods: '220' },
    requested: { cpu: '1800m', memory: '3088Mi', pods: '20' },
  });
  const projects = await rancher.send('GET', `/v3/projects?clusterId=${clusterId}`);
  expect(
    projects
      .rows()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Default', 'System']);
  const nodes = await rancher.send('GET', `/v3/clusters/${clusterId}/nodes`);
  expect(nodes.rows().find(({ requestedHostname }) => requestedHostname === 's1')).toMatchObject({
    requestedHostname: 's1',
    etcd: true,
    controlPlane: true,
    worker: false,
    ipAddress: '10.0.0.7',
    info: { kubernetes: { kubeletVersion: 'v1.32.4+rke2r1' } },
  });
  const kubeconfig = await rancher.send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`);
  expect(kubeconfig.object().config).toContain(`/k8s/clusters/${clusterId}`);
});

test('a wrong token is refused, and so is a deleted one, while Rancher makes another', async () => {
  const { clusterId, token } = await orderCluster(rancher);
  const refused = await connect(rancher, 'wrong', server('s1'));
  expect([refused.status, await refused.text()]).toEqual([500, 'machine not found by request\n']);
  expect((await connect(rancher, token, server('s1'))).status).toBe(200);
  await rancher.send('DELETE', `/v3/clusterregistrationtokens/${clusterId}:default-token`);
  expect((await connect(rancher, token, server('s2'))).status).toBe(500);
  const fresh = await eventually(async () => {
    const { token: value } = (
      await rancher.send('GET', `/v3/clusterregistrationtokens/${clusterId}%3Adefault-token`)
    ).object();
    expect(value).toMatch(/^[a-z2-9]{54}$/);
    return value;
  });
  expect(fresh).not.toBe(token);
  expect(await machineNames()).toEqual(['s1']);
});

test('another token can be asked for; its value comes a moment after the answer, and it stays away once deleted', async () => {
  const { clusterId } = await orderCluster(rancher);
  const order = { clusterId, labels: { owner: 'paddock' } };
  const made = await rancher.send('POST', '/v3/clusterregistrationtokens', order);
  expect(made).toMatchObject({ status: 201, body: { clusterId, labels: { owner: 'paddock' } } });
  expect(made.body).not.toHaveProperty('token');
  const path = `/v3/clusterregistrationtokens/${made.object().id}`;
  const token = await eventually(async () => {
    const { token } = (await rancher.send('GET', path)).object();
    expect(token).not.toBe('');
    return token;
  });
  expect((await connect(rancher, token, server('s1'))).status).toBe(200);
  expect((await rancher.send('DELETE', path)).status).toBe(204);
  expect((await rancher.send('GET', path)).status).toBe(404);
  expect((await connect(rancher, token, server('s2'))).status).toBe(500);
});

test('a machine that registers twice is one', async () => {
  const { token } = await orderCluster(rancher);
  await connect(rancher, token, server('s1'));
  await connect(rancher, token, server('s1'));
  expect(await machineNames()).toEqual(['s1']);
});

test('deleting the order removes the cluster and all that was in it, a moment later', async () => {
  const before = (await rancher.send('GET', '/_sim/state')).body;
  const { clusterId, token } = await runningCluster();
  const answer = await rancher.send('DELETE', `${CLUSTERS}/fleet-default/blue`);
  expect(answer).toMatchObject({ status: 200, body: { metadata: { state: { name: 'removing' } } } });
  await eventually(async () => expect((await rancher.send('GET', '/_sim/state')).body).toEqual(before));
  expect((await connect(rancher, token, server('s9'))).status).toBe(500);
  expect(await rancher.send('GET', `/v3/clusters/${clusterId}`)).toMatchObject({
    status: 404,
    body: { type: 'error', baseType: 'error', status: 404, code: 'NotFound' },
  });
});

test('a replacement is taken only of the version last read', async () => {
  await orderCluster(rancher);
  const path = `${CLUSTERS}/fleet-default/blue`;
  const spec = { kubernetesVersion: 'v1.33.0+rke2r1', rkeConfig: {} };
  const read = async () => ({ ...(await rancher.send('GET', path)).object(), spec });
  // Rancher itself also writes to a new cluster, often between the test's read and PUT. The test then repeats both.
  const changed = await eventually(async () => {
    const given = await read();
    expect((await rancher.send('PUT', path, given)).body).toMatchObject({ spec });
    return given;
  });
  expect(await rancher.send('PUT', path, changed)).toMatchObject({ status: 409, body: { code: 'Conflict' } });
});

test('secrets are made under a generated name, found by label and deleted', async () => {
  const made = await rancher.send('POST', '/v1/secrets', {
    type: 'kubernetes.io/basic-auth',
    metadata: { namespace: 'fleet-default', generateName: 'registryconfig-auth-', labels: { cluster: 'blue' } },
    data: { username: 'dXNlcg==' },
  });
  expect(made.object().id).toMatch(/^fleet-default\/registryconfig-auth-[a-z2-9]{5}$/);
  await eventually(async () => {
    const listed = await rancher.send('GET', '/v1/secrets/fleet-default?filter=metadata.labels[cluster]=blue');
    expect(listed.rows()).toMatchObject([{ id: made.object().id, _type: 'kubernetes.io/basic-auth' }]);
  });
  expect((await rancher.send('DELETE', `/v1/secrets/${made.object().id}`)).status).toBe(204);
  expect((await rancher.send('GET', `/v1/secrets/${made.object().id}`)).status).toBe(404);
});

test('the certificate is the same for installers and administrators, and needs no key', async () => {
  const certificate = await (await fetch(`${rancher.url}/cacerts`)).text();
  const setting = await rancher.send('GET', '/v3/settings/cacerts');
  expect(setting.object().value).toBe(certificate);
  const { nodeCommand } = await orderCluster(rancher);
  expect(nodeCommand).toContain(`--ca-checksum ${createHash('sha256').update(certificate).digest('hex')}`);
});

test('a release that is added is offered beside the others of RKE2 until a reset', async () => {
  const offered = async (distribution: string) =>
    (await rancher.send('GET', `/v1-${distribution}-release/releases`)).rows().map(({ version }) => version);
  const before = await offered('rke2');
  const version = 'v1.31.8+rke2r1';
  expect((await rancher.send('POST', '/_sim/releases', { version: 'latest' })).status).toBe(400);
  expect((await rancher.send('POST', '/_sim/releases', { version })).status).toBe(201);
  expect([await offered('rke2'), await offered('k3s')]).toEqual([
    [...before, version],
    expect.not.arrayContaining([version]),
  ]);
  await rancher.send('POST', '/_sim/reset');
  expect(await offered('rke2')).toEqual(before);
});
