import { expect, test } from 'vitest';
import { z } from 'zod';
import { withHyphens } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { carriedOut } from '../_worlds/cluster-api-changes.ts';
import { readyCluster } from '../_worlds/cluster-api-world.ts';
import { magnumWorldPerFile } from '../_worlds/magnum-world.ts';
import type { Begun } from '../_worlds/step-world.ts';

const world = await magnumWorldPerFile();
const { ask, store } = world;
const VERSION = 'container-infra 1.14';
const groupsOf = z.object({ nodegroups: z.array(z.looseObject({ uuid: z.string(), name: z.string() })) });
const NO_PLAN = { changes: [], steps: [], objects: [] };

await world.sell('members');
const token = await world.token();
const send = (method: string, path: string, body?: object, version = VERSION) =>
  ask(method, `/v1/clusters/${path}`, { token, version, ...(body && { body }) });
const refusal = (status: number, title: string) => ({
  ...{ status, body: { errors: [{ title: expect.stringContaining(title) }] } },
});

async function finished(begun: Begun): Promise<Begun> {
  const cluster = await store.clusters.get(begun.cluster.uuid);
  return carriedOut(world, begun, { cluster, plan: NO_PLAN, isAccepted: true });
}

test('the number of nodes is set by an action, and by a patch, and the cluster is UPDATE_COMPLETE after it (M23, M41, M42)', async () => {
  const begun = await readyCluster(world, { nodeCount: 1 });
  const { uuid, name } = begun.cluster;
  expect(await send('POST', `${name}/actions/resize`, { node_count: 2, nodegroup: null })).toMatchObject({
    ...{ status: 202, body: { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
  });
  expect((await send('GET', uuid)).body).toMatchObject({ status: 'UPDATE_IN_PROGRESS', node_count: 2 });
  const changed = await finished(begun);
  expect((await send('GET', uuid)).body).toMatchObject({ status: 'UPDATE_COMPLETE', node_count: 2 });
  expect(await send('PATCH', uuid, [{ op: 'replace', path: '/node_count', value: '1' }])).toMatchObject({
    status: 202,
  });
  await finished(changed);
  expect((await send('GET', uuid)).body).toMatchObject({ node_count: 1 });
});

test('actions are there from their microversions on, and refuse what cannot be (M23, M24, M40)', async () => {
  const { cluster } = await readyCluster(world);
  const resize = `${cluster.uuid}/actions/resize`;
  expect(await send('POST', resize, { node_count: 2 }, 'container-infra 1.6')).toMatchObject({ status: 404 });
  const upgrade = `${cluster.uuid}/actions/upgrade`;
  expect(await send('POST', upgrade, { cluster_template: 'x' }, 'container-infra 1.7')).toMatchObject({ status: 404 });
  expect(await send('POST', resize, { node_count: 2, nodegroup: 'default-master' })).toMatchObject(
    refusal(400, 'odd number'),
  );
  expect(await send('POST', upgrade, { cluster_template: 'none' })).toMatchObject(refusal(404, 'ClusterTemplate none'));
  const patch = [{ op: 'replace', path: '/labels/kube_tag', value: 'v1.34.0' }];
  expect(await send('PATCH', cluster.uuid, patch)).toMatchObject(refusal(400, 'Only /node_count'));
  const reader = await world.userWith('reader');
  const asked = { token: reader.token, version: VERSION, body: { node_count: 2 } };
  expect(await ask('POST', `/v1/clusters/${resize}`, asked)).toMatchObject({ status: 403 });
});

test('the credential of a cluster in a cloud is replaced, from microversion 1.12 on (M41)', async () => {
  const { cluster } = await readyCluster(world, { nodeCount: 1 });
  const { uuid, name } = cluster;
  const rotate = (by = token, version = VERSION) => ask('PATCH', `/v1/credentials/${name}`, { token: by, version });
  expect(await rotate()).toMatchObject(refusal(409, 'in memory'));
  const made = await store.clusters.get(uuid);
  if (!made.clusterApi) throw new Error('not a cluster of Cluster API');
  const clusterApi = { ...made.clusterApi, infrastructure: 'openstack' as const };
  await store.commit(store.clusters.replace(changed(made, world.clock.now(), { clusterApi })));
  expect(await rotate(token, 'container-infra 1.11')).toMatchObject({ status: 404 });
  expect(await rotate((await world.userWith('reader')).token)).toMatchObject({ status: 403 });
  expect(await rotate()).toMatchObject({ status: 202, body: { uuid: withHyphens(uuid) } });
  expect((await send('GET', uuid)).body).toMatchObject({ status: 'UPDATE_IN_PROGRESS' });
  expect((await store.clusters.get(uuid)).clusterApi).toMatchObject({ credentialGeneration: 1 });
});

test('node groups are listed, made, changed and deleted (M26, M40)', async () => {
  const begun = await readyCluster(world);
  const path = `${begun.cluster.name}/nodegroups`;
  expect(await send('GET', path, undefined, 'container-infra 1.8')).toMatchObject({ status: 404 });
  const before = groupsOf.parse((await send('GET', path)).body).nodegroups;
  expect(before).toMatchObject([
    { name: 'default-master', role: 'master', is_default: true, node_count: 1, status: 'CREATE_COMPLETE' },
    { name: 'default-worker', role: 'worker', is_default: true, node_count: 1 },
  ]);
  const wanted = {
    name: 'gpu',
    node_count: 1,
    max_node_count: 3,
    node_labels: { tier: 'gpu' },
    node_taints: ['gpu=:NoSchedule'],
  };
  expect(await send('POST', `${path}/`, wanted)).toMatchObject({
    status: 202,
    body: { name: 'gpu', node_count: 1, max_node_count: 3, is_default: false, status: 'CREATE_IN_PROGRESS' },
  });
  const made = await finished(begun);
  expect((await send('GET', `${path}/gpu`)).body).toMatchObject({ status: 'CREATE_COMPLETE' });
  const { uuid = '' } =
    groupsOf.parse((await send('GET', path)).body).nodegroups.find(({ name }) => name === 'gpu') ?? {};
  expect((await send('GET', `${path}/${uuid}`)).body).toMatchObject({
    ...{ name: 'gpu', role: 'worker', node_labels: { tier: 'gpu' }, node_taints: ['gpu=:NoSchedule'] },
    links: [{ rel: 'self' }, { rel: 'bookmark' }],
  });
  expect(Object.keys(Object((await send('GET', `${path}/gpu`, undefined, 'container-infra 1.13')).body))).not.toContain(
    'node_labels',
  );
  const patch = [{ op: 'replace', path: '/max_node_count', value: 5 }];
  expect(await send('PATCH', `${path}/gpu`, patch)).toMatchObject({ status: 202, body: { max_node_count: 5 } });
  const changed = await finished(made);
  const resize = { node_count: 2, nodegroup: uuid };
  expect(await send('POST', `${begun.cluster.name}/actions/resize`, resize)).toMatchObject({ status: 202 });
  const resized = await finished(changed);
  expect((await send('GET', `${path}/gpu`)).body).toMatchObject({ node_count: 2, status: 'UPDATE_COMPLETE' });
  expect((await send('GET', `${path}/default-worker`)).body).toMatchObject({ status: 'CREATE_COMPLETE' });
  expect(await send('DELETE', `${path}/default-worker`)).toMatchObject({ status: 409 });
  expect(await send('DELETE', `${path}/${uuid}`)).toMatchObject({ status: 204 });
  expect((await send('GET', `${path}/gpu`)).body).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
  await finished(resized);
  expect(await send('GET', `${path}/gpu`)).toMatchObject(refusal(404, 'Nodegroup gpu could not be found.'));
});

test('a member’s change waits for nobody if it costs no more, and is refused if orders wait for an owner (M23)', async () => {
  const begun = await readyCluster(world, { nodeCount: 2 });
  const { uuid } = begun.cluster;
  const resize = async (role: 'member' | 'manager', nodeCount: number) => {
    const who = await world.userWith(role);
    const asked = { token: who.token, version: VERSION, body: { node_count: nodeCount } };
    return ask('POST', `/v1/clusters/${uuid}/actions/resize`, asked);
  };
  const addGroup = async () => {
    const who = await world.userWith('member');
    const body = { name: 'more', node_count: 1 };
    return ask('POST', `/v1/clusters/${uuid}/nodegroups`, { token: who.token, version: VERSION, body });
  };
  await world.sell('managers');
  const dearer = refusal(403, 'This change raises the price of the cluster, so the role CUSTOMER.OWNER is needed.');
  expect(await resize('member', 12)).toMatchObject(dearer);
  expect(await addGroup()).toMatchObject(dearer);
  expect(await resize('member', 1)).toMatchObject({ status: 202 });
  const smaller = await finished(begun);
  expect(await resize('manager', 2)).toMatchObject({ status: 202 });
  await finished(smaller);
  await world.sell('members');
  expect(await resize('member', 3)).toMatchObject({ status: 202 });
});
