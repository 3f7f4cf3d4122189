import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { Rancher } from '#shared/ports/rancher';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { connectedKeycloak, connectedRancher, connectedWaldur } from '#shared/runtime/wiring/backends';
import { anImportableCluster } from '#test/builders/access-builders';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';
import { aForeignCluster, joinCluster, twoNodes } from './_worlds/running-cluster.ts';

const rows = z.array(z.looseObject({ backend_id: z.string(), name: z.string() }));
let opened: StockedRancherMarket;
let simulator: Simulator;
let rancher: Rancher;
let settingsUuid: string;
stockedRancherMarketPerTest((now) => {
  opened = now;
  ({ simulator, rancher, settingsUuid } = now);
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const sync = () => {
  const { store, clock, secrets, stage } = opened.market;
  const sessions = {
    keycloak: connectedKeycloak(secrets, stage),
    rancher: connectedRancher(secrets, stage),
    waldur: connectedWaldur(secrets, stage),
  };
  const brake = { maxShare: 0.5, always: 10 };
  const deps = { store, clock, secrets, ids: randomIds, log: silent, stage, brake, site: opened.site, keptMs: 60_000 };
  return syncProvider({ ...deps, ...sessions }, { job: 'sync_importable_clusters', settingsUuid });
};
const aCluster = (prefix: string) => aForeignCluster({ rancher, url: simulator.url }, twoNodes(prefix));
const reply = (query = '', person: Person = opened.market.people.staff) =>
  opened.market.ask('GET', `service-settings/${settingsUuid}/importable_clusters/?page_size=300${query}`, person);
const shown = async (id: string) => rows.parse((await reply(`&backend_id=${id}`)).body)[0];
const importing = (backend_id: string) =>
  opened.market.ask('POST', `marketplace-provider-offerings/${opened.stocked.offering.uuid}/import_resource/`, {
    ...opened.market.people.staff,
    body: { backend_id, project: opened.market.projectUuid },
  });
const recorded = () => opened.market.store.importableClusters.listByProvider(settingsUuid);

describe('clusters of a provider', () => {
  test('are recorded when they are new, follow Rancher, and lose their record when they are missing twice (S0-085)', async () => {
    const { id, name } = await aCluster('new');
    const { clock } = opened.market;
    const foundAt = clock.now().toISOString();
    await sync();
    const first = {
      ...{ backend_id: id, name, runtime_state: 'active', kubernetes_version: 'v1.31.7+rke2r1', node_count: 2 },
      ...{ found_at: foundAt, last_seen_at: foundAt, is_missing: false },
    };
    expect(await shown(id)).toEqual(first);

    await joinCluster({ rancher, url: simulator.url }, { id, name }, [{ name: 'new-02', roles: ['worker'] }]);
    clock.advance(3600);
    const seenAt = clock.now().toISOString();
    await sync();
    const second = { ...first, node_count: 3, last_seen_at: seenAt };
    expect(await shown(id)).toEqual(second);

    await rancher.deleteProvisioningCluster(name);
    await rancher.deleteCluster(id);
    await expect.poll(async () => (await rancher.findCluster(id)) === undefined, { timeout: 20_000 }).toBe(true);
    clock.advance(3600);
    await sync();
    expect(await shown(id)).toEqual({ ...second, is_missing: true });
    await sync();
    expect(await shown(id)).toBeUndefined();
  });

  test('that Paddock has and Rancher has lost are shown as lost, with the reason (S0-085)', async () => {
    const { id, name } = await aCluster('lost');
    const resource = z.looseObject({ resource_uuid: z.string() }).parse((await importing(id)).body);
    await rancher.deleteProvisioningCluster(name);
    await rancher.deleteCluster(id);
    await expect.poll(async () => (await rancher.findCluster(id)) === undefined, { timeout: 20_000 }).toBe(true);
    const { market } = opened;
    const path = `rancher-clusters/${resource.resource_uuid}/`;
    expect((await market.ask('POST', `${path}pull/`, market.people.staff)).status).toBe(202);
    const message = `Rancher no longer has the cluster ${id}.`;
    expect((await market.ask('GET', path, market.people.owner)).body).toMatchObject({
      drift: expect.arrayContaining([expect.objectContaining({ kind: 'CLUSTER_NOT_IN_RANCHER', message })]),
    });
  });

  test('are not written again when nothing has changed (S0-085)', async () => {
    await aCluster('same');
    await sync();
    const before = await recorded();
    opened.market.clock.advance(3600);
    expect(await sync()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(await recorded()).toEqual(before);
  });

  test('are no longer among the unknown ones once they are imported, or known in another way', async () => {
    const [taken, ordered] = [await aCluster('taken'), await aCluster('ordered')];
    await sync();
    expect((await importing(taken.id)).status).toBe(201);
    expect(await shown(taken.id)).toBeUndefined();
    await opened.stocked.place(opened.market.people.owner, { name: ordered.name });
    expect(await shown(ordered.id)).toBeDefined();
    await sync();
    expect(await shown(ordered.id)).toBeUndefined();
  });

  test('keep their records when a list fails, or lacks more than a run may remove', async () => {
    const { id } = await aCluster('kept');
    await sync();
    const { store, clock } = opened.market;
    const lost = Array.from({ length: 30 }, (_, at) =>
      anImportableCluster({ settingsUuid, backendId: `c-m-lost${at}`, lastSeenAt: clock.now().toISOString() }),
    );
    await store.commit(...lost.slice(0, 20).map(store.importableClusters.insert));
    await store.commit(...lost.slice(20).map(store.importableClusters.insert));
    const total = (await recorded()).length;
    const stopped = { removals: 30, of: total, allowed: Math.max(10, Math.floor(total / 2)) };
    expect(await sync()).toEqual({ written: 0, removed: 0, failed: 0, stopped });
    await simulator.plan({ kind: 'status', status: 503, method: 'GET', path: 'provisioning.cattle.io.clusters' });
    await expect(sync()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await simulator.clearFaults();
    expect(await recorded()).toHaveLength(total);
    expect(await shown(id)).toMatchObject({ is_missing: false });
  });
});

test('unknown clusters are shown to staff, support and the provider’s owner alone, and a cloud has none', async () => {
  const { market } = opened;
  const { staff, owner, outsider } = market.people;
  const support = await market.person({ isSupport: true });
  const statusFor = async (person: Person) => (await reply('', person)).status;
  expect(await Promise.all([staff, support, owner, outsider].map(statusFor))).toEqual([200, 200, 404, 404]);
  const settings = await rancherSettingsOf(market, settingsUuid);
  await market.store.commit(
    market.store.settings.replace({ ...settings, version: settings.version + 1, customerUuid: market.customerUuid }),
  );
  expect(await Promise.all([owner, market.people.manager, outsider].map(statusFor))).toEqual([200, 404, 404]);
});
