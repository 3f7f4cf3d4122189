import { describe, expect, test } from 'vitest';
import { approveOrder } from '#shared/app/marketplace/orders/approve-order';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import type { Ordered } from '#shared/app/marketplace/orders/create-order';
import { rejectOrder } from '#shared/app/marketplace/orders/reject-order';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import type { Failure } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { type OrderState, orderMovesTo } from '#shared/domain/marketplace/order';
import type { ResourceState } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import type { RoleName } from '#shared/domain/organizations/role';
import { clusterNameClaim } from '#shared/domain/planning/naming';
import { aCallerWith, aStranger, aUuid, staff, support } from '#test/builders/builders';
import { createOrder } from '#test/create-order';
import { newOrderIn, worldPerFile } from '#test/integration/_worlds/world';
import { ofCluster } from '#test/operations';

const world = await worldPerFile();
const withRole = (role: RoleName): Caller =>
  aCallerWith(role, { customerUuid: world.project.customerUuid, projectUuid: world.project.uuid });
const place = (caller = world.owner): Promise<Ordered> => createOrder(world, caller, newOrderIn(world));
const pending = () => place(withRole('PROJECT.MEMBER'));
type Decide = typeof approveOrder;
const decide = (what: Decide, { order }: Pick<Ordered, 'order'>, caller: Caller = world.owner) =>
  what(world, caller, { orderUuid: order.uuid, correlationId: 'correlation-2' });
const terminate = ({ resource }: Ordered, caller: Caller = world.owner) =>
  terminateResource(world, caller, { resourceUuid: resource.uuid, correlationId: 'correlation-3' });

async function now({ order, resource, cluster }: Ordered) {
  const { orders, resources, clusters } = world.store;
  const [itsOrder, itsResource] = [await orders.get(order.uuid), await resources.get(resource.uuid)];
  return { order: itsOrder, resource: itsResource, cluster: await clusters.find(cluster.uuid) };
}
async function operationsOf(clusterUuid = '') {
  const { operations } = await world.store.outbox.listPending(1000);
  return operations.filter((item) => ofCluster(item).clusterUuid === clusterUuid).map(({ uuid }) => uuid);
}

const lastError: Failure = {
  ...{ code: 'BOOTSTRAP_TIMEOUT', message: 'Too late.', step: 'watch.watchNodes', retryable: true },
  ...{ owner: 'provider', at: '2026-03-01T12:00:00.000Z' },
};
/** Moves an order's records to the states that its state machine would have reached. */
async function brought(placed: Ordered, states: [OrderState, ResourceState, ...Cluster['state'][]]): Promise<void> {
  const { store, clock } = world;
  const [orderState, resourceState, ...path] = states;
  const at = clock.now();
  const error = orderState === 'erred' ? { lastError } : {};
  let cluster: Cluster | undefined;
  for (const state of path) {
    cluster = clusterMovesTo(cluster ?? (await store.clusters.get(placed.cluster.uuid)), state, at, error);
    await store.commit(store.clusters.replace(cluster));
  }
  const { order, resource } = await now(placed);
  await store.commit(
    store.orders.replace(orderMovesTo(order, orderState, at, error)),
    store.resources.replace(changed(resource, at, { state: resourceState, pendingOrderUuid: undefined })),
  );
}
async function finished(): Promise<Ordered> {
  const placed = await place();
  await brought(placed, ['done', 'OK', 'CREATING', 'OK']);
  return placed;
}
async function failed(): Promise<Ordered> {
  const placed = await place();
  await brought(placed, ['erred', 'Erred', 'CREATING', 'ERRED']);
  return placed;
}

