import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { rancherLabels } from '#shared/domain/planning/naming';
import { aProject, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { marketIn } from '../_worlds/market.ts';
import { providerOf, type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';
import { aForeignCluster } from '../clusters/_worlds/running-cluster.ts';

let world: RancherMarket;
let seller: Person;
rancherMarketPerTest(async (opened) => {
  world = opened;
  seller = opened.market.people.owner;
  await giveProviderTo(opened.settingsUuid, opened.market.customerUuid);
});

async function giveProviderTo(settingsUuid: string, customerUuid: string): Promise<void> {
  const { store, clock } = world.market;
  const settings = await store.settings.get(settingsUuid);
  await store.commit(store.settings.replace(changed(settings, clock.now(), { customerUuid })));
}

const COMPONENTS = [{ type: 'cpu', name: 'CPU', measured_unit: 'cores', billing_type: 'limit', default_limit: 2 }];
const offer = (person: Person, cluster_id: string, customer = world.market.customerUuid) =>
  world.market.ask('POST', 'marketplace-provider-offerings/', {
    ...person,
    body: {
      ...{ name: 'Projects', type: 'Rancher.Project', customer, service_settings: world.settingsUuid },
      ...{ components: COMPONENTS, plugin_options: { cluster_id } },
    },
  });
const aNewCluster = async () => (await world.opened.aManagedCluster()).id;
const ofAnotherCustomer = async () => {
  const { customerUuid, uuid: projectUuid } = aProject();
  return (await world.aClusterInRancher({ customerUuid, projectUuid })).backendId;
};
const refused = {
  status: 400,
  body: { plugin_options: { cluster_id: [expect.stringContaining('no cluster that this organization may offer')] } },
};

describe('an offering of projects', () => {
  test('is refused in a cluster of another customer, to its seller as to staff, as if the cluster did not exist', async () => {
    const id = await ofAnotherCustomer();
    const answer = await offer(seller, id);
    expect(answer).toMatchObject(refused);
    expect(await offer(world.market.people.staff, id)).toMatchObject(refused);
    const missing = await offer(seller, 'c-m-zzzzzzzz');
    expect(missing.status).toBe(answer.status);
    expect(missing.text.replaceAll('c-m-zzzzzzzz', id)).toBe(answer.text);
  });

  test('may be in a cluster that the seller has ordered', async () => {
    const { customerUuid, projectUuid } = world.market;
    const { backendId } = await world.aClusterInRancher({ customerUuid, projectUuid });
    expect(await offer(seller, backendId)).toMatchObject({ status: 201 });
  });

  test('may be in a cluster without a record if the Rancher is the seller’s own', async () => {
    expect(await offer(seller, await aNewCluster())).toMatchObject({ status: 201 });
  });

  test('is refused in a cluster without a record if the Rancher also serves another customer, except to staff', async () => {
    const other = await marketIn(world.market);
    const { settingsUuid } = await providerOf(other, world);
    const id = await aNewCluster();
    expect(await offer(seller, id)).toMatchObject(refused);
    await giveProviderTo(settingsUuid, other.customerUuid);
    expect(await offer(seller, id)).toMatchObject(refused);
    expect(await offer(world.market.people.staff, id)).toMatchObject({ status: 201 });
  });

  test('is refused to a seller in a cluster that Paddock made in another installation', async () => {
    const at = { rancher: world.opened.rancher, url: world.simulator.url };
    const { id } = await aForeignCluster(at, [], rancherLabels(aUuid()));
    expect(await offer(seller, id)).toMatchObject(refused);
  });

  test('is not activated or ordered once its cluster belongs to another customer', async () => {
    const { market, settingsUuid } = world;
    const id = await aNewCluster();
    const made = await offer(seller, id);
    expect(made).toMatchObject({ status: 201 });
    const { uuid } = z.looseObject({ uuid: z.string() }).parse(made.body);
    const activate = () => market.ask('POST', `marketplace-provider-offerings/${uuid}/activate/`, seller);
    expect(await activate()).toMatchObject({ status: 200 });
    const { customerUuid, uuid: projectUuid } = aProject();
    await world.aClusterInRancher({ settingsUuid, customerUuid, projectUuid, backendId: id });
    const order = { offering: uuid, project: market.projectUuid, attributes: { name: 'shop' } };
    expect(await market.ask('POST', 'marketplace-orders/', { ...seller, body: order })).toMatchObject({
      ...{ status: 400, body: { offering: [expect.stringContaining('another organization')] } },
    });
    await market.ask('POST', `marketplace-provider-offerings/${uuid}/pause/`, seller);
    expect(await activate()).toMatchObject(refused);
  });
});
