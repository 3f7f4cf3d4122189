import { setTimeout as pause } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { clusterApiOrder, sellClusterApi, simulatedManagement } from '#infra/local/cluster-api-market';
import { until } from '#infra/local/until';
import { relayOrders } from '#shared/contracts/relay-exchange';
import { VERSION } from '#shared/contracts/version';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { addAddOns } from './_worlds/add-ons.ts';
import { personAt } from './_worlds/customer.ts';
import { clientOptions, STAGE } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const lambda = new LambdaClient(clientOptions(endpoints));
const owner = personAt(endpoints, 'owner');
const staff = personAt(endpoints, 'staff');

let management: Simulator;
beforeAll(async () => {
  management = await startSimulator('cluster-api');
  await management.setDelays({ pace: 0.01 });
  await addAddOns(management);
});
afterAll(() => management.stop());

/** The result of a deployed function, or its error. */
async function answerOf(entry: string, payload: object): Promise<unknown> {
  const sent = new InvokeCommand({ FunctionName: `${STAGE}-${entry}`, Payload: JSON.stringify(payload) });
  const { Payload } = await lambda.send(sent);
  return JSON.parse(Buffer.from(Payload ?? []).toString());
}

/**
 * Backs up the cluster with the sync job, and lists the backup as an operator does. The restore is refused, because the
 * cluster still exists in the management cluster.
 */
async function copied(clusterUuid: string): Promise<void> {
  expect(await answerOf('syncs-back-up-management', {})).toEqual({
    made: 1,
    skipped: 0,
    failed: 0,
    late: 0,
    deleted: 0,
  });
  const restore = (what: object) => answerOf('ops-restore-management', { cluster_uuid: clusterUuid, ...what });
  const { versions } = z
    .object({ versions: z.array(z.object({ version: z.string(), size_bytes: z.number() })).length(1) })
    .parse(await restore({ do: 'list' }));
  for (const version of [undefined, versions[0]?.version]) {
    expect(await restore({ do: 'restore', version })).toMatchObject({
      errorMessage: expect.stringContaining('already has a cluster kube-'),
    });
  }
}

