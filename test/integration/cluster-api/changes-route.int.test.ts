import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { aCluster } from '#test/builders/builders';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from '../_worlds/api-under-test.ts';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { clusterOfClusterApi, managementAccess } from '../_worlds/cluster-of-cluster-api.ts';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';

let management: Simulator;
let now: StockedMarket;
beforeAll(async () => {
  management = await borrowSimulator('cluster-api');
});
afterAll(() => management.stop());
stockedMarketPerTest((given) => {
  now = given;
});

const aClusterOfClusterApi = (infrastructure?: 'in-memory' | 'openstack') =>
  clusterOfClusterApi(now, management, infrastructure);

test('node groups are listed, filtered and shown with Magnum’s fields (M26, M41)', async () => {
  const { ask } = await aClusterOfClusterApi();
  const { body } = await ask('GET', 'node_groups/?role=worker');
  expect(body).toMatchObject([
    {
      ...{ name: 'default-worker', role: 'worker', is_default: true, node_count: 2, min_node_count: 1 },
      ...{ max_node_count: null, flavor_id: 'm1.large', present_node_count: 0, node_labels: {}, node_taints: [] },
    },
  ]);
  expect(await ask('GET', 'node_groups/default-worker/?field=name')).toMatchObject({
    ...{ status: 200, body: { name: 'default-worker' } },
  });
  expect(await ask('GET', 'node_groups/none/')).toMatchObject({ status: 404 });
});

const CHANGES = [
  ['POST', 'resize/', { node_count: 3, nodegroup: 'default-worker', nodes_to_remove: [] }, 'node_count'],
  ['POST', 'node_groups/', { name: 'gpu', node_count: 2, flavor_id: 'm1.large', node_labels: { tier: 'a' } }, 'name'],
  ['PATCH', 'node_groups/default-worker/', { min_node_count: 0, max_node_count: 5 }, 'min_node_count'],
  ['PATCH', 'cluster_api_labels/', { labels: { auto_healing_enabled: 'false' } }, 'auto_healing_enabled'],
  [
    ...(['POST', 'upgrade_cluster_api/'] as const),
    { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2', max_batch_size: 2 },
    'kube_tag',
  ],
] as const;

test.each(CHANGES)(
  '%s %s is planned by a dry run, accepted, and refuses another change until it is done (M23, M24, M26)',
  async (method, path, body, field) => {
    const { ask, stored } = await aClusterOfClusterApi();
    const plan = await ask(method, `${path}?dry_run=true`, body);
    expect(plan).toMatchObject({ status: 200, body: { objects: expect.any(Array) } });
    expect(JSON.stringify(plan.body)).toContain(`"field":"${field}"`);
    expect((await stored()).state).toBe('OK');
    expect(await ask(method, path, body)).toMatchObject({ status: 202, body: plan.body });
    expect(await stored()).toMatchObject({ state: 'UPDATE_SCHEDULED', kubernetesVersion: 'v1.33.5' });
    expect(await ask('POST', 'resize/', { node_count: 1 })).toMatchObject({ status: 409 });
  },
);

test('a new credential is planned by a dry run and accepted, and a body with fields is refused (M27)', async () => {
  const { ask, stored } = await aClusterOfClusterApi('openstack');
  const path = 'rotate_credentials/';
  const { body } = await ask('POST', `${path}?dry_run=true`);
  expect(body).toMatchObject({
    changes: [{ node_group: '', field: 'application_credential', class: 'in-place' }],
    objects: [expect.stringContaining('-cloud-config'), expect.stringContaining('-cloud-provider')],
  });
  expect(await ask('POST', path, { services: [] })).toMatchObject({ status: 400 });
  expect((await stored()).state).toBe('OK');
  expect(await ask('POST', path)).toMatchObject({ status: 202, body });
  expect(await stored()).toMatchObject({ state: 'UPDATE_SCHEDULED', clusterApi: { credentialGeneration: 1 } });
});

test('new certificates of the control plane are planned by a dry run and accepted (M27)', async () => {
  const { ask, stored } = await aClusterOfClusterApi();
  const { capiName = '' } = (await stored()).clusterApi ?? {};
  const { token, namespace } = managementAccess.parse(management.printed);
  const labels = { 'cluster.x-k8s.io/control-plane': '', 'cluster.x-k8s.io/cluster-name': capiName };
  const machine = {
    apiVersion: 'cluster.x-k8s.io/v1beta1',
    kind: 'Machine',
    metadata: { name: `${capiName}-a`, labels },
  };
  await fetch(`${management.url}/apis/cluster.x-k8s.io/v1beta1/namespaces/${namespace}/machines`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    body: JSON.stringify({ ...machine, spec: { clusterName: capiName, bootstrap: {} } }),
  });
  const { body } = await ask('POST', 'renew_certificates/?dry_run=true');
  expect(body).toMatchObject({ changes: [{ node_group: 'default-master', field: 'certificates' }] });
  expect(await ask('POST', 'renew_certificates/')).toMatchObject({ status: 202, body });
});

test('there is nothing to rotate without a cloud, or without control plane machines (M27)', async () => {
  const { ask } = await aClusterOfClusterApi();
  const refused = (text: string) => ({ status: 409, body: { detail: expect.stringContaining(text) } });
  expect(await ask('POST', 'rotate_credentials/')).toMatchObject(refused('in memory'));
  expect(await ask('POST', 'renew_certificates/')).toMatchObject(refused('no control plane machines'));
});

