import { expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { aCluster, aResource } from '#test/builders/builders';
import { aMachinePools, aPool, aServerPool } from '#test/builders/pool-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';

let now: StockedRancherMarket;
stockedRancherMarketPerTest((given) => {
  now = given;
});

const SPECS = [aServerPool(), aPool(), aPool({ name: 'spare', quantity: 0 })];

/** A cluster with pools, and calls to it as a person with the role. */
async function aClusterFor(role: 'PROJECT.ADMIN' | 'PROJECT.MANAGER') {
  const { market, stocked, settingsUuid } = now;
  const { store, customerUuid, projectUuid } = market;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const cluster = aCluster({
    ...{ customerUuid, projectUuid, settingsUuid, tenantUuid: stocked.tenant, resourceUuid: resource.uuid },
    ...{ state: 'OK', backendId: 'c-m-pools', driver: 'rancher-pools', machinePools: aMachinePools(SPECS) },
  });
  await store.commit(store.clusters.insert(cluster), store.resources.insert(resource));
  const scope = { scopeType: 'project', scopeUuid: projectUuid, customerUuid } as const;
  const person = await market.person({}, { role, ...scope });
  const poolUuid = cluster.machinePools?.pools.find(({ spec }) => spec.name === 'servers')?.uuid ?? '';
  type Method = 'GET' | 'POST' | 'PATCH';
  const askAs = (who: Person, method: Method, of: string, body?: object) =>
    market.ask(method, `rancher-clusters/${cluster.uuid}/${of}`, { ...who, ...(body && { body }) });
  return {
    askAs,
    ask: (method: Method, of: string, body?: object) => askAs(person, method, of, body),
    servers: `pools/${poolUuid}/`,
    stored: () => store.clusters.get(cluster.uuid),
    inState: async (state: 'UPDATING') =>
      store.commit(
        store.clusters.replace(changed(await store.clusters.get(cluster.uuid), market.clock.now(), { state })),
      ),
  };
}

const ROOT_SETTINGS: [string, object][] = [
  ['additional_manifest', { additional_manifest: 'kind: ClusterRoleBinding' }],
  ['machine_global_config', { machine_global_config: { 'kube-apiserver-arg': ['anonymous-auth=true'] } }],
  ['chart_values', { chart_values: { 'rke2-cilium': { image: { repository: 'example.org/x' } } } }],
  ['system_registry', { system_registry: 'registry.example.org' }],
  ['registry_mirrors', { registry_mirrors: [{ registry: 'docker.io', endpoints: ['https://x.example.org'] }] }],
  ['registries', { registries: [{ registry: 'docker.io', insecure_skip_verify: true }] }],
  ['http_proxy', { http_proxy: 'http://x.example.org:3128' }],
  ['https_proxy', { https_proxy: null }],
  ['no_proxy', { no_proxy: ['.local'] }],
  ['pod_security_template', { pod_security_template: 'rancher-privileged' }],
  ['authorized_endpoint', { authorized_endpoint: { fqdn: 'x.example.org' } }],
  ['tls_sans', { tls_sans: ['x.example.org'] }],
];

test.each(ROOT_SETTINGS)(
  'an administrator of the project, who is no cluster-owner in Rancher, may not change the setting %s',
  async (field, body) => {
    const { ask, stored } = await aClusterFor('PROJECT.ADMIN');
    for (const query of ['', '?dry_run=true']) {
      expect(await ask('PATCH', `pool-settings/${query}`, { ...body, network_policy: true })).toMatchObject({
        status: 403,
        body: { detail: expect.stringMatching(new RegExp(`PROJECT.MANAGER.*: ${field}\\.$`)) },
      });
    }
    expect((await stored()).state).toBe('OK');
  },
);

test('a manager of the project, who is cluster-owner in Rancher, may change these settings', async () => {
  const { ask, stored } = await aClusterFor('PROJECT.MANAGER');
  const manifest = { additional_manifest: 'kind: Namespace' };
  expect(await ask('PATCH', 'pool-settings/', manifest)).toMatchObject({ status: 202 });
  expect((await stored()).machinePools?.settings).toMatchObject({ additionalManifest: 'kind: Namespace' });
});

test('only those who may change manifests and arguments read them', async () => {
  const manifest = { additional_manifest: 'password: hunter2', machine_global_config: { token: 'hunter2' } };
  const { ask, askAs } = await aClusterFor('PROJECT.MANAGER');
  expect(await ask('PATCH', 'pool-settings/', manifest)).toMatchObject({ status: 202 });
  expect(await ask('GET', 'pool-settings/')).toMatchObject({ body: manifest });
  const { status, body, text } = await askAs(now.market.people.member, 'GET', 'pool-settings/');
  expect([status, text.includes('hunter2')]).toEqual([200, false]);
  expect(body).toMatchObject({ additional_manifest: null, machine_global_config: {}, cni: 'cilium' });
});

test.each([
  ['more machines', () => ({ quantity: 12 })],
  ['a limit of the autoscaler above the machines', () => ({ autoscaling: { min: 1, max: 12 } })],
  ['a larger root volume', () => ({ root_volume: { size: 1024 * 1024 } })],
])('a manager may not raise the price of a pool by %s, as an order waits for an owner', async (_, fields) => {
  const { ask, askAs, servers, stored } = await aClusterFor('PROJECT.MANAGER');
  const workers = servers.replace(/pools\/.*/, `pools/${(await stored()).machinePools?.pools[1]?.uuid}/`);
  const refused = { status: 403, body: { detail: expect.stringContaining('raises the price') } };
  expect(await ask('PATCH', workers, fields())).toMatchObject(refused);
  expect((await stored()).state).toBe('OK');
  expect(await askAs(now.market.people.owner, 'PATCH', workers, fields())).not.toMatchObject({ status: 403 });
});

test('an administrator makes a pool smaller, but not larger', async () => {
  const { ask, servers, stored } = await aClusterFor('PROJECT.ADMIN');
  const { uuid } = (await stored()).machinePools?.pools[1] ?? { uuid: '' };
  const scale = servers.replace(/pools\/.*/, `pools/${uuid}/scale/`);
  expect(await ask('POST', scale, { quantity: 9 })).toMatchObject({ status: 403 });
  expect(await ask('POST', scale, { quantity: 1 })).not.toMatchObject({ status: 403 });
});

test('an administrator may change the settings and the pools without such fields', async () => {
  const { ask, servers } = await aClusterFor('PROJECT.ADMIN');
  expect(await ask('PATCH', `${servers}?dry_run=true`, { labels: { tier: 'a' } })).toMatchObject({ status: 200 });
  expect(await ask('PATCH', 'pool-settings/', { etcd_snapshots: { retention: 9 } })).toMatchObject({ status: 202 });
});

test.each(['user_data', 'image'])(
  'an administrator may not set %s of a pool, nor add a pool with it',
  async (field) => {
    const { ask, servers, stored } = await aClusterFor('PROJECT.ADMIN');
    const value = field === 'image' ? '0'.repeat(32) : '#cloud-config\nruncmd: [id]';
    const refused = { status: 403, body: { detail: expect.stringContaining(`: ${field}.`) } };
    expect(await ask('PATCH', servers, { [field]: value })).toMatchObject(refused);
    const pool = { name: 'more', roles: ['worker'], quantity: 0, flavor: '0'.repeat(32), networks: ['0'.repeat(32)] };
    expect(await ask('POST', 'pools/', { ...pool, [field]: value })).toMatchObject(refused);
    expect((await stored()).state).toBe('OK');
  },
);

test('the state of the cluster is checked before the fields', async () => {
  const { ask, inState } = await aClusterFor('PROJECT.ADMIN');
  await inState('UPDATING');
  expect(await ask('PATCH', 'pool-settings/', { additional_manifest: 'kind: Pod' })).toMatchObject({ status: 409 });
});
