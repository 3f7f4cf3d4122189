import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../_core/rancher-client.ts';
import { CONFIGS, pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud);
  await rancher.credential();
});
afterEach(() => rancher.close());

test.each([
  [
    'bounds that are not both given',
    { autoscalingMinSize: 1 },
    'AutoscalingMinSize and AutoscalingMaxSize must both be set',
  ],
  ['a least number above the most', { autoscalingMinSize: 3, autoscalingMaxSize: 2 }, 'less than or equal to'],
  ['no machine at all of etcd', { autoscalingMinSize: 0, autoscalingMaxSize: 2 }, 'must be greater than 0'],
  ['a quantity below 0', { quantity: -1 }, 'quantity in body should be greater than or equal to 0'],
  ['a hostname of nine letters', { hostnameLengthLimit: 9 }, 'should be greater than or equal to 10'],
  ['no configuration', { machineConfigRef: undefined }, 'machineConfigRef: Required value'],
])('a pool with %s is refused by the schema (T27, T28)', async (_what, more, words) => {
  const { status, body } = await rancher.order([pool('all', 'ecw', more)]);
  expect([status, Object(body).code]).toEqual([422, 'Invalid']);
  expect(Object(body).message).toContain(words);
});

test('two pools of one name are refused by the schema (T21)', async () => {
  const { status, body } = await rancher.order([pool('all', 'ecw'), pool('all', 'w')]);
  expect([status, Object(body).message]).toEqual([422, expect.stringContaining('machinePools[1]: Duplicate value')]);
});

const said = (message: string | RegExp) =>
  eventually(async () => {
    const { metadata, status } = await rancher.cluster();
    expect(metadata.state).toMatchObject({ name: 'error', message: expect.stringMatching(message) });
    const type = 'RKECluster';
    expect(status.conditions).toContainEqual(expect.objectContaining({ type, status: 'False', reason: 'Error' }));
  });

test('a pool without any role is taken, and the cluster says what is wrong (T21)', async () => {
  await rancher.makeConfig('nc-none');
  expect((await rancher.order([pool('none', '')])).status).toBe(201);
  await said(/^at least one role of etcd, control-plane or worker must be assigned to machinePool \[none\]$/);
});

test('a pool whose configuration is missing waits until somebody makes it (T20)', async () => {
  await rancher.order([pool('all', 'ecw')]);
  await said(/openstackconfigs.rke-machine-config.cattle.io "nc-all" not found/);
  await rancher.makeConfig('nc-all');
  await rancher.running(1);
  await rancher.remove();
});

test('a configuration that another cluster owns is refused by name (T18, S2-011)', async () => {
  await rancher.makeConfig('nc-all');
  await rancher.order([pool('all', 'ecw')], {}, 'green');
  await eventually(async () => {
    const [config] = await rancher.list('rke-machine-config.cattle.io.openstackconfig');
    expect(config?.metadata.ownerReferences).toMatchObject([{ kind: 'Cluster', name: 'green' }]);
  });
  await rancher.order([pool('all', 'ecw')]);
  await said(/^can not use fleet-default\/nc-all .* because it is already owned by cluster green$/);
});

test('a configuration has the defaults of its driver, and values of its types only (T42)', async () => {
  const made = await rancher.makeConfig('nc-all', { colour: 'red' });
  expect(made).toMatchObject({ status: 201, body: { sshUser: 'root', ipVersion: '4', bootFromVolume: true } });
  expect(made.body).not.toHaveProperty('colour');
  const bad = await rancher.makeConfig('nc-bad', { volumeSize: 20 });
  const words = 'volumeSize: Invalid value: "integer": volumeSize in body must be of type string: "integer"';
  expect(bad).toMatchObject({ status: 422, body: { code: 'Invalid', message: expect.stringContaining(words) } });
  expect((await rancher.makeConfig('nc-all')).status).toBe(409);
  expect((await rancher.send('DELETE', `${CONFIGS}/fleet-default/nc-all`)).status).toBe(204);
  expect((await rancher.send('GET', `${CONFIGS}/fleet-default/nc-all`)).status).toBe(404);
});

test('there is a schema of the configurations of a driver that is active (S2-003)', async () => {
  const type = 'rke-machine-config.cattle.io.openstackconfig';
  const answer = await rancher.send('GET', `/v1/schemas/${type}`);
  expect(answer).toMatchObject({ status: 200, body: { id: type, collectionMethods: ['GET', 'POST'] } });
});

test('a cloud credential keeps its password to itself, and stays while a cluster names it (S2-003)', async () => {
  const given = { name: 'cloud', openstackcredentialConfig: { password: 'of-the-cloud' } };
  const made = await rancher.send('POST', '/v3/cloudcredentials', given);
  const { id } = made.object();
  expect([made.status, id]).toEqual([201, expect.stringMatching(/^cattle-global-data:cc-[a-z0-9]{5}$/)]);
  expect(JSON.stringify(made.body)).not.toContain('of-the-cloud');
  expect((await rancher.send('GET', '/v3/cloudcredentials')).rows()).toMatchObject([{ id, name: 'cloud' }]);
  await rancher.makeConfig('nc-all');
  await rancher.order([pool('all', 'ecw')], { cloudCredentialSecretName: id });
  const used = await rancher.send('DELETE', `/v3/cloudcredentials/${id}`);
  expect(used).toMatchObject({
    status: 422,
    body: { code: 'InvalidAction', message: expect.stringContaining('blue') },
  });
  expect(await rancher.send('POST', '/v3/cloudcredentials', { name: 'x' })).toMatchObject({ status: 422 });
});

test('where data is kept cannot be changed, in the words of Rancher’s webhook (T37)', async () => {
  await rancher.makeConfig('nc-all');
  const given = { machinePools: [pool('all', 'ecw')], dataDirectories: { k8sDistro: '/data' } };
  expect((await rancher.order([], { rkeConfig: given })).status).toBe(201);
  const { status, body } = await eventually(async () => {
    const read = await rancher.cluster();
    const spec = {
      ...read.spec,
      rkeConfig: { ...Object(read.spec.rkeConfig), dataDirectories: { k8sDistro: '/new' } },
    };
    const answer = await rancher.send('PUT', `/v1/${read.type}s/${read.id}`, { ...read, spec });
    expect(answer.status).not.toBe(409);
    return answer;
  });
  const webhook = 'admission webhook "rancher.cattle.io.clusters.provisioning.cattle.io" denied the request';
  const message = `${webhook}: Distro data directory cannot be changed after cluster creation`;
  expect([status, body]).toMatchObject([400, { code: 'BadRequest', message }]);
  await rancher.remove();
});
