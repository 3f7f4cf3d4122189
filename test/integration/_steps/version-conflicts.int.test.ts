import { describe, expect, test } from 'vitest';
import { approveOrder } from '#shared/app/marketplace/orders/approve-order';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import type { Ordered } from '#shared/app/marketplace/orders/create-order';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { orderMovesTo } from '#shared/domain/marketplace/order';
import { VersionConflict } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { aCallerWith } from '#test/builders/builders';
import { createOrder } from '#test/create-order';
import { newOrderIn, worldPerFile } from '../_worlds/world.ts';

const world = await worldPerFile();
const { store, clock } = world;
const { customerUuid, uuid: projectUuid } = world.project;
const member = aCallerWith('PROJECT.MEMBER', { customerUuid, projectUuid });
const place = (caller = world.owner): Promise<Ordered> => createOrder(world, caller, newOrderIn(world));

const decision = ({ order }: Ordered) => ({ orderUuid: order.uuid, correlationId: 'correlation-2' });
const termination = ({ resource }: Ordered) => ({ resourceUuid: resource.uuid, correlationId: 'correlation-2' });

/** Writes the cluster's record, as a running state machine often does. */
async function machineWrites({ cluster }: Ordered): Promise<void> {
  const current = await store.clusters.get(cluster.uuid);
  await store.commit(store.clusters.replace(changed(current, clock.now(), { currentStep: 'Waiting for machines' })));
}
/** The world with a store that calls `rival` before each of the next `times` commits. */
function losing(times: number, rival: () => Promise<unknown>) {
  let lost = 0;
  const commit: Store['commit'] = async (...writes) => {
    if (lost < times) {
      lost += 1;
      await rival();
    }
    return store.commit(...writes);
  };
  return { deps: { ...world, store: { ...store, commit } }, lost: () => lost };
}

/** Stores an order as its state machine leaves it after a failure. */
async function erred(placed: Ordered): Promise<void> {
  const lastError = failureOf({ error: 'BootstrapTimeout', cause: 'late', step: 'watch' }, clock.now().toISOString());
  const [order, resource, cluster] = await Promise.all([
    store.orders.get(placed.order.uuid),
    store.resources.get(placed.resource.uuid),
    store.clusters.get(placed.cluster.uuid),
  ]);
  await store.commit(
    store.orders.replace(orderMovesTo(order, 'erred', clock.now(), { lastError })),
    store.resources.replace(changed(resource, clock.now(), { state: 'Erred', pendingOrderUuid: undefined })),
    store.clusters.replace(clusterMovesTo(cluster, 'ERRED', clock.now(), { lastError })),
  );
}
const clusterOf = ({ cluster }: Ordered): Promise<Cluster> => store.clusters.get(cluster.uuid);

describe('a step that writes its cluster at the same moment', () => {
  test('does not keep an executing order from being cancelled', async () => {
    const placed = await place();
    const { deps, lost } = losing(2, () => machineWrites(placed));
    expect(await cancelOrder(deps, world.owner, decision(placed))).toMatchObject({ state: 'canceled' });
    expect([lost(), (await clusterOf(placed)).state]).toEqual([2, 'DELETION_SCHEDULED']);
  });

  test('does not keep an order from being retried, nor a resource from being terminated', async () => {
    const placed = await place();
    await erred(placed);
    const first = losing(1, () => machineWrites(placed));
    expect(await retryOrder(first.deps, world.owner, decision(placed))).toMatchObject({ state: 'executing' });
    await erred(placed);
    const second = losing(1, () => machineWrites(placed));
    expect(await terminateResource(second.deps, world.owner, termination(placed))).toMatchObject({ type: 'Terminate' });
    expect([first.lost(), second.lost()]).toEqual([1, 1]);
  });

  test('and never stops writing ends the call as a conflict', async () => {
    const placed = await place();
    const { deps, lost } = losing(Number.POSITIVE_INFINITY, () => machineWrites(placed));
    await expect(cancelOrder(deps, world.owner, decision(placed))).rejects.toMatchObject({ name: 'Conflict' });
    expect(lost()).toBe(5);
  });
});

test('an order that fails while it is being cancelled is not cancelled: the checks are made on what it is now', async () => {
  const placed = await place();
  const { deps } = losing(1, () => erred(placed));
  const refusal = await cancelOrder(deps, world.owner, decision(placed)).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'Conflict' });
  expect(refusal).not.toBeInstanceOf(VersionConflict);
  expect(await clusterOf(placed)).toMatchObject({ state: 'ERRED' });
});

/** Expects that one call succeeds and the other is refused. Returns the name of the error. */
async function oneOf(calls: Promise<unknown>[]): Promise<unknown> {
  const ends = await Promise.allSettled(calls);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(refused).toHaveLength(1);
  return refused[0];
}

describe('of two at the same moment exactly one wins:', () => {
  test('terminations; the other one is refused for the pending order', async () => {
    const placed = await place();
    await erred(placed);
    const terminate = () => terminateResource(world, world.owner, termination(placed));
    expect(await oneOf([terminate(), terminate()])).toMatchObject({
      name: 'Invalid',
      body: ['Pending order for resource already exists.'],
    });
    const { operations } = await store.outbox.listPending(1000);
    expect(operations.map(({ uuid }) => uuid)).toContain((await clusterOf(placed)).operationUuid);
  });

  test('retries; the other one finds the order executing', async () => {
    const placed = await place();
    await erred(placed);
    const retry = () => retryOrder(world, world.owner, decision(placed));
    expect(await oneOf([retry(), retry()])).toMatchObject({ name: 'Conflict', status: 409 });
    expect(await clusterOf(placed)).toMatchObject({ state: 'CREATION_SCHEDULED' });
  });

  test('approvals; the other one finds the order executing', async () => {
    const placed = await place(member);
    const approve = () => approveOrder(world, world.owner, decision(placed));
    expect(await oneOf([approve(), approve()])).toMatchObject({ name: 'Conflict', status: 409 });
  });
});
