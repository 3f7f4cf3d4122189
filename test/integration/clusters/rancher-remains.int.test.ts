import { describe, expect, test } from 'vitest';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { changed } from '#shared/domain/_core/record';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { RancherSessions } from '#shared/ports/rancher';
import { type Begun, clusterOf, EVENTUALLY, preparedOrder, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();

describe('a cluster of which Rancher keeps a part', () => {
  /** Simulates a cluster whose provisioning object is gone. The v3 cluster still exists or has come back. */
  const withoutObject: RancherSessions = {
    open: async (settings) => ({
      ...(await world.deps.rancher.open(settings)),
      listProvisioningClusters: async () => [],
    }),
  };
  const deps = { ...world.deps, rancher: withoutObject };
  const found = async ({ target }: Begun) =>
    (await (await world.rancher.open(world.settings)).listClustersLabelled(rancherLabels(target.clusterUuid))).length;

  test('the v3 cluster is deleted by itself, and until it is gone the sweep names it', async () => {
    const begun = await preparedOrder(world);
    const { backendId } = await clusterOf(world, begun);
    const left = sweepClusters.call(deps, begun.target);
    await expect(left).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: expect.stringContaining(`v3 cluster ${backendId}`),
    });
    await expect.poll(() => deleteCluster.call(deps, begun.target), EVENTUALLY).toEqual({ gone: true });
    expect(await found(begun)).toBe(0);
    await sweepClusters.call(world.deps, begun.target);
  });

  test('one without a recorded id is found by its label', async () => {
    const begun = await preparedOrder(world);
    const cluster = await clusterOf(world, begun);
    const unknown = changed(cluster, world.clock.now(), { backendId: '' });
    await world.store.commit(world.store.clusters.replace(unknown));
    expect(await found(begun)).toBe(1);
    await expect.poll(() => deleteCluster.call(world.deps, begun.target), EVENTUALLY).toEqual({ gone: true });
    expect(await found(begun)).toBe(0);
  });
});