test.each([
  ...CHANGES.map(([method, path, body]) => ({ method, path, body })),
  { method: 'DELETE', path: 'node_groups/gpu/', body: undefined },
  { method: 'POST', path: 'rotate_credentials/', body: undefined },
  { method: 'POST', path: 'renew_certificates/', body: undefined },
] as const)(
  '$method $path is answered 503 while the management cluster does not answer, and changes nothing',
  async ({ method, path, body }) => {
    const { ask, stored } = await aClusterOfClusterApi();
    const before = await stored();
    await management.plan({ kind: 'refuse', path: '.' });
    onTestFinished(() => management.clearFaults());
    expect(await ask(method, path, body)).toMatchObject({ status: 503 });
    expect(await stored()).toEqual(before);
  },
);

test('a group is deleted, and the first one is not (M26)', async () => {
  const { ask, stored } = await aClusterOfClusterApi();
  expect(await ask('DELETE', 'node_groups/default-worker/')).toMatchObject({ status: 409 });
  const { market } = now;
  const cluster = await stored();
  const spec = cluster.clusterApi ?? expect.fail('no spec');
  const [first] = spec.nodeGroups;
  const nodeGroups = [...spec.nodeGroups, ...(first ? [{ ...first, name: 'gpu' }] : [])];
  await market.store.commit(
    market.store.clusters.replace(changed(cluster, market.clock.now(), { clusterApi: { ...spec, nodeGroups } })),
  );
  expect(await ask('DELETE', 'node_groups/gpu/?dry_run=true')).toMatchObject({ status: 200 });
  expect(await ask('DELETE', 'node_groups/gpu/')).toMatchObject({ status: 202 });
  expect((await stored()).clusterApi?.nodeGroups.map(({ name }) => name)).toEqual(['default-worker']);
});

test('bodies are refused by their fields, and other clusters have no node groups (M23, M24)', async () => {
  const { ask } = await aClusterOfClusterApi();
  expect(await ask('POST', 'resize/', { node_cout: 1 })).toMatchObject({
    status: 400,
    body: { node_cout: [expect.stringContaining('Did you mean "node_count"?')] },
  });
  const either = 'Enter either `cluster_api_template` or `kube_tag`.';
  expect(await ask('POST', 'upgrade_cluster_api/', {})).toMatchObject({ status: 400, body: { kube_tag: [either] } });
  const { market } = now;
  const { store, customerUuid, projectUuid, people } = market;
  const other = aCluster({ customerUuid, projectUuid, state: 'OK' });
  await store.commit(store.clusters.insert(other));
  const path = `rancher-clusters/${other.uuid}/`;
  expect((await market.ask('GET', `${path}node_groups/`, people.owner)).body).toEqual([]);
  expect(await market.ask('POST', `${path}resize/`, { ...people.owner, body: { node_count: 1 } })).toMatchObject({
    ...{ status: 409, body: { detail: 'This cluster is not made by Cluster API, so it has no node groups.' } },
  });
});

test.each([
  ['hibernate/', 'set the node count of its node groups of workers to 0 by `resize`.'],
  ['pools/', 'This cluster has no machine pools: change the node count of a node group by `resize`.'],
])('%s, which is for other clusters, is refused with the call to use instead (M26)', async (path, text) => {
  const { ask } = await aClusterOfClusterApi();
  expect(await ask('POST', path, {})).toMatchObject({ status: 409, body: { detail: expect.stringContaining(text) } });
});

/** A person who is administrator of the cluster's project. */
const administrator = (): Promise<Person> => {
  const { customerUuid, projectUuid, person } = now.market;
  return person({}, { role: 'PROJECT.ADMIN', scopeType: 'project', scopeUuid: projectUuid, customerUuid });
};

const ROOT_LABELS = [
  ['oidc_issuer_url', 'https://login.example.org'],
  ['oidc_groups_claim', 'groups'],
  ['container_infra_prefix', 'registry.example.org/kube'],
  ['admission_control_list', 'AlwaysPullImages'],
  ['audit_log_enabled', 'false'],
  ['kubelet_tls_cipher_suites', null],
] as const;

test.each(ROOT_LABELS)('an administrator of the project may not set the label %s of a cluster', async (name, value) => {
  const { askAs, stored } = await aClusterOfClusterApi();
  const labels = { [name]: value, auto_healing_enabled: 'false' };
  const admin = await administrator();
  for (const query of ['', '?dry_run=true']) {
    expect(await askAs(admin, 'PATCH', `cluster_api_labels/${query}`, { labels })).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(new RegExp(`PROJECT.MANAGER.*: labels\\.${name}\\.$`)) },
    });
  }
  expect((await stored()).state).toBe('OK');
});

test('an administrator may set other labels, and may upgrade only with the image that the machines have', async () => {
  const { askAs, stored } = await aClusterOfClusterApi();
  const admin = await administrator();
  const image = { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2' };
  expect(await askAs(admin, 'POST', 'upgrade_cluster_api/', image)).toMatchObject({
    ...{ status: 403, body: { detail: expect.stringContaining(': image_id.') } },
  });
  const template = { cluster_api_template: '0'.repeat(32) };
  expect(await askAs(admin, 'POST', 'upgrade_cluster_api/', template)).toMatchObject({
    ...{ status: 403, body: { detail: expect.stringContaining(': cluster_api_template.') } },
  });
  expect((await stored()).state).toBe('OK');
  const labels = { auto_healing_enabled: 'false' };
  expect(await askAs(admin, 'PATCH', 'cluster_api_labels/', { labels })).toMatchObject({ status: 202 });
});

test('a manager of the project may set a label that is as good as root', async () => {
  const { askAs } = await aClusterOfClusterApi();
  const labels = { oidc_issuer_url: 'https://login.example.org', oidc_client_id: 'kubernetes' };
  const { manager } = now.market.people;
  expect(await askAs(manager, 'PATCH', 'cluster_api_labels/', { labels })).toMatchObject({ status: 202 });
});
