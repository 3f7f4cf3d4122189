import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../_core/rancher-client.ts';
import { CONFIGS, pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

const TEMPLATE = 'rke-machine.cattle.io.openstackmachinetemplate';
const DEPLOYMENT = 'cluster.x-k8s.io.machinedeployment';
const SET = 'cluster.x-k8s.io.machineset';
const MACHINES = '/v1/cluster.x-k8s.io.machines/fleet-default';

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud);
  await rancher.credential();
  await rancher.makeConfig('nc-all');
  await rancher.makeConfig('nc-work');
});
afterEach(async () => {
  await rancher.remove();
  await eventually(async () => expect((await cloud.shown()).servers).toEqual([]));
  await rancher.close();
});

const uids = async () => (await rancher.machines()).map(({ metadata }) => metadata.uid).sort();
const workers = async () =>
  (await rancher.machines()).filter(
    ({ metadata }) => metadata.labels['rke.cattle.io/rke-machine-pool-name'] === 'work',
  );
async function ordered(more: object = {}, count = 2) {
  await rancher.order([pool('all', 'ecw'), pool('work', 'w', { quantity: count - 1, ...more })]);
  await rancher.running(count);
}
const editWork = (more: object) =>
  rancher.change((pools) => pools.map((one) => (one.name === 'work' ? { ...one, ...more } : one)));

test('each pool is a template and a deployment, whose names and labels say cluster and pool (T8, T9, T13, T25)', async () => {
  await ordered({ labels: { zone: 'a' }, taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] });
  const templates = await rancher.list(TEMPLATE);
  expect(templates.map(({ metadata }) => metadata.name)).toEqual([
    expect.stringMatching(/^blue-all-[0-9a-f]{8}$/),
    expect.stringMatching(/^blue-work-[0-9a-f]{8}$/),
  ]);
  const [, template] = templates;
  expect(template?.metadata).toMatchObject({
    labels: { 'rke.cattle.io/machine-template-hash': template?.metadata.name.slice(-8) },
    annotations: { 'rke.cattle.io/cloned-from-kind': 'OpenstackConfig', 'rke.cattle.io/cloned-from-name': 'nc-work' },
    ownerReferences: [{ kind: 'Cluster', name: 'blue' }],
  });
  const [, deployment] = await rancher.list(DEPLOYMENT);
  expect(deployment).toMatchObject({
    metadata: { name: 'blue-work', labels: { zone: 'a', 'cattle.io/os': 'linux' } },
    spec: {
      ...{ clusterName: 'blue', replicas: 1, deletion: { order: 'Oldest' } },
      template: {
        metadata: {
          labels: { 'rke.cattle.io/rke-machine-pool-name': 'work', 'rke.cattle.io/worker-role': 'true', zone: 'a' },
          annotations: {
            'rke.cattle.io/labels': '{"zone":"a"}',
            'rke.cattle.io/taints': '[{"key":"gpu","value":"yes","effect":"NoSchedule"}]',
            'machine.cluster.x-k8s.io/exclude-node-draining': 'true',
          },
        },
      },
    },
  });
  const names = (await rancher.list('rke.cattle.io.rkebootstraptemplate')).map(({ metadata }) => metadata.name);
  expect(names).toEqual(['blue-bootstrap-template']);
});

test('the objects of a cluster name each other: the order, Cluster API’s cluster and Rancher’s placeholder (T1, T2, T3, T4, T5, S2-038)', async () => {
  await ordered();
  const [order, capi, rke] = await Promise.all([
    rancher.cluster(),
    rancher.list('cluster.x-k8s.io.cluster'),
    rancher.list('rke.cattle.io.rkecluster'),
  ]);
  expect(order.status.clusterName).toMatch(/^c-m-[a-z0-9]{8}$/);
  expect(capi).toMatchObject([
    {
      metadata: {
        name: 'blue',
        ownerReferences: [{ kind: 'Cluster', name: 'blue', uid: order.metadata.uid, controller: true }],
      },
      spec: { infrastructureRef: { kind: 'RKECluster', name: 'blue' }, controlPlaneRef: { kind: 'RKEControlPlane' } },
    },
  ]);
  expect(rke).toMatchObject([{ metadata: { ownerReferences: [{ name: 'blue', uid: capi[0]?.metadata.uid }] } }]);
});

