import { openShop, uuidIn } from '#test/integration/cluster-contents/shop-cluster';
import type { ExampleWorld, Prepared } from './example-world.ts';

/** One of everything in the cluster of `openShop`, by its name there. */
const NAMES: Readonly<Record<string, string>> = {
  'rancher-projects': 'shop',
  'rancher-namespaces': 'shop',
  'rancher-workloads': 'cart',
  'rancher-services': 'cart',
  'rancher-ingresses': 'shop',
  'rancher-hpas': 'cart',
};

/** A cluster of its own with something in it. */
export async function filledCluster({ rancher, market }: ExampleWorld): Promise<Prepared> {
  const shop = await openShop({ ...rancher, market }, {});
  const uuids = Object.entries(NAMES).map(async ([collection, name]) => [
    collection,
    await uuidIn(shop, collection, name),
  ]);
  return { uuids: { ...Object.fromEntries(await Promise.all(uuids)), 'rancher-clusters': shop.cluster.uuid } };
}
