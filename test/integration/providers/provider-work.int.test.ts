import { beforeEach, describe, expect, test } from 'vitest';
import { aCluster, aUuid } from '#test/builders/builders';
import { type Market, openMarket, rancherOptions } from '../_worlds/market.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const LATER = '2999-03-01T12:01:05.000Z';

let market: Market;
let provider: string;
beforeEach(async () => {
  market = await openMarket();
  const body = { type: 'Rancher', name: 'rancher-1', options: rancherOptions() };
  provider = (await market.create('service-settings/', market.people.staff, body)).uuid;
});
const work = async () => (await market.ask('GET', `service-settings/${provider}/work/`, market.people.staff)).body;

describe('what is at work at a provider', () => {
  test('is nothing at first, and no job was ever complete', async () => {
    const jobs = expect.arrayContaining([{ name: 'sync_rancher_users', last_started_at: null, running_until: null }]);
    expect(await work()).toEqual({ slots: [], sync_jobs: jobs });
  });

  test('are the steps that hold slots, with their clusters, and the jobs that run', async () => {
    const { store } = market;
    const cluster = aCluster({ settingsUuid: provider, name: 'web-1' });
    await store.commit(store.clusters.insert(cluster));
    const slot = { settingsUuid: provider, holder: aUuid(), operationUuid: aUuid(), expiresAt: LATER };
    await store.slots.take({ ...slot, clusterUuid: cluster.uuid }, 8);
    await store.syncJobs.remember(provider, 'sync_rancher_users', { startedAt: NOW, suspects: [] });
    const lease = { settingsUuid: provider, holder: aUuid(), heldUntil: LATER };
    await store.syncJobs.begin({ ...lease, job: 'sync_rancher_users' });
    expect(await work()).toMatchObject({
      slots: [
        {
          ...{ cluster_uuid: cluster.uuid, cluster_name: 'web-1' },
          ...{ operation_uuid: slot.operationUuid, expires_at: LATER },
        },
      ],
      sync_jobs: expect.arrayContaining([
        { name: 'sync_rancher_users', last_started_at: NOW, running_until: LATER },
        { name: 'sync_rancher_roles', last_started_at: null, running_until: null },
      ]),
    });
  });

  test('is hidden from customers, because it names clusters of all of them', async () => {
    const { owner, member } = market.people;
    const path = `service-settings/${provider}/work/`;
    expect([await market.statusOf('GET', path, owner), await market.statusOf('GET', path, member)]).toEqual([404, 404]);
  });
});
