import { readFileSync } from 'node:fs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import { type ClusterApiMarket, clusterApiOrder, sellClusterApi } from '#infra/local/cluster-api-market';
import type { Endpoints } from '#infra/local/endpoints';
import { kubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';
import { personAt } from '#test/e2e/_worlds/customer';
import { clientOptions } from '#test/e2e/_worlds/deployed-stack';
import { errorsLogged } from '../order/errors-logged.ts';
import { loseCluster, objectsOf } from './lose-cluster.ts';

/** Tests an order at a deployed Paddock. Cluster API's own managers carry out the order, with machines in memory. */
const STAGE = 'real';
const address = z.object({ url: z.string(), token: z.string(), ca: z.string(), namespace: z.string() });
const management = address.parse(JSON.parse(process.env.PADDOCK_REAL_CLUSTER_API_MANAGEMENT ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const owner = personAt(endpoints, 'owner');
const staff = personAt(endpoints, 'staff');
const client = kubernetesClient(management);
const LONG = { timeout: 240_000, interval: 500 };
const EVENTUALLY = { timeout: 60_000, interval: 500 };

beforeEach(() => {
  onTestFailed(async () => {
    process.stdout.write(`${await errorsLogged(endpoints, STAGE)}\n`);
  });
});
afterAll(() => client.close());

const items = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
const namesOf = async (kind: string) => {
  const { body } = await client.ask('GET', `/apis/cluster.x-k8s.io/v1beta1/namespaces/${management.namespace}/${kind}`);
  return items.parse(body).items.map(({ metadata }) => metadata.name);
};

const status = z.object({
  ...{ spec: z.object({ paused: z.boolean().optional() }) },
  status: z.object({ v1beta2: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })) }) }),
});
async function isAvailable(name: string): Promise<boolean> {
  const root = `/apis/cluster.x-k8s.io/v1beta1/namespaces/${management.namespace}/clusters`;
  const read = status.safeParse((await client.ask('GET', `${root}/${name}`)).body);
  const conditions = read.data?.spec.paused ? [] : (read.data?.status.v1beta2.conditions ?? []);
  return conditions.some((one) => one.type === 'Available' && one.status === 'True');
}

let market: ClusterApiMarket;
beforeAll(async () => {
  market = await sellClusterApi(endpoints, management);
});

let cluster: string;
let resource: string;
const path = () => `rancher-clusters/${cluster}/`;
const ended = async (of: string) => expect(await owner.ended(of)).toMatchObject({ state: 'done', error_message: '' });

test('an order is done when the managers have made all machines', async () => {
  const placed = await owner.place(clusterApiOrder(market, endpoints, 'by-managers'));
  cluster = placed.resource_uuid ?? '';
  resource = placed.marketplace_resource_uuid;
  await ended(placed.uuid);
  const { body } = await owner.call('GET', path());
  const { backend_id } = z.looseObject({ backend_id: z.string() }).parse(body);
  expect(body).toMatchObject({ state: 'OK', runtime_state: 'active' });
  expect(await namesOf('clusters')).toEqual([backend_id]);
  expect(await namesOf('machines')).toHaveLength(3);
});

async function changed(change: string, body: object): Promise<unknown> {
  expect(await owner.call('POST', `${path()}${change}/`, body)).toMatchObject({ status: 202 });
  await expect.poll(async () => ['OK', 'ERRED'].includes((await owner.cluster(cluster)).state), LONG).toBe(true);
  return (await owner.call('GET', path())).body;
}

test('more workers are ready when the change is done, and no machine was replaced', async () => {
  const before = await namesOf('machines');
  expect(await changed('resize', { node_count: 3 })).toMatchObject({ state: 'OK' });
  const machines = await namesOf('machines');
  expect(machines).toHaveLength(4);
  expect(machines).toEqual(expect.arrayContaining(before));
});

/** Calls a deployed function and returns its answer. If the function fails, the answer describes the failure. */
async function answerOf(entry: string, payload: object): Promise<unknown> {
  const lambda = new LambdaClient(clientOptions(endpoints));
  const sent = new InvokeCommand({ FunctionName: `${STAGE}-${entry}`, Payload: JSON.stringify(payload) });
  return JSON.parse(Buffer.from((await lambda.send(sent)).Payload ?? []).toString());
}

test('a cluster that the management cluster has lost is restored from its copy, and no machine is replaced (S3-020, M6)', async () => {
  const place = { client, namespace: management.namespace };
  const { backend_id: name } = z.looseObject({ backend_id: z.string() }).parse((await owner.call('GET', path())).body);
  await staff.call('PATCH', `service-settings/${market.settings}/`, { options: { state_backup: true } });
  expect(await answerOf('syncs-back-up-management', {})).toMatchObject({ made: 1, failed: 0 });
  const before = await objectsOf(place, name);
  await loseCluster(place, name);
  expect(await objectsOf(place, name)).toEqual([]);

  const restored = await answerOf('ops-restore-management', { cluster_uuid: cluster, do: 'restore' });
  expect(restored).toMatchObject({ objects: expect.any(Array) });
  await expect.poll(() => isAvailable(name), LONG).toBe(true);
  const after = await objectsOf(place, name);
  const machines = (found: typeof before) =>
    found.filter(({ kind }) => kind.endsWith('Machine')).map((one) => one.name);
  expect(machines(after).toSorted()).toEqual(machines(before).toSorted());
  expect(after.filter(({ uid }) => before.some((one) => one.uid === uid))).toEqual([]);
  expect(await owner.call('POST', `${path()}pull/`)).toMatchObject({ status: 202 });
});

test('renewed certificates come with a new control plane machine, and no worker is replaced (M27)', async () => {
  const before = await namesOf('machines');
  expect(await changed('renew_certificates', {})).toMatchObject({ state: 'OK' });
  const machines = await namesOf('machines');
  expect(machines).toHaveLength(before.length);
  expect(machines.filter((name) => !before.includes(name))).toHaveLength(1);
});

test('an upgrade replaces all machines', async () => {
  const before = await namesOf('machines');
  const version = { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2' };
  expect(await changed('upgrade_cluster_api', version)).toMatchObject({
    ...{ state: 'OK', kubernetes_version: 'v1.34.2' },
  });
  const machines = await namesOf('machines');
  expect(machines).toHaveLength(4);
  expect(machines.filter((name) => before.includes(name))).toEqual([]);
});

test('a termination leaves no object of the cluster', async () => {
  const { body } = await owner.call('POST', `marketplace-resources/${resource}/terminate/`, {});
  await ended(z.object({ order_uuid: z.string() }).parse(body).order_uuid);
  await expect.poll(async () => (await owner.call('GET', path())).status, EVENTUALLY).toBe(404);
  for (const kind of ['clusters', 'machines', 'machinedeployments', 'machinesets'])
    expect(await namesOf(kind)).toEqual([]);
});
