import { expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aCluster } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';
import { aForeignCluster, twoNodes } from '../clusters/_worlds/running-cluster.ts';

let world: StockedRancherMarket;
stockedRancherMarketPerTest((opened) => {
  world = opened;
});

async function giveProviderTo(customerUuid: string | undefined): Promise<void> {
  const { store, clock } = world.market;
  const settings = await store.settings.get(world.settingsUuid);
  await store.commit(store.settings.replace(changed(settings, clock.now(), { customerUuid })));
}
const offering = () => `marketplace-provider-offerings/${world.stocked.offering.uuid}`;
const importing = (person: Person, backend_id: string) =>
  world.market.ask('POST', `${offering()}/import_resource/`, {
    ...person,
    body: { backend_id, project: world.market.projectUuid },
  });
async function listed(person: Person): Promise<string[]> {
  const { body } = await world.market.ask('GET', `${offering()}/importable_resources/?page_size=300`, person);
  return z
    .array(z.looseObject({ backend_id: z.string() }))
    .parse(body)
    .map(({ backend_id }) => backend_id);
}
const recorded = (person: Person) =>
  world.market.ask('GET', `service-settings/${world.settingsUuid}/importable_clusters/`, person);

test('a cluster of the operator is neither shown to a seller nor imported by one, as if it did not exist', async () => {
  const { owner, staff } = world.market.people;
  const { id } = await aForeignCluster({ rancher: world.rancher, url: world.simulator.url }, twoNodes('theirs'));
  expect(await listed(owner)).toEqual([]);
  expect(await listed(staff)).toContain(id);
  const refused = { status: 400, body: { backend_id: ['There is no such cluster in Rancher.'] } };
  expect(await importing(owner, id)).toMatchObject(refused);
  expect(await importing(owner, 'c-m-zzzzzzzz')).toMatchObject(refused);
  expect(await importing(staff, id)).toMatchObject({ status: 201 });
});

test('a seller imports clusters of a Rancher that is registered for this seller alone', async () => {
  const { owner, staff } = world.market.people;
  await giveProviderTo(world.market.customerUuid);
  const at = { rancher: world.rancher, url: world.simulator.url };
  const [one, other] = [await aForeignCluster(at, twoNodes('mine')), await aForeignCluster(at, twoNodes('also-mine'))];
  expect(await listed(owner)).toEqual(expect.arrayContaining([one.id, other.id]));
  expect((await recorded(owner)).status).toBe(200);
  expect(await importing(owner, one.id)).toMatchObject({ status: 201 });
  // The same Rancher, registered for the operator, too.
  const { options } = await world.market.store.settings.get(world.settingsUuid);
  await world.market.create('service-settings/', staff, {
    ...{ type: 'Rancher', name: 'shared' },
    options: { backend_url: options.backendUrl, username: 'token-abc', password: 'very-secret', base_image_name: 'a' },
  });
  expect(await listed(owner)).toEqual([]);
  expect(await importing(owner, other.id)).toMatchObject({ status: 400 });
});

test('a cluster that another customer has under another registration of the Rancher is not imported, not even by staff', async () => {
  const { market, rancher, simulator, settingsUuid } = world;
  const { id } = await aForeignCluster({ rancher, url: simulator.url }, twoNodes('ordered'));
  const { options } = await market.store.settings.get(settingsUuid);
  const other = await market.create('service-settings/', market.people.staff, {
    ...{ type: 'Rancher', name: 'of another' },
    options: { backend_url: options.backendUrl, username: 'token-abc', password: 'very-secret', base_image_name: 'a' },
  });
  await market.store.commit(market.store.clusters.insert(aCluster({ settingsUuid: other.uuid, backendId: id })));
  expect(await importing(market.people.staff, id)).toMatchObject({
    ...{ status: 400, body: { backend_id: ['Resource has been imported already.'] } },
  });
  expect(await importing(market.people.owner, id)).toMatchObject({
    ...{ status: 400, body: { backend_id: ['There is no such cluster in Rancher.'] } },
  });
});
