import { describe, expect, test } from 'vitest';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { changed } from '#shared/domain/_core/record';
import { createOrder } from '#test/create-order';
import { type Begun, begunOrder, clusterOf, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { newOrderIn } from '../_worlds/world.ts';

const world = await stepWorldPerFile();

const recordsOf = async (begun: Begun) => ({
  cluster: await clusterOf(world, begun),
  resource: await world.store.resources.get(begun.resource.uuid),
  order: await world.store.orders.get(begun.order.uuid),
  timeline: await world.store.events.listByCluster(begun.target.clusterUuid),
});
const caught = {
  error: 'BackendRejected',
  cause: JSON.stringify({ errorType: 'BackendRejected', errorMessage: 'Nova said no.' }),
  failedStep: 'openstack.ensureServer',
};
const fail = (begun: Begun, fields: Partial<typeof caught> = {}) =>
  recordFailure.call(world.deps, { ...begun.target, ...caught, ...fields });

describe('beginning an order', () => {
  test('takes the cluster to CREATING and says which machine goes on; again it is the same (S0-182, R-9-6)', async () => {
    const { cluster } = await createOrder(world, world.owner, newOrderIn(world));
    const input = { operationUuid: cluster.operationUuid, clusterUuid: cluster.uuid };
    const begin = () => beginOrder.call(world.deps, input);
    expect(await begin()).toEqual({ type: 'Create', managed: false, driver: 'rancher-custom' });
    expect(await begin()).toEqual({ type: 'Create', managed: false, driver: 'rancher-custom' });
    expect((await world.store.clusters.get(cluster.uuid)).state).toBe('CREATING');
    expect(await world.store.events.listByCluster(cluster.uuid)).toMatchObject([{ message: 'Creation started' }]);
  });

  test('that was cancelled is a deletion, and its first operation is superseded', async () => {
    const begun = await begunOrder(world);
    const { order, target } = begun;
    await cancelOrder(world, world.owner, { orderUuid: order.uuid, correlationId: 'correlation-2' });
    const { operationUuid } = await clusterOf(world, begun);
    const begin = (operation: unknown) =>
      beginOrder.call(world.deps, { operationUuid: operation, clusterUuid: order.clusterUuid });
    await expect(begin(target.operationUuid)).rejects.toMatchObject({ name: 'Superseded' });
    expect(await begin(operationUuid)).toEqual({ type: 'Terminate', managed: false, driver: 'rancher-custom' });
    expect((await clusterOf(world, begun)).state).toBe('DELETING');
  });
});

describe('the end of a creation', () => {
  test('makes cluster and resource OK and the order done together, and publishes it (S0-021, S0-022, S0-198)', async () => {
    const begun = await begunOrder(world);
    await finishCreation.call(world.deps, begun.target);
    expect(await recordsOf(begun)).toMatchObject({
      cluster: { state: 'OK', currentStep: '' },
      resource: { state: 'OK' },
      order: { state: 'done', completedAt: world.clock.now().toISOString() },
    });
    expect((await recordsOf(begun)).resource.pendingOrderUuid).toBeUndefined();
    const detail = { clusterUuid: begun.cluster.uuid, orderUuid: begun.order.uuid };
    expect(world.published).toContainEqual({ type: 'cluster.created', detail });
  });

  test('again changes nothing, and the event that an interruption swallowed is sent', async () => {
    const begun = await begunOrder(world);
    const silent = { publish: () => Promise.reject(new Error('the bus is down')) };
    await expect(finishCreation.run({ ...world.deps, events: silent }, begun.target)).rejects.toThrow(
      'the bus is down',
    );
    const records = await recordsOf(begun);
    await finishCreation.call(world.deps, begun.target);
    expect(await recordsOf(begun)).toEqual(records);
    expect(world.published).toContainEqual(
      expect.objectContaining({ detail: { clusterUuid: begun.cluster.uuid, orderUuid: begun.order.uuid } }),
    );
  });
});

describe('a failure', () => {
  test('is written on cluster, resource, order, timeline and every node that was on its way (S0-097, S0-151)', async () => {
    const begun = await begunOrder(world);
    await planNodes.run(world.deps, begun.target);
    const [made] = await nodesOf(world, begun);
    const { store, clock } = world;
    if (made) await store.commit(store.nodes.replace(changed(made, clock.now(), { state: 'OK' })));
    await fail(begun);
    const lastError = {
      ...{ code: 'CONFIGURATION', owner: 'operator', message: 'Nova said no.', retryable: false },
      ...{ step: 'openstack.ensureServer', at: clock.now().toISOString() },
    };
    const { cluster, resource, order, timeline } = await recordsOf(begun);
    expect(cluster).toMatchObject({ state: 'ERRED', lastError, currentStep: '' });
    expect(resource.state).toBe('Erred');
    expect(order).toMatchObject({ state: 'erred', lastError, completedAt: lastError.at });
    expect((await nodesOf(world, begun)).map((node) => [node.state, node.lastError])).toEqual([
      ['OK', undefined],
      ['ERRED', lastError],
    ]);
    expect(cluster.nodes.map((node) => node.state)).toEqual(['OK', 'ERRED']);
    expect(timeline).toContainEqual(
      expect.objectContaining({ step: 'failure', level: 'error', message: 'Nova said no.' }),
    );
  });

  test('that a child machine has written is not written over by its parent', async () => {
    const begun = await begunOrder(world);
    await fail(begun);
    const records = await recordsOf(begun);
    await fail(begun, { error: 'States.TaskFailed', cause: 'the child failed', failedStep: 'watch-nodes' });
    expect(await recordsOf(begun)).toEqual(records);
  });

  test('that was written but not yet published reaches the timeline on the next attempt', async () => {
    const begun = await begunOrder(world);
    const events = { ...world.store.events, append: () => Promise.reject(new Error('the power went')) };
    const input = { ...begun.target, ...caught };
    const interrupted = { ...world.deps, store: { ...world.store, events } };
    await expect(recordFailure.run(interrupted, input)).rejects.toThrow('the power went');
    await fail(begun);
    expect((await recordsOf(begun)).timeline).toContainEqual(
      expect.objectContaining({ step: 'failure', message: 'Nova said no.' }),
    );
  });

  test('of the deletion that a cancelled order became leaves the order cancelled', async () => {
    const begun = await begunOrder(world);
    await cancelOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
    const { operationUuid = '' } = await clusterOf(world, begun);
    await fail({ ...begun, target: { ...begun.target, operationUuid } });
    expect(await recordsOf(begun)).toMatchObject({
      ...{ cluster: { state: 'ERRED' }, resource: { state: 'Erred' }, order: { state: 'canceled' } },
    });
  });

  test('can be retried, and the operation before is then superseded', async () => {
    const begun = await begunOrder(world);
    await fail(begun);
    await retryOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
    await expect(fail(begun)).rejects.toMatchObject({ name: 'Superseded' });
    expect(await recordsOf(begun)).toMatchObject({ cluster: { state: 'CREATION_SCHEDULED' } });
  });
});
