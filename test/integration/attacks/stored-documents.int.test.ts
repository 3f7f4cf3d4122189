import { expect, test } from 'vitest';
import { aCluster, aResource } from '#test/builders/builders';
import { aMachinePools, aPool, aServerPool } from '#test/builders/pool-builders';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';

let now: StockedRancherMarket;
stockedRancherMarketPerTest((given) => {
  now = given;
});

const SECRET = 'hunter2-hunter2';
const nested = (levels: number): object => (levels === 0 ? { x: 1 } : { a: nested(levels - 1) });

/** A cluster whose settings and pools have secrets in the fields that are as good as root. */
async function aClusterWithSecrets() {
  const { market, stocked, settingsUuid } = now;
  const { store, customerUuid, projectUuid } = market;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const pools = aMachinePools([aServerPool({ userData: `#cloud-config\npassword: ${SECRET}` }), aPool()]);
  const settings = {
    ...pools.settings,
    ...{
      additionalManifest: SECRET,
      machineGlobalConfig: { token: SECRET },
      chartValues: { 'rke2-cilium': { key: SECRET } },
    },
  };
  const cluster = aCluster({
    ...{ customerUuid, projectUuid, settingsUuid, tenantUuid: stocked.tenant, resourceUuid: resource.uuid },
    ...{ state: 'OK', backendId: 'c-m-pools', driver: 'rancher-pools', machinePools: { ...pools, settings } },
  });
  await store.commit(store.clusters.insert(cluster), store.resources.insert(resource));
  return cluster;
}

test.each([
  ['a number that no double holds', '{"machine_global_config": {"a": 1e300}}'],
  ['an integer above what JSON expresses', '{"chart_values": {"a": {"b": [9007199254740993]}}}'],
  ['a number too near to zero', '{"chart_values": {"a": 1e-200}}'],
  ['a key without characters', '{"machine_global_config": {"": 1}}'],
  ['more levels than the store has', JSON.stringify({ chart_values: nested(40) })],
  ['more levels than a stack has', `{"chart_values": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
])('settings of a cluster with %s are refused, and nothing fails', async (_, body) => {
  const { market } = now;
  const { uuid } = await aClusterWithSecrets();
  const headers = { 'Idempotency-Key': 'k-1' };
  const answer = await market.ask('PATCH', `rancher-clusters/${uuid}/pool-settings/`, {
    ...{ ...market.people.manager, body, headers },
  });
  expect([answer.status, (await market.store.clusters.get(uuid)).state]).toEqual([400, 'OK']);
});

test('a member reads no secret of a cluster at any path that shows it', async () => {
  const { market } = now;
  const { uuid, resourceUuid } = await aClusterWithSecrets();
  const { member, manager } = market.people;
  const below = ['', 'pools/', 'pool-settings/', 'operations/', 'events/', 'infrastructure/', 'machines/', 'nodes/'];
  const paths = [
    ...below.map((path) => `rancher-clusters/${uuid}/${path}`),
    ...['rancher-clusters/', 'marketplace-orders/', 'marketplace-resources/', `marketplace-resources/${resourceUuid}/`],
    ...[`events/?scope=${uuid}`, 'events/', 'marketplace-provider-resources/', 'rancher-nodes/'],
  ];
  for (const path of paths) {
    const answer = await market.ask('GET', path, member);
    expect([answer.status < 500 || answer.status === 502, answer.text.includes(SECRET)], path).toEqual([true, false]);
  }
  expect((await market.ask('GET', `rancher-clusters/${uuid}/pool-settings/`, manager)).text).toContain(SECRET);
  expect(await market.statusOf('GET', `rancher-clusters/${uuid}/export_yaml/`, member)).not.toBe(200);
});
