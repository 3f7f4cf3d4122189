import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { personAt } from '#test/e2e/_worlds/customer';
import { runSync } from '#test/e2e/access/run-pass';
import { restrictedPod } from '#test/integration/rancher-projects/run-pod';
import { keycloakAccess } from '../keycloak/start-keycloak.ts';
import { errorsLogged } from '../order/errors-logged.ts';
import { openSharedCluster, type SoldCluster } from './sold-cluster.ts';

const STAGE = 'real';
const access = keycloakAccess.parse(JSON.parse(process.env.PADDOCK_REAL_KEYCLOAK ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const owner = personAt(endpoints, 'owner');
const EVENTUALLY = { timeout: 20_000, interval: 200 };

beforeEach(() => {
  onTestFailed(async () => {
    process.stdout.write(`${await errorsLogged(endpoints, STAGE)}\n`);
  });
});

let sold: SoldCluster;
let username: string;
afterAll(() => sold?.close());

const ordered = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string() });
const changeOrder = z.object({ order_uuid: z.string() });
const quota = z.object({ spec: z.object({ hard: z.record(z.string(), z.string()) }) });
let resource: string;
let namespace: string;
const path = () => `marketplace-resources/${resource}/`;
const pods = () => `/api/v1/namespaces/${namespace}/pods`;
const hard = async () =>
  quota.parse((await sold.inside.get(`/api/v1/namespaces/${namespace}/resourcequotas/custom-resource-quota`)).body).spec
    .hard;

test('projects of a connected cluster are sold', async () => {
  sold = await openSharedCluster(endpoints, access);
  const member = await personAt(endpoints, 'member').call('GET', 'users/me/');
  ({ username } = z.object({ username: z.string() }).parse(member.body));
  await sold.realm.aUser(username);
  expect((await sold.inside.get('/version')).status).toBe(200);
});

test('an order becomes a project with its namespace, its quota, and its GPU policies in the cluster’s Kubernetes', async () => {
  const { project } = endpoints.sample;
  const body = { offering: sold.offering, project, attributes: { name: 'Shop' }, limits: { cpu: 2, ram: 4, gpu: 0 } };
  const { uuid, marketplace_resource_uuid } = ordered.parse(
    (await owner.call('POST', 'marketplace-orders/', body)).body,
  );
  resource = marketplace_resource_uuid;
  expect(await owner.ended(uuid)).toMatchObject({ state: 'done', error_message: '' });
  const shown = z.looseObject({ slug: z.string(), state: z.string() }).parse((await owner.call('GET', path())).body);
  expect(shown).toMatchObject({ state: 'OK' });
  expect(shown).not.toHaveProperty('warning');
  namespace = `waldur-${shown.slug}`;
  expect(await hard()).toEqual({ 'limits.cpu': '2', 'limits.memory': '4Gi', 'requests.nvidia.com/gpu': '0' });
  expect((await sold.inside.get(`/api/v1/namespaces/${namespace}`)).body).toMatchObject({
    metadata: { labels: { 'gpu-pool': 'h100-2x', 'pod-security.kubernetes.io/enforce': 'restricted' } },
  });
  for (const policy of ['enforce-gpu-pool-node-selector', 'default-no-gpu-quota']) {
    expect((await sold.inside.get(`/apis/kyverno.io/v1/clusterpolicies/${policy}`)).status, policy).toBe(200);
  }
});

test('a member gets in with a token of Keycloak that names the group, and the quota refuses what exceeds it', async () => {
  const stranger = await sold.realm.aUser();
  expect(await runSync(endpoints, STAGE, 'sync_project_members')).toMatchObject({ status: 'SUCCEEDED' });
  const entered = await sold.enterAs(username);
  await expect.poll(async () => (await entered.get(pods())).status, EVENTUALLY).toBe(200);
  const amounts = { cpu: '1500m', memory: '3Gi' };
  expect(await entered.post(pods(), restrictedPod('web', amounts))).toMatchObject({ status: 201 });
  expect(await entered.post(pods(), restrictedPod('more', amounts))).toMatchObject({
    ...{ status: 403, body: { message: expect.stringContaining('exceeded quota: ') } },
  });
  expect((await entered.get('/api/v1/namespaces/default/pods')).status).toBe(403);
  expect((await (await sold.enterAs(stranger.username)).get(pods())).status).toBe(403);
});

test('usage counts what is requested', async () => {
  expect(await runSync(endpoints, STAGE, 'sync_project_usages')).toMatchObject({ status: 'SUCCEEDED' });
  const { body } = await owner.call('GET', `marketplace-component-usages/?resource_uuid=${resource}&o=usage`);
  expect(body).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: 'cpu', usage: '1.50' }),
      expect.objectContaining({ type: 'ram', usage: '3.00' }),
    ]),
  );
});

test('other limits are in the quota, and what they leave room for is taken', async () => {
  const answer = await owner.call('POST', `${path()}update_limits/`, { limits: { cpu: 4, ram: 8, gpu: 0 } });
  const { order_uuid } = changeOrder.parse(answer.body);
  expect(await owner.ended(order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await hard()).toMatchObject({ 'limits.cpu': '4', 'limits.memory': '8Gi' });
  const entered = await sold.enterAs(username);
  const more = () => entered.post(pods(), restrictedPod('more', { cpu: '1500m', memory: '3Gi' }));
  // The test polls, since Rancher writes the namespace's quota into the cluster with a delay.
  await expect.poll(async () => (await more()).status, EVENTUALLY).toBe(201);
});

test('termination leaves nothing in Kubernetes, Rancher and Keycloak', async () => {
  expect(await owner.terminate(resource)).toMatchObject({ state: 'done', error_message: '' });
  expect((await sold.inside.get(`/api/v1/namespaces/${namespace}`)).status).toBe(404);
  expect((await sold.opened.rancher.listProjects(sold.clusterId)).map(({ name }) => name)).not.toContain(namespace);
  expect((await sold.realm.ask('GET', '/groups')).body).toEqual([]);
  const entered = await sold.enterAs(username);
  expect((await entered.get(pods())).status).toBe(403);
});