describe('a pending order', () => {
  test.each([
    ['the owner', () => world.owner],
    ['staff', staff],
  ])('is started by %s, with its operation (S0-008, S0-009)', async (_who, caller) => {
    const placed = await pending();
    const approver = caller();
    const approved = await decide(approveOrder, placed, approver);
    const { order, cluster } = await now(placed);
    expect(order).toEqual(approved);
    expect(order).toMatchObject({ state: 'executing', approvedByUuid: approver.user.uuid });
    expect(await operationsOf(order.clusterUuid)).toEqual([cluster?.operationUuid]);
  });

  test.each<[string, Decide]>([
    ['approved', approveOrder],
    ['rejected', rejectOrder],
  ])('cannot be %s by whoever is in the project only, nor by support (S0-008)', async (_what, what) => {
    const placed = await pending();
    const callers = [withRole('PROJECT.MEMBER'), withRole('PROJECT.ADMIN'), withRole('PROJECT.MANAGER'), support()];
    for (const caller of callers) {
      await expect(decide(what, placed, caller)).rejects.toMatchObject({ name: 'NotAllowed', status: 403 });
    }
    expect((await now(placed)).order.state).toBe('pending-consumer');
  });

  test('approved by two owners at once starts once', async () => {
    const placed = await pending();
    const outcomes = await Promise.allSettled([decide(approveOrder, placed), decide(approveOrder, placed)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await operationsOf(placed.cluster.uuid)).toHaveLength(1);
  });

  test.each<[string, Decide, OrderState]>([
    ['rejected', rejectOrder, 'rejected'],
    ['cancelled', cancelOrder, 'canceled'],
  ])('that is %s leaves its resource Terminated, no cluster, and its name free', async (_what, what, state) => {
    const placed = await pending();
    await decide(what, placed);
    const { order, resource, cluster } = await now(placed);
    expect(order).toMatchObject({ state, completedAt: world.clock.now().toISOString() });
    expect(resource.state).toBe('Terminated');
    expect(resource.pendingOrderUuid).toBeUndefined();
    expect(cluster).toBeUndefined();
    const claim = clusterNameClaim(placed.cluster.settingsUuid, placed.cluster.name);
    expect(await world.store.claims.holderOf(claim)).toBeUndefined();
    expect(await operationsOf(order.clusterUuid)).toEqual([]);
  });
});

describe('who decides', () => {
  test.each<[string, Decide]>([
    ['approve', approveOrder],
    ['reject', rejectOrder],
    ['cancel', cancelOrder],
    ['retry', retryOrder],
  ])('nobody may %s an order that they do not see, or that is not there', async (_what, what) => {
    const placed = await pending();
    const notFound = { name: 'NotFound', status: 404, message: 'No Order matches the given query.' };
    await expect(decide(what, placed, aStranger())).rejects.toMatchObject(notFound);
    await expect(decide(what, { order: { ...placed.order, uuid: aUuid() } })).rejects.toMatchObject(notFound);
  });

  test.each<[string, Decide]>([
    ['cancel', cancelOrder],
    ['retry', retryOrder],
  ])('a member may not %s', async (_what, what) => {
    const placed = await failed();
    await expect(decide(what, placed, withRole('PROJECT.MEMBER'))).rejects.toMatchObject({ status: 403 });
  });

  test.each<[string, Decide, string]>([
    ['approved', approveOrder, 'pending-consumer'],
    ['rejected', rejectOrder, 'pending-consumer'],
    ['cancelled', cancelOrder, 'pending-consumer, pending-provider, executing'],
    ['retried', retryOrder, 'erred'],
  ])('an order that is done cannot be %s', async (_what, what, states) => {
    const placed = await finished();
    await expect(decide(what, placed)).rejects.toMatchObject({
      ...{ name: 'Conflict', status: 409, message: `Valid states for operation: ${states}.` },
    });
  });
});

describe('an executing creation', () => {
  test('that is cancelled is superseded by an operation that deletes what there is', async () => {
    const placed = await place();
    await decide(cancelOrder, placed, withRole('PROJECT.ADMIN'));
    const { order, resource, cluster } = await now(placed);
    expect(order.state).toBe('canceled');
    expect(resource.state).toBe('Terminating');
    expect(cluster?.state).toBe('DELETION_SCHEDULED');
    expect(cluster?.operationUuid).not.toBe(placed.cluster.operationUuid);
    expect(await operationsOf(order.clusterUuid)).toContain(cluster?.operationUuid);
  });
});

describe('an erred order', () => {
  test('is taken up again where it stopped, its failure forgotten', async () => {
    const placed = await failed();
    await decide(retryOrder, placed, withRole('PROJECT.MANAGER'));
    const { order, resource, cluster } = await now(placed);
    expect(order).toMatchObject({ state: 'executing', attributes: placed.order.attributes });
    expect([order.lastError, order.completedAt, cluster?.lastError]).toEqual([undefined, undefined, undefined]);
    expect(resource).toMatchObject({ state: 'Creating', pendingOrderUuid: order.uuid });
    expect(cluster?.state).toBe('CREATION_SCHEDULED');
    expect(await operationsOf(order.clusterUuid)).toContain(cluster?.operationUuid);
    expect(cluster?.operationUuid).not.toBe(placed.cluster.operationUuid);
  });

  test('of a deletion is taken up as a deletion', async () => {
    const placed = await finished();
    const termination = { ...placed, order: await terminate(placed) };
    await brought(termination, ['erred', 'Erred', 'DELETING', 'ERRED']);
    await decide(retryOrder, termination);
    expect(await now(termination)).toMatchObject({
      order: { type: 'Terminate', state: 'executing' },
      resource: { state: 'Terminating' },
      cluster: { state: 'DELETION_SCHEDULED' },
    });
  });

  test('that another order has followed cannot be retried', async () => {
    const placed = await failed();
    await terminate(placed);
    await expect(decide(retryOrder, placed)).rejects.toMatchObject({
      ...{ status: 409, message: 'Only the latest order of a resource can be retried.' },
    });
  });
});

describe('termination', () => {
  test.each([
    ['OK', finished],
    ['Erred', failed],
  ])('of a resource that is %s is an order of its own that starts at once (S0-026)', async (_state, make) => {
    const placed = await make();
    const termination = await terminate(placed, withRole('PROJECT.ADMIN'));
    const { resource, cluster } = await now(placed);
    expect(await world.store.orders.get(termination.uuid)).toMatchObject({
      ...{ type: 'Terminate', state: 'executing', resourceUuid: resource.uuid, clusterUuid: placed.cluster.uuid },
    });
    expect(resource).toMatchObject({ state: 'Terminating', pendingOrderUuid: termination.uuid });
    expect(cluster).toMatchObject({ state: 'DELETION_SCHEDULED', orderUuid: termination.uuid });
    expect(await operationsOf(termination.clusterUuid)).toContain(cluster?.operationUuid);
  });

  test('asked for twice says that it is under way', async () => {
    const placed = await finished();
    await terminate(placed);
    await expect(terminate(placed)).rejects.toMatchObject({
      ...{ status: 400, body: ['Pending order for resource already exists.'] },
    });
  });

  test('is 404 for strangers, 403 for members and support, 409 while being made or when gone', async () => {
    const placed = await finished();
    const refusedTo = (caller: Caller) => expect(terminate(placed, caller)).rejects;
    await refusedTo(aStranger()).toMatchObject({ status: 404, message: 'No Resource matches the given query.' });
    await refusedTo(withRole('PROJECT.MEMBER')).toMatchObject({ status: 403 });
    await refusedTo(support()).toMatchObject({ status: 403 });
    const gone = await pending();
    await decide(rejectOrder, gone);
    for (const item of [await pending(), await place(), gone]) {
      const message = 'Valid states for operation: OK, Erred.';
      await expect(terminate(item)).rejects.toMatchObject({ status: 409, message });
    }
  });

  test('cannot be called back', async () => {
    const placed = await finished();
    const order = await terminate(placed);
    await expect(decide(cancelOrder, { order })).rejects.toMatchObject({ status: 409 });
  });
});
