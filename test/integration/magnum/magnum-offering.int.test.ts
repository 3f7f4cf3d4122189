import { expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aUuid } from '#test/builders/builders';
import { magnumWorldPerFile } from '../_worlds/magnum-world.ts';

const world = await magnumWorldPerFile();
const { store, clock } = world;
const withUuid = z.object({ uuid: z.string() });

let made = 0;
async function created(token: string): Promise<string> {
  made += 1;
  const body = { name: `by-magnum-${made}`, cluster_template_id: world.template.uuid, master_count: 1, node_count: 2 };
  const answer = await world.ask('POST', '/v1/clusters', { token, body });
  expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
  return withUuid.parse(answer.body).uuid;
}

test('an order goes to the offering of its cloud, then of its customer, and no other seller blocks it (M41)', async () => {
  await world.sell('members');
  const token = await world.token();
  const before = await store.offerings.get(world.clusterApiOffering.uuid);
  if (before.type !== 'Rancher') expect.fail('the offering sells no clusters');
  const mine = changed(before, clock.now(), { customerUuid: world.project.customerUuid });
  await store.commit(store.offerings.replace(mine));
  const another = { ...before, uuid: aUuid(), version: 1, slug: `other-${aUuid()}`, name: 'Another seller' };
  const bound = (magnum_cloud: string) => ({ ...another.pluginOptions, magnum_cloud });
  const resourceOf = async (uuid: string) => (await store.clusters.get(uuid.replaceAll('-', ''))).resourceUuid;
  const sellerOf = async (uuid: string) => (await store.resources.get(await resourceOf(uuid))).offeringUuid;
  // The project's own customer is a closer seller than another one.
  await store.commit(store.offerings.insert(another));
  expect(await sellerOf(await created(token))).toBe(mine.uuid);
  const elsewhere = changed(another, clock.now(), { pluginOptions: bound(aUuid()) });
  await store.commit(store.offerings.replace(elsewhere));
  expect(await sellerOf(await created(token))).toBe(mine.uuid);
  const here = changed(elsewhere, clock.now(), { pluginOptions: bound(world.demo.tenant.settingsUuid) });
  await store.commit(store.offerings.replace(here));
  expect(await sellerOf(await created(token))).toBe(another.uuid);
  await store.commit(store.offerings.remove(here));
});
