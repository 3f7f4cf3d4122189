import { beforeAll, describe, expect, test } from 'vitest';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { aUser } from '#test/builders/builders';
import { begunOrder, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
const mailOf = (key: string) => world.store.mails.find(key);
const ada = { ...aUser(), email: 'ada@example.org' };
beforeAll(async () => {
  await world.store.commit(world.store.users.insert(ada));
});

async function ordered(createdByUuid = ada.uuid) {
  const begun = await begunOrder(world);
  const order = { ...begun.order, version: begun.order.version + 1, createdByUuid };
  await world.store.commit(world.store.orders.replace(order));
  return { ...begun, order };
}
const caught = {
  error: 'BackendRejected',
  cause: JSON.stringify({ errorType: 'BackendRejected', errorMessage: 'Nova said no.' }),
  failedStep: 'openstack.ensureServer',
};
const fail = ({ target }: Awaited<ReturnType<typeof ordered>>) =>
  recordFailure.call(world.deps, { ...target, ...caught });

describe('the user who ordered', () => {
  test('gets an e-mail when the cluster is OK, and not before (S0-022, S0-198)', async () => {
    const begun = await ordered();
    const key = `cluster-ready/${begun.order.uuid}`;
    expect(await mailOf(key)).toBeUndefined();
    await finishCreation.call(world.deps, begun.target);
    expect(await mailOf(key)).toMatchObject({
      ...{ to: 'ada@example.org', template: 'cluster-ready' },
      values: { cluster: begun.cluster.name, project: begun.order.projectName, clusterUuid: begun.cluster.uuid },
    });
  });

  test('gets none about an end that could not be written', async () => {
    const begun = await ordered();
    const commit = () => Promise.reject(new Error('the database is away'));
    const broken = { ...world.deps, store: { ...world.store, commit } };
    await expect(finishCreation.run(broken, begun.target)).rejects.toThrow('the database is away');
    expect(await mailOf(`cluster-ready/${begun.order.uuid}`)).toBeUndefined();
  });

  test('gets the reason when the order fails, and again when it fails again', async () => {
    const begun = await ordered();
    await fail(begun);
    const erred = await world.store.orders.get(begun.order.uuid);
    expect(await mailOf(`order-failed/${erred.uuid}/${begun.order.version}`)).toMatchObject({
      ...{ to: 'ada@example.org', template: 'order-failed' },
      values: { type: 'Create', cluster: begun.cluster.name, reason: erred.lastError?.message },
    });
    await retryOrder(world, world.owner, { orderUuid: erred.uuid, correlationId: 'again' });
    const { operationUuid } = await world.store.clusters.get(begun.cluster.uuid);
    await recordFailure.call(world.deps, { ...begun.target, operationUuid, ...caught });
    expect(await mailOf(`order-failed/${erred.uuid}/${erred.version + 1}`)).toMatchObject({ to: 'ada@example.org' });
  });

  test('gets none when the account is not active any more', async () => {
    const gone = { ...aUser(), isActive: false };
    await world.store.commit(world.store.users.insert(gone));
    const begun = await ordered(gone.uuid);
    await finishCreation.call(world.deps, begun.target);
    expect(await mailOf(`cluster-ready/${begun.order.uuid}`)).toBeUndefined();
  });
});
