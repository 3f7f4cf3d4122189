import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import {
  clusterOf,
  EVENTUALLY,
  inCloud,
  joinMachines,
  nodesOf,
  orderWithServers,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { observeCluster, observeNodesOnce } from '../reconciliation/observations.ts';

const world = await stepWorldPerFile();
beforeEach(() => {
  world.answers.length = 0;
});
const rancherOf = () => world.rancher.open(world.settings);
const takenAway = ({ name, backendId }: { name: string; backendId: string }) => ({
  taskToken: 'token',
  error: 'TakenAway',
  cause: `Cluster ${name} (${backendId}) was removed in Rancher while it was being created. Retry the order to create the cluster and its machines again.`,
});
async function gone(backendId: string): Promise<void> {
  const rancher = await rancherOf();
  await expect.poll(() => rancher.findCluster(backendId), EVENTUALLY).toBeUndefined();
}

describe('a cluster that somebody removes in Rancher while it is being made', () => {
  test('ends the order at the next look at the nodes, in three requests, and not at the deadline', async () => {
    const begun = await orderWithServers(world);
    const cluster = await clusterOf(world, begun);
    await (await rancherOf()).deleteProvisioningCluster(cluster.name);
    await gone(cluster.backendId);
    const asked = () =>
      Promise.all([
        world.cloud.countOf('GET', '/servers/detail'),
        world.rancherSimulator.countOf('GET', '/v3/nodes'),
        world.rancherSimulator.countOf('GET', '/cluster.x-k8s.io.machines/fleet-default'),
        world.rancherSimulator.countOf('GET', `/v3/clusters/${cluster.backendId}`),
      ]);
    const before = await asked();
    await observeNodesOnce(world, begun);
    expect((await asked()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 1, 1]);
    expect(world.answers).toEqual([takenAway(cluster)]);
  });

  test('is missed as soon as it is on its way out', async () => {
    const begun = await orderWithServers(world);
    const cluster = await clusterOf(world, begun);
    await (await rancherOf()).deleteProvisioningCluster(cluster.name);
    await observeNodesOnce(world, begun);
    expect(world.answers).toEqual([takenAway(cluster)]);
  });

  test('ends the order at the next look at the cluster, too', async () => {
    const begun = await orderWithServers(world);
    const cluster = await clusterOf(world, begun);
    await joinMachines(world, begun);
    await (await rancherOf()).deleteProvisioningCluster(cluster.name);
    await gone(cluster.backendId);
    await observeCluster(world, begun);
    expect(world.answers).toEqual([takenAway(cluster)]);
  });

  test('is made again by a retry, once it is gone, with machines that know the way to the new one', async () => {
    const begun = await orderWithServers(world);
    const [cluster, before] = [await clusterOf(world, begun), await nodesOf(world, begun)];
    await (await rancherOf()).deleteProvisioningCluster(cluster.name);
    await observeNodesOnce(world, begun);
    const { error = '', cause = '' } = world.answers[0] ?? {};
    await recordFailure.run(world.deps, { ...begun.target, error, cause, failedStep: 'watch.watchNodes' });
    expect((await clusterOf(world, begun)).lastError).toMatchObject({ code: 'NOT_FOUND', retryable: true });
    await retryOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
    const { operationUuid = '' } = await clusterOf(world, begun);
    const retried = { ...begun, target: { ...begun.target, operationUuid } };

    expect(await ensureCluster.run(world.deps, retried.target)).toEqual({ ready: false });
    const ensure = () => ensureCluster.run(world.deps, retried.target);
    await vi.waitFor(async () => expect(await ensure()).toEqual({ ready: true }), EVENTUALLY);
    const again = await clusterOf(world, retried);
    expect(again.backendId).not.toBe(cluster.backendId);
    for (const { uuid } of before) {
      const make = () => ensureServer.run(world.deps, { ...retried.target, nodeUuid: uuid });
      await expect(make()).rejects.toMatchObject({ name: 'BackendUnavailable' });
      await vi.waitFor(make, EVENTUALLY);
    }
    const after = await nodesOf(world, retried);
    expect(after.map(({ spec, portId }) => [spec.name, portId])).toEqual(
      before.map(({ spec, portId }) => [spec.name, portId]),
    );
    expect(after.map(({ failedServers }) => failedServers)).toEqual([[], []]);
    expect(await inCloud(world, 'servers', cluster.uuid)).toMatchObject(
      Array(2).fill({ tags: expect.arrayContaining([`paddock:rancher:${again.backendId}`]) }),
    );
    await joinMachines(world, retried);
    world.answers.length = 0;
    await vi.waitFor(async () => {
      await observeNodesOnce(world, retried);
      expect(world.answers).toMatchObject([{ output: { ready: true } }]);
    }, EVENTUALLY);
    const { provisioningClusters = [] } = await stateOf(world.rancherSimulator);
    expect(provisioningClusters.filter(({ id }) => String(id).endsWith(`/${cluster.name}`))).toHaveLength(1);
  });
});