const objects = z.record(
  z.string(),
  z.array(z.looseObject({ id: z.string().optional(), name: z.string().optional() })),
);
const KINDS = [
  ...['servers', 'ports', 'networks', 'subnets', 'routers', 'security_groups', 'floating_ips', 'volumes'],
  ...['load_balancers', 'server_groups', 'application_credentials'],
];
async function inCloud(): Promise<Record<string, string[]>> {
  const answer = await fetch(`${endpoints.openstack.demo}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  const state = objects.parse(await answer.json());
  return Object.fromEntries(
    KINDS.map((kind) => [kind, (state[kind] ?? []).map(({ id, name }) => `${id} ${name}`).sort()]),
  );
}

async function terminated(resourceUuid: string, path: string): Promise<void> {
  const { body } = await owner.call('POST', `marketplace-resources/${resourceUuid}/terminate/`, {});
  const { order_uuid } = z.object({ order_uuid: z.string() }).parse(body);
  expect(await owner.ended(order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  const wait = { tooLate: 'The cluster is still there.', timeoutMs: 20_000, intervalMs: 100 };
  await until(wait, async () => ((await owner.call('GET', path)).status === 404 ? true : undefined));
}

const stateOf = z.looseObject({ state: z.string() });

async function changed(path: string, change: string, body: object) {
  expect(await owner.call('POST', `${path}${change}`, body)).toMatchObject({ status: 202 });
  const wait = { tooLate: 'The cluster is still being changed.', timeoutMs: 60_000, intervalMs: 100 };
  return until(wait, async () => {
    const found = stateOf.parse((await owner.call('GET', path)).body);
    return ['OK', 'ERRED'].includes(found.state) ? found : undefined;
  });
}

test('a cluster of Cluster API is ordered by a template, pulled, used, copied, resized, upgraded, and terminated without a trace (S3-001, S3-020, S3-022, S3-024, S3-027, S3-029, S3-039, M23, M24)', async () => {
  const market = await sellClusterApi(endpoints, simulatedManagement(management.printed));
  await staff.call('PATCH', `service-settings/${market.settings}/`, { options: { state_backup: true } });
  const placed = await owner.place(clusterApiOrder(market, endpoints, 'by-template'));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const path = `rancher-clusters/${placed.resource_uuid}/`;
  expect((await owner.call('GET', path)).body).toMatchObject({
    ...{ state: 'OK', runtime_state: 'active', backend_id: expect.stringMatching(/^kube-[a-z0-9]{10}$/) },
  });
  expect(await owner.call('POST', `${path}pull/`)).toMatchObject({ status: 202 });

  const { body: kubeconfig } = await owner.call('POST', `${path}kubeconfig/`, {});
  expect(kubeconfig).toMatchObject({ config: expect.stringContaining('client-certificate-data') });

  await copied(placed.resource_uuid ?? '');

  await changed(path, 'resize/', { node_count: 3 });
  const version = { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2' };
  expect(await owner.call('POST', `${path}upgrade_cluster_api/?dry_run=true`, version)).toMatchObject({
    status: 200,
    body: {
      steps: [
        { kind: 'replace', node_group: 'default-master' },
        { kind: 'replace', count: 3 },
      ],
    },
  });
  expect(await changed(path, 'upgrade_cluster_api/', version)).toMatchObject({
    ...{ state: 'OK', runtime_state: 'active', kubernetes_version: 'v1.34.2' },
  });
  expect((await owner.call('GET', `${path}node_groups/`)).body).toMatchObject([
    { name: 'default-master', ready_node_count: 1, updated_node_count: 1 },
    { name: 'default-worker', ready_node_count: 3, updated_node_count: 3 },
  ]);

  await terminated(placed.marketplace_resource_uuid, path);
  expect(await answerOf('syncs-back-up-management', {})).toMatchObject({ made: 0, deleted: 1 });
}, 240_000);

test('its machines are servers of the tenant, its API is behind a load balancer, and nothing is left there (S3-001, S3-011, S3-028, M14, M25)', async () => {
  const market = await sellClusterApi(endpoints, simulatedManagement(management.printed), {
    infrastructure: 'openstack',
  });
  const before = await inCloud();
  const order = clusterApiOrder(market, endpoints, 'in-the-cloud');
  expect(await owner.call('POST', 'marketplace-orders/plan/', order)).toMatchObject({
    status: 200,
    body: {
      ...{ valid: true, errors: [], objects: null },
      cluster_api: {
        ...{ kubernetes_version: 'v1.33.5', server_groups: ['kube-{name}', 'kube-{name}-default-worker'] },
        objects: expect.arrayContaining(['Cluster kube-{name}', 'Secret kube-{name}-cloud-config']),
        node_groups: [
          { name: 'default-master', node_count: 1 },
          { name: 'default-worker', node_count: 2 },
        ],
      },
    },
  });
  const placed = await owner.place(order);
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const path = `rancher-clusters/${placed.resource_uuid}/`;
  const { backend_id: name } = z.looseObject({ backend_id: z.string() }).parse((await owner.call('GET', path)).body);
  const during = await inCloud();
  const added = (kind: string) => (during[kind] ?? []).filter((row) => !before[kind]?.includes(row));
  expect(added('servers')).toHaveLength(3);
  expect(added('server_groups')).toHaveLength(2);
  expect(added('load_balancers')).toEqual([expect.stringContaining(`k8s-clusterapi-cluster-paddock-${name}-kubeapi`)]);
  expect(added('floating_ips')).toHaveLength(1);
  await terminated(placed.marketplace_resource_uuid, path);
  expect(await inCloud()).toEqual(before);
}, 240_000);

const RELAY_TOKEN = '1f8b3c6a9d2e4f70a5c8e1b4d7f0a3c6';
/** Simulates a relay for all clusters that Paddock assigns to it, until `stopped` is aborted. */
async function relay(settings: string, stopped: AbortSignal): Promise<void> {
  let reached: { serverName: string }[] = [];
  while (!stopped.aborted) {
    const clusters = reached.map(({ serverName }) => ({ serverName, isReachable: true }));
    const answer = await fetch(`${endpoints.api}/webhooks/relays`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${settings}.${RELAY_TOKEN}` },
      body: JSON.stringify({ name: 'net1', version: VERSION, address: '192.0.2.5', port: 44_355, clusters }),
      signal: AbortSignal.timeout(20_000),
    });
    if (answer.ok) reached = relayOrders.parse(await answer.json()).clusters;
    await pause(200);
  }
}

test('an order without a floating IP ends when a relay reports, and makes none (S3-009, S3-031, M5, M32)', async () => {
  const market = await sellClusterApi(endpoints, simulatedManagement(management.printed), {
    infrastructure: 'openstack',
  });
  await staff.call('PATCH', `service-settings/${market.settings}/`, { options: { relay_token: RELAY_TOKEN } });
  const before = await inCloud();
  const { attributes, ...order } = clusterApiOrder(market, endpoints, 'by-relay');
  const labels = { master_lb_floating_ip_enabled: 'false' };
  const placed = await owner.place({ ...order, attributes: { ...attributes, labels, merge_labels: true } });
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const reports = relay(market.settings, stopped.signal);
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const path = `rancher-clusters/${placed.resource_uuid}/`;
  expect((await inCloud()).floating_ips).toEqual(before.floating_ips);
  expect(await owner.call('POST', `${path}kubeconfig/`, {})).toMatchObject({ status: 409 });
  expect((await staff.call('GET', 'cluster-api-relays/')).body).toMatchObject([{ name: 'net1', stale: false }]);
  await terminated(placed.marketplace_resource_uuid, path);
  stopped.abort();
  await reports;
  expect(await inCloud()).toEqual(before);
}, 240_000);