test('a quantity that is raised and lowered adds machines, and takes the oldest (T22, T24, S2-014)', async () => {
  await ordered();
  const [first] = await workers();
  await editWork({ quantity: 2 });
  await rancher.running(3);
  await editWork({ quantity: 1 });
  await rancher.running(2);
  const left = await workers();
  expect(left.map(({ metadata }) => metadata.uid)).not.toContain(first?.metadata.uid);
  await editWork({ quantity: 0 });
  await rancher.running(1);
  expect((await rancher.list(DEPLOYMENT)).map(({ spec }) => spec.replicas)).toEqual([1, 0]);
});

test('a machine that was chosen goes first when there are to be fewer (T29)', async () => {
  await ordered({}, 3);
  const chosen = (await workers()).at(-1);
  const annotations = { 'cluster.x-k8s.io/delete-machine': 'yes' };
  await rancher.patch(`${MACHINES}/${chosen?.metadata.name}`, { metadata: { annotations } });
  await editWork({ quantity: 1 });
  await rancher.running(2);
  expect((await workers()).map(({ metadata }) => metadata.uid)).not.toContain(chosen?.metadata.uid);
});

test('a machine that is deleted is made again once it is gone (T29)', async () => {
  await ordered();
  const [gone] = await workers();
  await rancher.send('DELETE', `${MACHINES}/${gone?.metadata.name}`);
  await eventually(async () => {
    const [next] = await workers();
    expect(next?.metadata).toMatchObject({ state: { name: 'running' } });
    expect(next?.metadata.uid).not.toBe(gone?.metadata.uid);
  });
});

test('a configuration that is changed makes another template and replaces the machines of its pool only (T12, T15, S2-007, S2-008)', async () => {
  await ordered();
  const [all] = await rancher.machines();
  const [before] = await workers();
  const read = await rancher.send('GET', `${CONFIGS}/fleet-default/nc-work`);
  await rancher.send('PUT', `${CONFIGS}/fleet-default/nc-work`, { ...Object(read.body), flavorId: '3' });
  await eventually(async () => {
    const machines = await workers();
    expect(machines).toMatchObject([{ metadata: { state: { name: 'running' } } }]);
    expect(machines[0]?.metadata.uid).not.toBe(before?.metadata.uid);
  });
  expect(await uids()).toContain(all?.metadata.uid);
  expect(await rancher.list(TEMPLATE)).toHaveLength(3);
  await eventually(async () => {
    const sets = (await rancher.list(SET)).filter(({ metadata }) => metadata.name.startsWith('blue-work'));
    expect(sets.map(({ spec }) => spec.replicas)).toEqual([1]);
  });
});

test('labels, the release and a save without a change leave machines as they are (T14, T16, T17, S2-005, S2-013)', async () => {
  await ordered();
  const before = await uids();
  await editWork({ labels: { zone: 'b' } });
  await eventually(async () => {
    const [machine] = await workers();
    expect(machine?.metadata.labels).toMatchObject({ zone: 'b' });
    const nodes = (await rancher.send('GET', '/v3/nodes')).rows();
    expect(nodes).toContainEqual(expect.objectContaining({ labels: expect.objectContaining({ zone: 'b' }) }));
  });
  const saved = await rancher.change((pools) => pools.map(({ dynamicSchemaSpec: _schema, ...rest }) => rest));
  const schema = { dynamicSchemaSpec: expect.stringContaining('resourceFields') };
  expect(saved.spec.rkeConfig).toMatchObject({ machinePools: [schema, schema] });
  const read = await rancher.send('GET', `${CONFIGS}/fleet-default/nc-work`);
  await rancher.send('PUT', `${CONFIGS}/fleet-default/nc-work`, { ...Object(read.body), netName: '' });
  const shown = z.object({ machines: z.array(z.object({ kubernetesVersion: z.string() })) });
  await eventually(async () => {
    const { body } = await rancher.send('GET', '/v1/provisioning.cattle.io.clusters/fleet-default/blue');
    const spec = { ...Object(body).spec, kubernetesVersion: 'v1.33.0+rke2r1' };
    const put = await rancher.send('PUT', '/v1/provisioning.cattle.io.clusters/fleet-default/blue', {
      ...Object(body),
      spec,
    });
    expect(put.status).toBe(200);
  });
  await eventually(async () => {
    const { machines } = shown.parse((await rancher.send('GET', '/_sim/state')).body);
    expect(machines.map(({ kubernetesVersion }) => kubernetesVersion)).toEqual(Array(2).fill('v1.33.0+rke2r1'));
  });
  expect(await uids()).toEqual(before);
  expect(await rancher.list(TEMPLATE)).toHaveLength(2);
});

