import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { summaryOf } from '#shared/domain/nodes/node';
import { aCluster, aNode, aNodeSpec, aResource, aUuid } from '#test/builders/builders';
import {
  aRegisteredCluster,
  EVENTUALLY,
  issuedToken,
  type OpenedRancher,
  openRancher,
} from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import { connect } from '#test/simulators/rancher/_core/rancher-client';
import type { Person } from '../_worlds/api-under-test.ts';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type Market, openMarket, rancherOptions } from '../_worlds/market.ts';

const [OLD, NEW] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'];

let simulator: Simulator;
let opened: OpenedRancher;
/**
 * One cluster in Rancher. All tests share this cluster and do not change it. Each test has its own records of the
 * cluster.
 */
let inRancher: { name: string; id: string } | undefined;
let market: Market;
let settingsUuid: string;
const site = { ...DEFAULT_SITE_SETTINGS };
beforeAll(async () => {
  simulator = await borrowSimulator('rancher');
  await simulator.setDelays({ pace: 0.01 });
  const { access_key: username, secret_key: password } = z
    .object({ access_key: z.string(), secret_key: z.string() })
    .parse(simulator.printed);
  opened = await openRancher({ url: simulator.url, key: { username, password }, simulator, stop: simulator.stop });
}, 60_000);
afterAll(() => opened.close());
beforeEach(async () => {
  await simulator.clearFaults();
  Object.assign(site, DEFAULT_SITE_SETTINGS);
  market = await openMarket({ site });
  const { username, password } = opened.backend.key;
  const options = { ...rancherOptions(), backend_url: simulator.url, username, password };
  ({ uuid: settingsUuid } = await market.create('service-settings/', market.people.staff, {
    ...{ type: 'Rancher', name: 'rancher-1', options },
  }));
});

async function built(): Promise<{ name: string; id: string }> {
  const cluster = await opened.aManagedCluster();
  const token = await issuedToken(opened, cluster.id);
  for (const name of ['s1', 's2', 's3']) await connect(simulator, token, { name, roles: ['etcd', 'controlplane'] });
  await connect(simulator, token, { name: 'a1', roles: ['worker'] });
  const state = async () => (await opened.rancher.findCluster(cluster.id))?.state;
  await expect.poll(state, EVENTUALLY).toBe('active');
  const states = async () => (await opened.nodesIn(cluster)).map((node) => node.state);
  await expect.poll(states, EVENTUALLY).toEqual(['active', 'active', 'active', 'active']);
  return cluster;
}

/** Records of the cluster in Rancher, with a node row for each machine. */
async function standing(fields: Partial<Cluster> = {}, names = ['s1', 's2', 's3', 'a1']) {
  const { store, customerUuid, projectUuid, clock } = market;
  const place = { customerUuid, projectUuid, settingsUuid };
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  inRancher ??= await built();
  const { id: backendId, name } = inRancher;
  const cluster = aCluster({ ...place, backendId, name, state: 'OK', resourceUuid: resource.uuid, ...fields });
  const nodes = names.map((nodeName) => {
    const role = nodeName.startsWith('s') ? 'server' : 'agent';
    const spec = aNodeSpec({ name: nodeName, role });
    return aNode({ ...place, clusterUuid: cluster.uuid, state: 'OK', runtimeState: 'active', spec });
  });
  await store.commit(
    store.resources.insert(resource),
    store.clusters.insert({ ...cluster, nodes: nodes.map(summaryOf) }),
    ...nodes.map((node) => store.nodes.insert(node)),
  );
  const now = () => store.clusters.get(cluster.uuid);
  return {
    ...{ uuid: cluster.uuid, resource, now },
    upgrade: (body: object, person: Person = market.people.owner) =>
      market.ask('POST', `rancher-clusters/${cluster.uuid}/upgrade/`, { ...person, body }),
    rows: async () =>
      JSON.stringify([await now(), await store.resources.get(resource.uuid), await store.outbox.listPending(9)]),
    become: async (state: Cluster['state'], more: Partial<Cluster> = {}) =>
      store.commit(store.clusters.replace(clusterMovesTo(await now(), state, clock.now(), more))),
    change: async (more: Partial<Cluster>) =>
      store.commit(store.clusters.replace(changed(await now(), clock.now(), more))),
  };
}

