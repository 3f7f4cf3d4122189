import { changed } from '#shared/domain/_core/record';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { clusterUuidOf } from '#shared/domain/marketplace/is-of-cluster';
import { orderMovesTo } from '#shared/domain/marketplace/order';
import { aUuid } from '#test/builders/builders';
import type { Market } from '#test/integration/_worlds/market';
import { aForeignCluster, twoNodes } from '#test/integration/clusters/_worlds/running-cluster';
import { buildTenants } from '#test/integration/infrastructure/built-infrastructure';
import type { ExampleWorld, Prepared } from './example-world.ts';

type Sold = Pick<ExampleWorld, 'market' | 'stocked'>;

/** Each order needs a new cluster name. */
export const freshName = (): string => `example-${aUuid().slice(0, 8)}`;

export async function waitingOrder({ stocked, market }: ExampleWorld): Promise<Prepared> {
  const { order } = await stocked.place(market.people.member, { name: freshName() });
  return { uuids: { 'marketplace-orders': order.uuid } };
}

export async function erredOrder({ stocked, market }: ExampleWorld): Promise<Prepared> {
  const { order } = await stocked.place(market.people.owner, { name: freshName() });
  const { store, clock } = market;
  const cluster = await store.clusters.get(order.resource_uuid);
  await store.commit(
    store.orders.replace(orderMovesTo(await store.orders.get(order.uuid), 'erred', clock.now(), {})),
    store.clusters.replace(clusterMovesTo(cluster, 'ERRED', clock.now(), {})),
  );
  return { uuids: { 'marketplace-orders': order.uuid } };
}

/** Sets the order's cluster and resource to their states after a finished order. */
async function finish({ store, clock }: Market, clusterUuid: string) {
  const cluster = await store.clusters.get(clusterUuid);
  const resource = await store.resources.get(cluster.resourceUuid);
  const done = { state: 'OK', pendingOrderUuid: undefined } as const;
  await store.commit(
    store.clusters.replace(changed(cluster, clock.now(), { state: 'OK' })),
    store.resources.replace(changed(resource, clock.now(), done)),
  );
}

export async function finishedOrder({ stocked, market }: Sold) {
  const { order } = await stocked.place(market.people.owner, { name: freshName() });
  await finish(market, order.resource_uuid);
  return {
    uuids: {
      'marketplace-resources': order.marketplace_resource_uuid,
      'marketplace-provider-resources': order.marketplace_resource_uuid,
      'rancher-clusters': order.resource_uuid,
    },
  };
}

/** A cluster that was created in Rancher and has then failed. */
export async function failedCluster({ stocked, market }: Sold): Promise<Prepared> {
  const { uuids } = await finishedOrder({ stocked, market });
  const { store, clock } = market;
  const cluster = await store.clusters.get(uuids['rancher-clusters']);
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), { state: 'ERRED', backendId: 'c-1' })));
  return { uuids };
}

export async function resourceWithOptions({ market, stocked }: Sold): Promise<Prepared> {
  const { people } = market;
  const path = `marketplace-provider-offerings/${stocked.offering.uuid}/update_resource_options/`;
  const env = { type: 'select_string', label: 'Environment', choices: ['production', 'test'] };
  await market.ask('POST', path, { ...people.staff, body: { resource_options: { options: { env }, order: ['env'] } } });
  return finishedOrder({ market, stocked });
}

/** A managed cluster in one cloud, with its network and security groups. */
export async function managedCluster({ market, uuids }: ExampleWorld): Promise<Prepared> {
  const attributes = {
    ...{ name: freshName(), openstack_offering_uuid_list: [uuids['clouds/az1']], worker_nodes_count: 1 },
    ...{ worker_nodes_flavor_name: 'm1.large', worker_nodes_data_volume_size: 20_480 },
  };
  const body = { offering: uuids['managed-offerings'], project: market.projectUuid, attributes };
  const { uuid } = await market.create('marketplace-orders/', market.people.owner, body);
  const order = await market.store.orders.get(uuid);
  await buildTenants(market, clusterUuidOf(order));
  return { uuids: { 'marketplace-resources': order.resourceUuid } };
}

/** An offering of another provider, whose Rancher has no cluster with the example's name. */
export async function anotherSeller({ market }: ExampleWorld, plugin_options: object = {}): Promise<Prepared> {
  const { staff } = market.people;
  const options = {
    ...{ backend_url: 'https://rancher-2.example.org', username: 'token-abc', password: 'very-secret' },
    base_image_name: 'ubuntu-24.04',
  };
  const provider = await market.create('service-settings/', staff, { type: 'Rancher', name: 'Another', options });
  const offering = await market.create('marketplace-provider-offerings/', staff, {
    ...{ name: 'Kubernetes of another', type: 'Rancher', customer: market.customerUuid },
    ...{ service_settings: provider.uuid, plans: [{ name: 'Default' }], plugin_options },
  });
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, staff);
  return { uuids: { 'marketplace-public-offerings': offering.uuid } };
}

export async function orderForSeller(world: ExampleWorld): Promise<Prepared> {
  const { market, stocked } = world;
  const { uuids = {} } = await anotherSeller(world, { auto_approve_remote_orders: false });
  const body = { ...stocked.order({ name: freshName() }), offering: uuids['marketplace-public-offerings'] };
  const { uuid } = await market.create('marketplace-orders/', market.people.owner, body);
  return { uuids: { 'marketplace-orders': uuid } };
}

/** A cluster that was created outside Paddock, in the Rancher of an offering. */
export async function foreignCluster({ market, rancher }: ExampleWorld): Promise<Prepared> {
  const { uuid } = await market.create('marketplace-provider-offerings/', market.people.staff, {
    ...{ name: `Kubernetes ${freshName()}`, type: 'Rancher', customer: market.customerUuid },
    ...{ service_settings: rancher.settingsUuid, plans: [{ name: 'Default' }] },
  });
  await market.ask('POST', `marketplace-provider-offerings/${uuid}/activate/`, market.people.staff);
  const { opened, simulator } = rancher;
  const { id } = await aForeignCluster({ rancher: opened.rancher, url: simulator.url }, twoNodes(freshName()));
  return { uuids: { 'marketplace-public-offerings': uuid }, fields: { backend_id: id } };
}
