import { beforeEach, expect, test } from 'vitest';
import { installLonghorn } from '#shared/app/clusters/steps/install-longhorn';
import { changed } from '#shared/domain/_core/record';
import { aUuid } from '#test/builders/builders';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { stepDepsOf } from '../cluster-contents/app-shop.ts';
import { type Shop, shopPerTest } from '../cluster-contents/shop-cluster.ts';

const openShop = shopPerTest();
let shop: Shop;
const operationUuid = aUuid();
beforeEach(async () => {
  shop = await openShop();
  const { store, clock } = shop.market;
  const cluster = await store.clusters.get(shop.cluster.uuid);
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), { operationUuid, installLonghorn: true })));
});

async function install(): Promise<void> {
  let asked = '';
  const target = () => ({ operationUuid, clusterUuid: shop.cluster.uuid, asked });
  await expect
    .poll(async () => {
      const answer = await installLonghorn.run(stepDepsOf(shop), target());
      asked = answer.asked;
      return answer.installed;
    }, EVENTUALLY)
    .toBe(true);
}
const found = async (name: string) =>
  shop.opened.rancher.findApp(shop.cluster.backendId, { namespace: 'longhorn-system', name });

test('without an Argo CD Longhorn is installed as an application of Rancher, with its definitions, in the newest version that fits (S0-196, S0-257)', async () => {
  await install();
  expect(await found('longhorn')).toMatchObject({ status: 'deployed', version: '106.2.0+up1.8.1' });
  expect(await found('longhorn-crd')).toMatchObject({ status: 'deployed', version: '106.2.0+up1.8.1' });
  const { body } = await shop.inside.get('/apis/catalog.cattle.io/v1/namespaces/longhorn-system/operations');
  expect(body).toMatchObject({ items: [{ status: { action: 'install', releaseName: 'longhorn' } }] });
  await install();
  expect(await found('longhorn')).toMatchObject({ revision: 1 });
});
