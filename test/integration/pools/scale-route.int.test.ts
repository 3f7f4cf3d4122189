import { expect, test } from 'vitest';
import { aCluster, aResource } from '#test/builders/builders';
import { aMachinePools, aPool, aServerPool } from '#test/builders/pool-builders';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';

let now: StockedRancherMarket;
stockedRancherMarketPerTest((given) => {
  now = given;
});

/** A cluster with a pool `spare` of one worker. Also returns a function that scales this pool. */
async function clusterWithSpare() {
  const { market, stocked, settingsUuid } = now;
  const { store, customerUuid, projectUuid } = market;
  const machinePools = aMachinePools([aServerPool(), aPool(), aPool({ name: 'spare', quantity: 1 })]);
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const cluster = aCluster({
    ...{ customerUuid, projectUuid, settingsUuid, tenantUuid: stocked.tenant, resourceUuid: resource.uuid },
    ...{ state: 'OK', backendId: 'c-m-pools', driver: 'rancher-pools', machinePools },
  });
  await store.commit(store.clusters.insert(cluster), store.resources.insert(resource));
  const spare = machinePools.pools.find(({ spec }) => spec.name === 'spare');
  const path = `rancher-clusters/${cluster.uuid}/pools/${spare?.uuid}/scale/`;
  const scale = (body: object, query = '') => market.ask('POST', `${path}${query}`, { ...market.people.owner, body });
  return { cluster, scale };
}

test('a pool is scaled by the API: a dry run shows the plan, and the change is accepted once (S2-014, T22)', async () => {
  const { cluster, scale } = await clusterWithSpare();
  const plan = { changes: [{ pool: 'spare', field: 'quantity', class: 'in-place' }], steps: [], expected_seconds: 0 };
  expect(await scale({ quantity: 0 }, '?dry_run=true')).toMatchObject({ status: 200, body: plan });
  expect(await scale({ quantity: 0 })).toMatchObject({ status: 202, body: plan });
  expect(await scale({ quantity: 0 })).toMatchObject({ status: 409 });
  const { state, machinePools } = await now.market.store.clusters.get(cluster.uuid);
  expect([state, machinePools?.pools.map(({ spec }) => spec.quantity)]).toEqual(['UPDATE_SCHEDULED', [3, 3, 0]]);
});

test('a number that is none, and a pool that is none, are refused by name (S2-014, T22)', async () => {
  const { cluster, scale } = await clusterWithSpare();
  expect(await scale({ quantity: -1, size: 3 })).toMatchObject({
    status: 400,
    body: { quantity: [expect.any(String)], size: [expect.any(String)] },
  });
  const path = `rancher-clusters/${cluster.uuid}/pools/${cluster.uuid}/scale/`;
  const { owner } = now.market.people;
  expect(await now.market.ask('POST', path, { ...owner, body: { quantity: 1 } })).toMatchObject({ status: 404 });
});

test('a Rancher that does not answer is said in time, and nothing is changed (S2-014, T22)', async () => {
  const { cluster, scale } = await clusterWithSpare();
  await now.simulator.plan({ kind: 'refuse', path: '.' });
  expect(await scale({ quantity: 0 })).toMatchObject({ status: 503 });
  await now.simulator.clearFaults();
  expect(await now.market.store.clusters.get(cluster.uuid)).toMatchObject({ state: 'OK', version: cluster.version });
});
