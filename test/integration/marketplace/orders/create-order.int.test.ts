import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { NewOrder } from '#shared/app/marketplace/orders/create-order';
import { openstackUuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import { clusterNameClaim } from '#shared/domain/planning/naming';
import { aCallerWith, aProject, aStranger, aTenant, aUuid, staff, support } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { createOrder } from '#test/create-order';
import { attributesIn, newOrderIn, requestIn, worldPerFile } from '#test/integration/_worlds/world';
import { ofCluster } from '#test/operations';

const world = await worldPerFile();

const place = () => ({ customerUuid: world.project.customerUuid, projectUuid: world.project.uuid });
const order = (input: NewOrder, caller: Caller = world.owner) => createOrder(world, caller, input);

async function stored(): Promise<number[]> {
  const { orders, resources, clusters, outbox } = world.store;
  const lists = [orders, resources, clusters].map((list) => list.list({ visibility: 'all' }, { page: 1, pageSize: 1 }));
  const totals = (await Promise.all(lists)).map(({ total }) => total);
  return [...totals, (await outbox.listPending(100)).operations.length];
}
/** Write requests to the cloud. Logins are not included. */
async function writesAtTheCloud(): Promise<unknown[]> {
  const rows = z.array(z.object({ method: z.string(), path: z.string() }));
  const asked = rows.parse(await (await fetch(`${world.cloud.url}/_sim/requests`)).json());
  return asked.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/auth/tokens'));
}
async function expectRefused(input: NewOrder, body: unknown, caller?: Caller): Promise<void> {
  const before = await stored();
  await expect(order(input, caller)).rejects.toMatchObject({ name: 'Invalid', status: 400, body });
  expect(await stored()).toEqual(before);
  expect(await writesAtTheCloud()).toEqual([]);
}

describe('an accepted order', () => {
  test('of an owner stores order, resource, cluster, name claim and operation together (S0-002, S0-007, R-9-6)', async () => {
    const { store, clock } = world;
    const input = newOrderIn(world, attributesIn(world, 3, 1));
    const placed = await order(input);
    const [stored, resource, cluster] = await Promise.all([
      store.orders.get(placed.order.uuid),
      store.resources.get(placed.resource.uuid),
      store.clusters.get(placed.cluster.uuid),
    ]);
    expect({ order: stored, resource, cluster }).toEqual(placed);
    expect(stored).toMatchObject({
      ...{ type: 'Create', state: 'executing', attributes: input.attributes, approvedAt: clock.now().toISOString() },
      ...{ resourceUuid: resource.uuid, clusterUuid: cluster.uuid, approvedByUuid: world.owner.user.uuid },
    });
    expect(resource).toMatchObject({ state: 'Creating', clusterUuid: cluster.uuid, pendingOrderUuid: stored.uuid });
    expect(cluster).toMatchObject({
      ...{ state: 'CREATION_SCHEDULED', orderUuid: stored.uuid, resourceUuid: resource.uuid, backendId: '' },
      ...{ tenantUuid: world.demo.tenant.uuid, vmProjectUuid: world.project.uuid, kubernetesVersion: 'v1.31.7+rke2r1' },
    });
    expect(cluster.uuid).not.toBe(resource.uuid);
    const claim = clusterNameClaim(world.settings.uuid, cluster.name);
    expect(await store.claims.holderOf(claim)).toBe(cluster.uuid);
    const { operations } = await store.outbox.listPending(100);
    expect(operations.map(ofCluster).filter((item) => item.clusterUuid === stored.clusterUuid)).toMatchObject([
      { uuid: cluster.operationUuid, machine: 'process-order', correlationId: 'correlation-1' },
    ]);
  });

  test('makes nothing at the cloud by itself (S0-009)', async () => {
    await order(newOrderIn(world));
    expect(await writesAtTheCloud()).toEqual([]);
  });

  test.each(['PROJECT.MEMBER', 'PROJECT.ADMIN', 'PROJECT.MANAGER'] as const)(
    'of a %s waits for approval and starts nothing (S0-008)',
    async (role) => {
      const placed = await order(newOrderIn(world), aCallerWith(role, place()));
      expect(placed.order).toMatchObject({ state: 'pending-consumer' });
      expect(placed.order.approvedAt).toBeUndefined();
      expect((await world.store.clusters.get(placed.cluster.uuid)).operationUuid).toBeUndefined();
      const { operations } = await world.store.outbox.listPending(100);
      expect(operations.map(ofCluster).filter((item) => item.clusterUuid === placed.cluster.uuid)).toEqual([]);
    },
  );

  test('of staff starts at once', async () => {
    expect((await order(newOrderIn(world), staff())).order.state).toBe('executing');
  });

  test('with tenants at its nodes stands in the first node’s tenant (S0-269, R-9-23)', async () => {
    const { tenantUuid: _, ...attributes } = attributesIn(world);
    const { demo, other } = world;
    const nodes = [
      { ...requestIn(other, 'server'), tenantUuid: other.tenant.uuid },
      { ...requestIn(demo, 'agent'), tenantUuid: demo.tenant.uuid },
    ];
    const placed = await order(newOrderIn(world, { ...attributes, nodes }));
    expect(placed.cluster.tenantUuid).toBe(other.tenant.uuid);
  });

  test('may put its machines on the books of another project that the caller sees (S0-259)', async () => {
    const vmProject = aProject({ customerUuid: world.project.customerUuid });
    await world.store.commit(world.store.projects.insert(vmProject));
    const attributes = { ...attributesIn(world), vmProjectUuid: vmProject.uuid };
    expect((await order(newOrderIn(world, attributes))).cluster.vmProjectUuid).toBe(vmProject.uuid);
    const member = aCallerWith('PROJECT.MEMBER', place());
    const body = { vm_project: ['Invalid hyperlink - Object does not exist.'] };
    // Nobody has machines in a project of another customer, even if the caller sees both customers.
    const foreign = aProject();
    await world.store.commit(world.store.projects.insert(foreign));
    await expectRefused(newOrderIn(world, { ...attributesIn(world), vmProjectUuid: foreign.uuid }), body, staff());
    await expectRefused(newOrderIn(world, { ...attributesIn(world), vmProjectUuid: vmProject.uuid }), body, member);
  });
});

describe('a refused order leaves no record and asks the cloud for nothing but facts', () => {
  const MISSING = ['Invalid hyperlink - Object does not exist.'];

  test('for its counts (S0-003)', async () => {
    await expectRefused(newOrderIn(world, attributesIn(world, 2, 1)), {
      nodes: ['Total count of server nodes must be 1, 3 or 5. You have got 2 servers and 1 agent.'],
    });
  });

  test('for a flavor that the cloud has not, seen live (S0-003, S0-308)', async () => {
    const attributes = attributesIn(world);
    const flavorUuid = openstackUuid(world.demo.tenant.settingsUuid, 'flavor', '99');
    const [server, agent] = attributes.nodes;
    if (!server || !agent) throw new Error('the order has no nodes');
    await expectRefused(newOrderIn(world, { ...attributes, nodes: [server, { ...agent, flavorUuid }] }), {
      nodes: [{}, { flavor: [`Flavor ${flavorUuid} is not visible in tenant tenant-1.`] }],
    });
  });

  test('for a flavor that the offering does not sell (S0-225)', async () => {
    const { store, settings } = world;
    const pluginOptions = { deployment_mode: 'self_managed', flavors_regex: 'm1[.]xlarge' } as const;
    const narrow = anOffering({ settingsUuid: settings.uuid, pluginOptions });
    await store.commit(store.offerings.insert(narrow));
    const said = { flavor: ['Flavor m1.medium is not part of the offering.'] };
    await expectRefused({ ...newOrderIn(world), offeringUuid: narrow.uuid }, { nodes: [said, said] });
  });

  test('for a name that its provider has already, with an offering of its own or not (R-9-11)', async () => {
    const attributes = attributesIn(world);
    await order(newOrderIn(world, attributes));
    await expectRefused(newOrderIn(world, attributes), { non_field_errors: ['Name is not unique.'] });
  });

  test('for an offering that is not there, not active, or lacks the plan', async () => {
    const { store, settings } = world;
    const paused = anOffering({ settingsUuid: settings.uuid, state: 'Paused' });
    const draft = anOffering({ settingsUuid: settings.uuid, state: 'Draft' });
    await store.commit(store.offerings.insert(paused), store.offerings.insert(draft));
    await expectRefused({ ...newOrderIn(world), offeringUuid: aUuid() }, { offering: MISSING });
    // an offering of another customer
    await expectRefused({ ...newOrderIn(world), offeringUuid: draft.uuid }, { offering: MISSING });
    await expectRefused(
      { ...newOrderIn(world), offeringUuid: paused.uuid },
      { offering: ['Offering is not available.'] },
    );
    await expectRefused(
      { ...newOrderIn(world), planUuid: aUuid() },
      { plan: ['This plan is not available for selected offering.'] },
    );
  });

  test('for a tenant of another customer, of another project than a member’s, or of nobody', async () => {
    const { store, project } = world;
    const foreign = aTenant();
    const sibling = aTenant({ customerUuid: project.customerUuid });
    await store.commit(store.tenants.insert(foreign), store.tenants.insert(sibling));
    const member = aCallerWith('PROJECT.MEMBER', place());
    for (const [tenantUuid, caller] of [
      [foreign.uuid, world.owner],
      [foreign.uuid, staff()],
      [sibling.uuid, member],
      [aUuid(), world.owner],
    ] as const) {
      await expectRefused(newOrderIn(world, { ...attributesIn(world), tenantUuid }), { tenant: MISSING }, caller);
    }
  });

  test('for a project that the caller cannot see', async () => {
    await expectRefused(newOrderIn(world), { project: MISSING }, aStranger());
    await expectRefused({ ...newOrderIn(world), projectUuid: aUuid() }, { project: MISSING }, staff());
  });

  test('for being placed by support, who see but do not act', async () => {
    const before = await stored();
    await expect(order(newOrderIn(world), support())).rejects.toMatchObject({ name: 'NotAllowed', status: 403 });
    expect(await stored()).toEqual(before);
  });

  test('because the cloud cannot be asked just now', async () => {
    const before = await stored();
    await world.cloud.plan({ kind: 'status', status: 503, path: '/flavors/detail', nth: 1 });
    await expect(order(newOrderIn(world))).rejects.toMatchObject({ name: 'BackendUnavailable', status: 503 });
    await world.cloud.clearFaults();
    expect(await stored()).toEqual(before);
  });
});

test('of two orders with one name at the same moment one is accepted and the other is refused with the reason', async () => {
  const input = newOrderIn(world);
  const before = await stored();
  const outcomes = await Promise.allSettled([order(input), order(input)]);
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(lost).toMatchObject([{ reason: { status: 400, body: { non_field_errors: ['Name is not unique.'] } } }]);
  expect(await stored()).toEqual(before.map((count) => count + 1));
});
