import { expect, test } from 'vitest';
import { clusterTag } from '#shared/domain/planning/naming';
import { managedWorldPerFile, provision, remove } from '../_worlds/managed-world.ts';
import { missing, thingsIn } from './survivors.ts';

const world = await managedWorldPerFile();
const { cloud } = world;
const things = () => thingsIn(cloud);

test('a managed cluster’s tenants come and go, in a cloud that ignores every selector, without those of another', async () => {
  const stranger = await world.order();
  await provision(world, stranger);
  const { settingsUuid, name } = await world.tenantOf(stranger);
  const admin = await world.openstack.admin(settingsUuid);
  await admin.createProject({ name: `${name}-strange`, description: '', tags: [] });
  await admin.createProject({ name: 'stranger', description: '', tags: [clusterTag('f'.repeat(32))] });
  await cloud.ignoreSelectors(true);

  const before = await things();
  const begun = await world.order();
  for (const path of [
    '/projects$',
    '/networks$',
    '/routers$',
    '/security-groups$',
    '/os-server-groups$',
    '/servers$',
  ]) {
    await cloud.plan({ kind: 'lose', method: 'POST', path, nth: 1 });
  }
  await expect
    .poll(
      () =>
        provision(world, begun).then(
          () => 'made',
          () => 'lost',
        ),
      { timeout: 15_000 },
    )
    .toBe('made');
  await cloud.clearFaults();
  expect(missing(before, await things())).toEqual([]);
  await remove(world, begun);
  expect(await things()).toEqual(before);
});
