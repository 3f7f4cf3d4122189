import { describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { aKeycloakGroup, aMembership, aRancherProject } from '#test/builders/access-builders';
import { aCluster, aCustomer, aProject } from '#test/builders/builders';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
const send = (method: string, path: string, body: object, person = market.people.owner) =>
  market.ask(method, path, { ...person, body });
const shown = async (path: string) => (await market.ask('GET', path, market.people.owner)).body;
const projectPath = () => `projects/${market.projectUuid}/`;
const customerPath = () => `customers/${market.customerUuid}/`;

describe('a project', () => {
  test('is changed by its managers, and what is in it has its new name', async () => {
    const { order } = await stocked.place();
    const { manager, member } = market.people;
    expect(await send('PATCH', projectPath(), { name: 'Shop' }, member)).toMatchObject({ status: 403 });
    expect(await send('PATCH', projectPath(), { name: 'Shop' }, market.people.outsider)).toMatchObject({ status: 404 });
    expect(await send('PATCH', projectPath(), { name: 'Shop' }, manager)).toMatchObject({
      ...{ status: 200, body: { name: 'Shop' } },
    });
    for (const path of [
      `marketplace-orders/${order.uuid}/`,
      `marketplace-resources/${order.marketplace_resource_uuid}/`,
      `rancher-clusters/${order.resource_uuid}/`,
      `openstack-tenants/${stocked.tenant}/`,
    ]) {
      expect([path, await shown(path)]).toMatchObject([path, { project_name: 'Shop' }]);
    }
    const kept = await market.store.clusters.get(order.resource_uuid);
    expect(kept).toMatchObject({ projectName: 'Shop', operationUuid: expect.any(String) });
  });

  test('and who is invited to it, or may enter its clusters, has the new names, too', async () => {
    const { store, customerUuid, projectUuid, people } = market;
    const scope = `projects/${projectUuid}`;
    const invitations = await Promise.all(
      [scope, `customers/${customerUuid}`].map((at, index) =>
        market.create('user-invitations/', people.owner, {
          ...{ email: `ada${index}@example.org`, scope: at, role: ['PROJECT.ADMIN', 'CUSTOMER.OWNER'][index] },
        }),
      ),
    );
    const cluster = aCluster({ customerUuid, projectUuid });
    const group = aKeycloakGroup({ customerUuid, projectUuid, clusterUuid: cluster.uuid });
    const memberships = Array.from({ length: 9 }, (_, index) => aMembership(group, { username: `user-${index}` }));
    const inRancher = aRancherProject(cluster);
    await store.commit(store.keycloakGroups.insert(group), store.rancherProjects.insert(inRancher));
    for (const item of memberships) await store.commit(store.keycloakMemberships.insert(item));
    await send('PATCH', projectPath(), { name: 'Shop' });
    await send('PATCH', customerPath(), { name: 'ACME' });
    const names = { projectName: 'Shop', customerName: 'ACME' };
    expect(await store.keycloakGroups.get({ ...group })).toMatchObject(names);
    for (const { uuid, settingsUuid, clusterUuid, groupUuid } of memberships) {
      const kept = await store.keycloakMemberships.get({ uuid, settingsUuid, clusterUuid, groupUuid });
      expect(kept).toMatchObject(names);
    }
    expect(await store.rancherProjects.findByUuid(inRancher.uuid)).toMatchObject(names);
    const [toProject, toCustomer] = await Promise.all(invitations.map(({ uuid }) => store.invitations.get(uuid)));
    expect(toProject).toMatchObject({ scopeName: 'Shop', customerName: 'ACME' });
    expect(toCustomer).toMatchObject({ scopeName: 'ACME', customerName: 'ACME' });
  });

  test('needs its name in a PUT, and keeps in a PATCH what is left out', async () => {
    expect(await send('PUT', projectPath(), { description: 'x' })).toMatchObject({
      ...{ status: 400, body: { name: ['This field is required.'] } },
    });
    expect(await send('PATCH', projectPath(), { name: ' ' })).toMatchObject({ status: 400 });
    const { version } = await market.store.projects.get(market.projectUuid);
    expect(await send('PATCH', projectPath(), {})).toMatchObject({ status: 200 });
    expect((await market.store.projects.get(market.projectUuid)).version).toBe(version);
  });

  test('that has an active resource is not deleted, in Waldur’s words; nor is one with tenants', async () => {
    const { order } = await stocked.place();
    expect(await market.statusOf('DELETE', projectPath(), market.people.manager)).toBe(403);
    expect(await market.ask('DELETE', projectPath(), market.people.owner)).toMatchObject({
      status: 400,
      body: ['Project contains active resources. Please remove them before deleting project.'],
    });
    const { store, clock } = market;
    const resource = await store.resources.get(order.marketplace_resource_uuid);
    await store.commit(store.resources.replace(changed(resource, clock.now(), { state: 'Terminated' })));
    expect(await market.ask('DELETE', projectPath(), market.people.owner)).toMatchObject({
      ...{ status: 400, body: ['Tenants are registered in the project.'] },
    });
    const cluster = await store.clusters.get(order.resource_uuid);
    await store.commit(store.tenants.remove(await store.tenants.get(stocked.tenant)), store.clusters.remove(cluster));
    expect(await market.ask('DELETE', projectPath(), market.people.owner)).toMatchObject({ status: 204 });
  });

  test('of a cluster’s machines is not deleted before the cluster', async () => {
    const { store, customerUuid } = market;
    const machines = aProject({ customerUuid });
    await store.commit(store.projects.insert(machines));
    const { order } = await stocked.place(market.people.owner, { vm_project: machines.uuid });
    expect(await market.store.clusters.get(order.resource_uuid)).toMatchObject({ vmProjectUuid: machines.uuid });
    expect(await market.ask('DELETE', `projects/${machines.uuid}/`, market.people.owner)).toMatchObject({
      ...{ status: 400, body: ['Machines of a cluster are in the project. Delete the cluster first.'] },
    });
  });

  test('that is empty goes with its roles and invitations', async () => {
    const { store, customerUuid, people } = market;
    const empty = aProject({ customerUuid });
    await store.commit(store.projects.insert(empty));
    const place = { scopeType: 'project', scopeUuid: empty.uuid, customerUuid } as const;
    const { user } = await market.person({}, { role: 'PROJECT.MEMBER', ...place });
    const invitation = await market.create('user-invitations/', people.owner, {
      ...{ email: 'ada@example.org', role: 'PROJECT.ADMIN', scope: `projects/${empty.uuid}` },
    });
    expect(await market.statusOf('DELETE', `projects/${empty.uuid}/`)).toBe(204);
    expect(await market.statusOf('GET', `projects/${empty.uuid}/`)).toBe(404);
    expect(await store.grants.find(user.uuid, empty.uuid, 'PROJECT.MEMBER')).toBeUndefined();
    expect(await store.invitations.find(invitation.uuid)).toBeUndefined();
  });
});

describe('a customer', () => {
  test('is changed by its owners, and its projects, offerings and orders have its new name', async () => {
    const { order } = await stocked.place();
    expect(await send('PATCH', customerPath(), { name: 'ACME' }, market.people.manager)).toMatchObject({ status: 403 });
    const body = { name: 'ACME', abbreviation: 'AC' };
    expect(await send('PUT', customerPath(), body)).toMatchObject({ status: 200, body });
    for (const path of [
      projectPath(),
      `marketplace-orders/${order.uuid}/`,
      `marketplace-public-offerings/${stocked.offering.uuid}/`,
    ]) {
      expect([path, await shown(path)]).toMatchObject([path, { customer_name: 'ACME' }]);
    }
  });

  test('with anything in it is not deleted, and nothing of it goes', async () => {
    const { order } = await stocked.place();
    expect(await market.statusOf('DELETE', customerPath(), market.people.member)).toBe(403);
    expect(await market.ask('DELETE', customerPath(), market.people.owner)).toMatchObject({
      status: 400,
      body: ['Organization contains projects. Please remove them before deleting organization.'],
    });
    expect(await market.statusOf('GET', `rancher-clusters/${order.resource_uuid}/`)).toBe(200);
  });

  test('that sells something is not deleted; an empty one is', async () => {
    const { store, people } = market;
    const [seller, empty] = [aCustomer(), aCustomer()];
    const offering = await store.offerings.get(stocked.offering.uuid);
    const sold = { ...offering, uuid: seller.uuid, version: 0, customerUuid: seller.uuid };
    await store.commit(store.customers.insert(seller), store.customers.insert(empty), store.offerings.insert(sold));
    expect(await market.ask('DELETE', `customers/${seller.uuid}/`, people.staff)).toMatchObject({ status: 400 });
    expect(await market.statusOf('DELETE', `customers/${empty.uuid}/`, people.staff)).toBe(204);
    expect(await market.statusOf('GET', `customers/${empty.uuid}/`, people.staff)).toBe(404);
  });
});

describe('a user', () => {
  const pathOf = (person: Market['people']['owner']) => `users/${person.user.uuid}/`;

  test('changes their own names and nothing that staff decides', async () => {
    const { member, manager, staff } = market.people;
    expect(await send('PATCH', pathOf(member), { first_name: 'Ada', last_name: 'King' }, member)).toMatchObject({
      ...{ status: 200, body: { full_name: 'Ada King' } },
    });
    const wanted = { email: 'other@example.org', is_staff: true, is_support: true, username: 'root' };
    const said = ['Only staff may change this.'];
    expect(await send('PATCH', pathOf(member), wanted, member)).toMatchObject({
      status: 400,
      body: { email: said, is_staff: said, is_support: said, username: ['A username cannot be changed.'] },
    });
    expect(await market.store.users.get(member.user.uuid)).toMatchObject({ isStaff: false, email: member.user.email });
    expect(await send('PATCH', pathOf(member), { first_name: 'X' }, manager)).toMatchObject({ status: 404 });
    expect(
      await send('PUT', pathOf(member), { username: member.user.username, email: 'a@b.example' }, staff),
    ).toMatchObject({
      ...{ status: 200, body: { email: 'a@b.example', first_name: 'Ada' } },
    });
  });

  test('whom staff switches off is nobody from then on; staff does not lock itself out', async () => {
    const { member, staff } = market.people;
    expect(await send('PATCH', pathOf(member), { is_active: false }, staff)).toMatchObject({ status: 200 });
    expect(await market.statusOf('GET', 'users/me/', member)).toBe(401);
    expect(await send('PATCH', pathOf(staff), { is_active: false, is_staff: false }, staff)).toMatchObject({
      status: 400,
      body: {
        is_active: ['You cannot change this on your own account.'],
        is_staff: ['You cannot change this on your own account.'],
      },
    });
    expect(await market.statusOf('DELETE', pathOf(member), staff)).toBe(405);
  });
});