describe('an upgrade', () => {
  test('is accepted at once: cluster and resource wait for it, and say to what (S0-420)', async () => {
    const { uuid, upgrade, now, resource } = await standing();
    const body = { kubernetes_version: NEW, drain: { timeout: 300, force: 'false' }, worker_concurrency: 2 };
    expect(await upgrade(body, market.people.manager)).toMatchObject({ status: 202, body: { from_version: OLD } });
    const drain = { enabled: true, timeoutSeconds: 300, force: false, disableEviction: false, gracePeriodSeconds: -1 };
    const wanted = { from: OLD, to: NEW, workerConcurrency: 2, upgradedNodes: 0, drain };
    expect(await now()).toMatchObject({ state: 'UPDATE_SCHEDULED', kubernetesVersion: OLD, upgrade: wanted });
    expect(await market.store.resources.get(resource.uuid)).toMatchObject({ state: 'Updating' });
    const { operations } = await market.store.outbox.listPending(10);
    expect(operations).toMatchObject([
      { machine: 'upgrade-cluster', clusterUuid: uuid, uuid: (await now()).operationUuid },
    ]);
    const shown = await market.ask('GET', `rancher-clusters/${uuid}/`, market.people.member);
    expect(shown.body).toMatchObject({
      ...{ state: 'UPDATE_SCHEDULED', kubernetes_version: OLD, progress: 0, marketplace_resource_state: 'Updating' },
      upgrade: { from_version: OLD, to_version: NEW, upgraded_nodes: 0 },
    });
    expect((await upgrade({ kubernetes_version: NEW })).status).toBe(409);
  });

  test('can be tried: the plan, in the order in which nodes are taken, and nothing is written', async () => {
    const { upgrade, rows } = await standing();
    const before = await rows();
    expect(await upgrade({ kubernetes_version: NEW, dry_run: true })).toMatchObject({
      status: 200,
      body: {
        ...{ from_version: OLD, to_version: NEW, server_concurrency: 1, worker_concurrency: 1 },
        nodes: ['s1', 's2', 's3', 'a1'].map((name) => ({ name, kubernetes_version: OLD, uuid: expect.any(String) })),
        drain: {
          ...{ enabled: true, timeout: 120, force: true, ignore_daemon_sets: true, delete_empty_dir_data: true },
          ...{ disable_eviction: false, grace_period: -1 },
        },
        warnings: expect.arrayContaining([expect.stringContaining('emptyDir')]),
      },
    });
    expect(await rows()).toBe(before);
    expect(await simulator.countOf('PUT', '')).toBe(0);
  });

  test('is for administrators, and not in read-only mode', async () => {
    const { upgrade } = await standing();
    const { outsider, member, manager, staff } = market.people;
    const tried = { kubernetes_version: NEW, dry_run: true };
    const statuses = [];
    for (const person of [outsider, member, manager]) statuses.push((await upgrade(tried, person)).status);
    expect(statuses).toEqual([404, 403, 200]);
    site.readOnlyMode = true;
    expect((await upgrade(tried, staff)).status).toBe(405);
  });
});

describe('an upgrade is refused', () => {
  test.each<[object, object]>([
    [{}, { kubernetes_version: ['This field is required.'] }],
    [
      { kubernetes_version: 'v1.32' },
      { kubernetes_version: ['Enter a version as Rancher writes it, such as v1.31.7+rke2r1.'] },
    ],
    [{ kubernetes_version: NEW, drian: {} }, { drian: ['Unknown attribute. Did you mean "drain"?'] }],
    [{ kubernetes_version: NEW, drain: { timeout: -1 } }, { drain: { timeout: [expect.any(String)] } }],
    [{ kubernetes_version: NEW, worker_concurrency: 0 }, { worker_concurrency: [expect.any(String)] }],
    [{ kubernetes_version: OLD }, { kubernetes_version: [`The cluster runs ${OLD} already.`] }],
    [
      { kubernetes_version: 'v1.30.11+rke2r1' },
      { kubernetes_version: [`The cluster runs ${OLD}, and cannot be downgraded.`] },
    ],
    [
      { kubernetes_version: 'v1.33.0+rke2r1' },
      {
        kubernetes_version: [
          `Upgrade by one minor version at a time. The cluster runs ${OLD}, so upgrade it to v1.32 first.`,
        ],
      },
    ],
    [
      { kubernetes_version: 'v1.32.9+rke2r1' },
      { kubernetes_version: [`Rancher does not offer v1.32.9+rke2r1. It offers ${NEW}.`] },
    ],
  ])('%j, by the field that is wrong (S0-421)', async (body, said) => {
    const { upgrade, rows } = await standing();
    const before = await rows();
    expect(await upgrade(body)).toMatchObject({ status: 400, body: said });
    expect(await rows()).toBe(before);
  });

  test('of a cluster with a server that Rancher does not have, with its name', async () => {
    const { upgrade } = await standing({}, ['s1', 's2', 's3', 's4', 'a1']);
    expect(await upgrade({ kubernetes_version: NEW })).toMatchObject({
      status: 409,
      body: { detail: 'The cluster is degraded, but every node has to be active: server s4 is not in Rancher.' },
    });
  });

  test('of a cluster that was made elsewhere, whether Rancher has an object of it or not', async () => {
    const { upgrade, change } = await standing();
    const elsewhere = {
      status: 409,
      body: { detail: 'Rancher did not install this cluster: change it with the tool that installed it.' },
    };
    await change({ provisioningName: 'nobody' });
    expect(await upgrade({ kubernetes_version: NEW })).toMatchObject(elsewhere);
    const { id: backendId, name: provisioningName } = await aRegisteredCluster(opened);
    await change({ backendId, provisioningName });
    expect(await upgrade({ kubernetes_version: NEW })).toMatchObject(elsewhere);
  });

  test('while something is done to a node, or to the cluster, or where it failed otherwise', async () => {
    const { upgrade, change, become, now } = await standing();
    const [node] = (await now()).nodes;
    const since = new Date().toISOString();
    await change({ nodeOperations: [{ uuid: aUuid(), nodeUuid: node?.uuid ?? '', machine: 'add-node', since }] });
    expect(await upgrade({ kubernetes_version: NEW })).toMatchObject({
      status: 409,
      body: { detail: `These nodes of the cluster are being changed: ${node?.name}. Wait until this has ended.` },
    });
    await become('ERRED', { nodeOperations: [] });
    expect(await upgrade({ kubernetes_version: NEW })).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: OK.' },
    });
  });

  test('of a cluster that Rancher does not have, and not at all while Rancher is away', async () => {
    const { upgrade, change } = await standing();
    await simulator.plan({ path: '^/v3/nodes', kind: 'status', status: 503 });
    expect((await upgrade({ kubernetes_version: NEW })).status).toBe(503);
    await simulator.clearFaults();
    await change({ backendId: 'c-m-nobody00' });
    expect(await upgrade({ kubernetes_version: NEW })).toMatchObject({
      status: 409,
      body: { detail: 'Rancher does not have the cluster any more.' },
    });
  });
});
