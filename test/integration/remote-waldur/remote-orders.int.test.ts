import { describe, expect, test } from 'vitest';
import { type RemoteWorld, remoteWorldPerTest } from './remote-world.ts';

let world: RemoteWorld;
remoteWorldPerTest((opened) => {
  world = opened;
});

const serve = () => world.pass('serve_remote_orders');
async function carryOut(): Promise<void> {
  await serve();
  await world.work();
  await serve();
}
async function madeProject(name = 'web shop', limits: object = { cpu: 2, ram: 4 }) {
  const { uuid, marketplace_resource_uuid: resource } = await world.remote.order(name, limits);
  await carryOut();
  return { order: uuid, resource, ...(await world.remote.resourceNow(resource)) };
}
const calls = (method: string) => world.remote.served.asked.filter((asked) => asked.startsWith(method));

describe('an order of a remote Waldur', () => {
  test('is approved, carried out and reported, with Rancher’s id of the project', async () => {
    const { remote } = world;
    const { uuid, state, marketplace_resource_uuid: resource } = await remote.order('web shop', { cpu: 2, ram: 4 });
    expect(state).toBe('pending-provider');
    await serve();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'executing' });
    await serve();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'executing' });
    await world.work();
    await serve();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
    const { slug, ...shown } = await remote.resourceNow(resource);
    const projects = await world.projectsOf(slug);
    expect(projects).toMatchObject([{ annotations: { 'waldur/managed': 'true' } }]);
    expect(shown).toMatchObject({ state: 'OK', backend_id: projects[0]?.id, limits: { cpu: 2, ram: 4 } });
  });

  test('is done once: further runs only look', async () => {
    const { slug } = await madeProject();
    world.remote.served.asked.splice(0);
    await serve();
    expect(calls('POST').filter((asked) => !/register_/.test(asked))).toEqual([]);
    expect(await world.projectsOf(slug)).toHaveLength(1);
  });

  test('changes the limits of the project', async () => {
    const { resource } = await madeProject();
    const order = await world.remote.later(resource, 'update_limits', { limits: { cpu: 8 } });
    await carryOut();
    expect(await world.remote.orderNow(order)).toMatchObject({ state: 'done' });
    expect(await world.remote.resourceNow(resource)).toMatchObject({ limits: { cpu: 8, ram: 4 } });
    const { rancherProject } = (await world.resourceHere(resource)) ?? {};
    expect(rancherProject?.limits).toMatchObject({ cpu: 8, ram: 4 });
    const shown = await world.cluster.opened.rancher.findProject(rancherProject?.backendId ?? '');
    expect(shown?.quota?.limit).toMatchObject({ limitsCpu: '8000m' });
  });

  test('to the limits that apply is done at once, and Rancher is not asked', async () => {
    const { resource } = await madeProject();
    const order = await world.remote.later(resource, 'update_limits', { limits: { cpu: 2, ram: 4 } });
    await serve();
    expect(await world.remote.orderNow(order)).toMatchObject({ state: 'done' });
    expect((await world.cluster.market.store.outbox.listPending(10)).operations).toEqual([]);
  });

  test('with limits that nobody can keep is refused and reported, when it creates as when it changes', async () => {
    const { remote } = world;
    const absurd = { cpu: 10 ** 11 };
    const { uuid } = await remote.order('huge', absurd);
    await carryOut();
    const refusal = { state: 'erred', error_message: 'The limit of cpu must be between 0 and 64.' };
    expect(await remote.orderNow(uuid)).toMatchObject(refusal);
    const { resource } = await madeProject();
    const order = await remote.later(resource, 'update_limits', { limits: absurd });
    await carryOut();
    expect(await remote.orderNow(order)).toMatchObject(refusal);
  });

  test('ends the project', async () => {
    const { resource, slug } = await madeProject();
    const order = await world.remote.later(resource, 'terminate', {});
    await carryOut();
    expect(await world.remote.orderNow(order)).toMatchObject({ state: 'done' });
    expect(await world.remote.resourceNow(resource)).toMatchObject({ state: 'Terminated' });
    await expect.poll(() => world.projectsOf(slug), { timeout: 10_000 }).toEqual([]);
  });

  test('that fails is reported with the reason, and is tried again when its provider sets it back', async () => {
    const { remote } = world;
    const { cluster } = world;
    await cluster.simulator.plan({ method: 'POST', path: '/v3/projects$', kind: 'status', status: 422 });
    const { uuid, marketplace_resource_uuid: resource } = await remote.order('web shop', { cpu: 2 });
    await carryOut();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'erred', error_message: expect.stringMatching(/422/) });
    await cluster.simulator.clearFaults();
    await remote.ask('POST', `marketplace-orders/${uuid}/set_state_executing/`);
    await carryOut();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
    expect(await world.projectsOf((await remote.resourceNow(resource)).slug)).toHaveLength(1);
  });

  test('whose name somebody else’s project has is refused, and that project stays as it is', async () => {
    const { remote, cluster } = world;
    const { uuid, marketplace_resource_uuid: resource } = await remote.order('web shop', { cpu: 2 });
    await serve();
    const name = (await world.resourceHere(resource))?.rancherProject?.projectName ?? '';
    const { id } = await cluster.opened.rancher.createProject(cluster.clusterId, { name, description: 'theirs' });
    await world.work();
    await serve();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'erred' });
    expect(await cluster.opened.rancher.findProject(id)).toMatchObject({ description: 'theirs' });
  });

  test('is not approved twice when the answer of the approval is lost', async () => {
    const { remote } = world;
    const { uuid } = await remote.order('web shop', { cpu: 2 });
    await remote.ask('POST', `marketplace-orders/${uuid}/approve_by_provider/`, {});
    await carryOut();
    expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
  });
});

test('the offering takes no orders in Paddock', async () => {
  const { market } = world.cluster;
  const body = { offering: world.offering, project: market.projectUuid, attributes: { name: 'mine' } };
  const answer = await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body });
  expect(answer).toMatchObject({ status: 400, body: { offering: [expect.stringContaining('remote Waldur')] } });
});

test('an offering whose remote offering cannot be read does not stop the others', async () => {
  const { cluster, remote } = world;
  const { projectUuid } = cluster.market;
  const serving = { remote_offering_uuid: 'f'.repeat(32), remote_project: projectUuid };
  await cluster.offering({ plugin_options: serving });
  const { uuid } = await remote.order('web shop', { cpu: 2 });
  expect(await serve()).toMatchObject({ failed: 1 });
  await world.work();
  await serve();
  expect(await remote.orderNow(uuid)).toMatchObject({ state: 'done' });
});
