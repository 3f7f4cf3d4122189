import { expect, test } from 'vitest';
import { type RemoteWorld, remoteWorldPerTest } from './remote-world.ts';

let world: RemoteWorld;
remoteWorldPerTest((opened) => {
  world = opened;
});

const serve = () => world.pass('serve_remote_orders');

test('an order of a remote Waldur is approved, carried out and reported with Rancher’s id of the project', async () => {
  const { remote } = world;
  const { uuid, state, marketplace_resource_uuid: resource } = await remote.order('web shop', { cpu: 2, ram: 4 });
  expect(state).toBe('pending-provider');
  await serve();
  expect(await remote.orderNow(uuid)).toMatchObject({ state: 'executing' });
  await world.work();
  await serve();
  expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
  const { slug, ...shown } = await remote.resourceNow(resource);
  const projects = await world.projectsOf(slug);
  expect(projects).toHaveLength(1);
  expect(shown).toMatchObject({ state: 'OK', backend_id: projects[0]?.id, limits: { cpu: 2, ram: 4 } });
});
