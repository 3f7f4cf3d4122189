import { expect, test } from 'vitest';
import { aCluster, aUuid } from '#test/builders/builders';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import type { Person } from '#test/integration/_worlds/api-under-test';
import { openMarket } from '#test/integration/_worlds/market';

test('a template that clusters use cannot be deleted, and the answer names only clusters that the caller sees (S3-026)', async () => {
  const market = await openMarket();
  const { owner, staff } = market.people;
  const { store, customerUuid, projectUuid } = market;
  const body = { name: 'Kubernetes', image_id: 'ubuntu-2204-kube-v1.33.5', customer: customerUuid };
  const { uuid: templateUuid } = await market.create('cluster-api-templates/', owner, body);
  const remove = (person: Person) => market.ask('DELETE', `cluster-api-templates/${templateUuid}/`, person);
  const of = (fields: object) => aCluster({ clusterApi: aClusterApiSpec({ templateUuid }), ...fields });
  const seen = of({ name: 'seen', customerUuid, projectUuid, state: 'OK' });
  const [unseen, another] = [
    of({ name: 'unseen', created: '2026-03-02T12:00:00.000Z' }),
    of({ clusterApi: aClusterApiSpec({ templateUuid: aUuid() }) }),
  ];
  await store.commit(...[seen, unseen, another].map((cluster) => store.clusters.insert(cluster)));
  const refused = (detail: string) => ({ status: 409, body: { detail } });
  expect(await remove(owner)).toMatchObject(refused('The template is used by seen, 1 more.'));
  expect(await remove(staff)).toMatchObject(refused('The template is used by unseen, seen.'));
  await store.commit(store.clusters.remove(seen));
  expect(await remove(owner)).toMatchObject(refused('The template is used by 1 cluster.'));
  await store.commit(store.clusters.remove(unseen));
  expect(await remove(owner)).toMatchObject({ status: 204 });
});
