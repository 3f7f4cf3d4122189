import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, joinedCluster, startRancher, type TestRancher, untilReady } from '../../_core/rancher-client.ts';

let rancher: TestRancher;

beforeEach(async () => {
  rancher = await startRancher();
});
afterEach(() => rancher.close());

const using = (authConfigSecretName: string) => ({
  rkeConfig: { registries: { configs: { 'registry.example.org': { authConfigSecretName } }, mirrors: {} } },
});
const makeSecret = (name: string, type = 'kubernetes.io/basic-auth') => {
  const data = { username: 'dXNlcg==', password: 'MTIzNA==' };
  return rancher.send('POST', '/v1/secrets', { type, metadata: { namespace: 'fleet-default', name }, data });
};
const clusterNow = async (id: string) => (await rancher.send('GET', `/v3/clusters/${id}`)).body;
const nodes = async () => (await rancher.send('GET', '/v3/nodes')).rows();

async function longerThanJoining(clusterId: string) {
  const { nodeActive = 0 } = rancher.definition.delays;
  rancher.definition.delays.tokenAssign = 10 * nodeActive;
  const { id } = (await rancher.send('POST', '/v3/clusterregistrationtokens', { clusterId })).object();
  const path = `/v3/clusterregistrationtokens/${id}`;
  await eventually(async () => expect((await rancher.send('GET', path)).object().token).not.toBe(''));
}

const steveState = async () =>
  (await rancher.send('GET', '/v1/provisioning.cattle.io.clusters/fleet-default/blue')).body;

test('a cluster with a registry that names a missing secret stays in error, until the secret is made', async () => {
  const { clusterId } = await joinedCluster(rancher, using('missing'));
  const message = 'secrets "missing" not found';
  await eventually(async () => expect(await clusterNow(clusterId)).toMatchObject({ transitioningMessage: message }));
  expect(await clusterNow(clusterId)).toMatchObject({
    ...{ state: 'updating', transitioning: 'error', transitioningMessage: message },
    conditions: expect.arrayContaining([
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'Error', message }),
    ]),
  });
  expect(await steveState()).toMatchObject({
    metadata: { state: { name: 'updating', error: true, transitioning: false, message } },
  });
  await longerThanJoining(clusterId);
  expect(await nodes()).toEqual([]);
  await makeSecret('missing');
  await untilReady(rancher, clusterId);
});

test('a secret of another type does not help', async () => {
  await makeSecret('plain', 'Opaque');
  const { clusterId } = await joinedCluster(rancher, using('plain'));
  await eventually(async () => {
    const { transitioningMessage } = Object(await clusterNow(clusterId));
    expect(transitioningMessage).toContain('secret [plain] must be of type [rke.cattle.io/auth-config] or');
  });
});

test('with the secret in place the cluster comes up', async () => {
  await makeSecret('there');
  const { clusterId } = await joinedCluster(rancher, using('there'));
  await untilReady(rancher, clusterId);
});

test('basic credentials without a user name and a password are no such secret', async () => {
  const metadata = { namespace: 'fleet-default', name: 'empty' };
  const answer = await rancher.send('POST', '/v1/secrets', { type: 'kubernetes.io/basic-auth', metadata, data: {} });
  expect(answer).toMatchObject({ status: 422, body: { code: 'Invalid' } });
});