test('a configuration of another name and the same content replaces no machine (T59)', async () => {
  await ordered();
  const before = await uids();
  const templates = await rancher.list(TEMPLATE);
  const read = Object((await rancher.send('GET', `${CONFIGS}/fleet-default/nc-work`)).body);
  const { id: _id, metadata: _metadata, ...fields } = read;
  expect((await rancher.makeConfig('nc-copy', fields)).status).toBe(201);
  await editWork({ machineConfigRef: { kind: 'OpenstackConfig', name: 'nc-copy' }, quantity: 2 });
  await rancher.running(3);
  expect(await uids()).toEqual(expect.arrayContaining(before));
  expect(await rancher.list(TEMPLATE)).toHaveLength(templates.length);
});

test('a pool that is taken out of the cluster goes with its machines, and its template stays (T11)', async () => {
  await ordered();
  await rancher.change((pools) => pools.filter(({ name }) => name !== 'work'));
  await rancher.running(1);
  await eventually(async () => expect(await rancher.list(DEPLOYMENT)).toHaveLength(1));
  expect(await rancher.list(TEMPLATE)).toHaveLength(2);
});

test('a template that is deleted is made again while a pool has its form, and is gone otherwise (T11, T12)', async () => {
  await ordered();
  const templates = async () => (await rancher.list(TEMPLATE)).map(({ metadata }) => metadata);
  const before = await templates();
  for (const { name } of before) {
    expect((await rancher.send('DELETE', `/v1/${TEMPLATE}s/fleet-default/${name}`)).status).toBe(200);
  }
  const names = before.map(({ name }) => name);
  await eventually(async () => expect((await templates()).map(({ name }) => name)).toEqual(names));
  expect((await templates()).map(({ uid }) => uid)).not.toEqual(before.map(({ uid }) => uid));
  await rancher.change((pools) => pools.filter(({ name }) => name !== 'work'));
  await rancher.running(1);
  await rancher.send('DELETE', `/v1/${TEMPLATE}s/fleet-default/${names[1]}`);
  await eventually(async () => expect((await templates()).map(({ name }) => name)).toEqual(names.slice(0, 1)));
  expect((await rancher.send('DELETE', `/v1/${TEMPLATE}s/fleet-default/${names[1]}`)).status).toBe(404);
});

test('a pool that is paused is not rolled, and is when it goes on (T28)', async () => {
  await ordered({ paused: false });
  await editWork({ paused: true });
  const before = await uids();
  const read = await rancher.send('GET', `${CONFIGS}/fleet-default/nc-work`);
  await rancher.send('PUT', `${CONFIGS}/fleet-default/nc-work`, { ...Object(read.body), flavorId: '3' });
  await eventually(async () => expect(await rancher.list(TEMPLATE)).toHaveLength(3));
  expect(await uids()).toEqual(before);
  await editWork({ paused: false });
  await eventually(async () => {
    const now = await uids();
    expect(now).toHaveLength(2);
    expect(now).not.toEqual(before);
  });
});
