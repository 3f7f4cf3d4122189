import { openShopWithCharts } from '#test/integration/cluster-contents/app-shop';
import { openShop, uuidIn } from '#test/integration/cluster-contents/shop-cluster';
import type { ExampleWorld, Prepared } from './example-world.ts';

/** A new cluster with a catalog and an application in its second revision. */
export async function clusterWithApp({ rancher, market }: ExampleWorld): Promise<Prepared> {
  const shop = await openShopWithCharts(await openShop({ ...rancher, market }, {}));
  await shop.installByHand('store');
  await shop.upgradeByHand('store');
  await shop.pull();
  return {
    uuids: {
      'rancher-clusters': shop.cluster.uuid,
      'rancher-projects': await uuidIn(shop, 'rancher-projects', 'shop'),
      'rancher-catalogs': await uuidIn(shop, 'rancher-catalogs', 'example'),
      'rancher-templates': await uuidIn(shop, 'rancher-templates', 'shop'),
      'rancher-template-versions': await uuidIn(shop, 'rancher-templates', 'shop'),
      'rancher-apps': await uuidIn(shop, 'rancher-apps', 'store'),
      projects: market.projectUuid,
      'service-settings': shop.settingsUuid,
    },
  };
}
