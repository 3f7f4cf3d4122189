import { expect, test } from 'vitest';
import { grantClusterAccess, listClusterAccess } from '#shared/app/cluster-access/cluster-access';
import type { AccessPurpose } from '#shared/domain/cluster-access/cluster-access';
import { aUuid } from '#test/builders/builders';
import { clusterOf, orderWithServers, stepWorldPerFile } from '../_worlds/step-world.ts';
import { deleteAll, leaving } from '../clusters/deletion.ts';

const world = await stepWorldPerFile();

test('a deletion takes the accounts of kubeconfigs and of charts with it, and no others', async () => {
  const begun = await orderWithServers(world);
  const { uuid, backendId } = await clusterOf(world, begun);
  const rancher = await world.rancher.open(world.settings);
  const anAccess = (clusterUuid: string, purpose: AccessPurpose) =>
    grantClusterAccess(
      { ...world.deps, rancher },
      {
        cluster: { uuid: clusterUuid, backendId },
        purpose,
        role: { cluster: 'cluster-owner' },
        name: 'of a test',
        description: 'of a test',
        ttlMs: 60_000,
      },
    );
  const others = aUuid();
  await anAccess(others, 'kubeconfig');
  await anAccess(uuid, 'kubeconfig');
  await anAccess(uuid, 'charts');
  await deleteAll(world, await leaving(world, begun));
  await expect.poll(() => listClusterAccess(rancher, { uuid })).toEqual([]);
  expect(await listClusterAccess(rancher, { uuid: others })).toHaveLength(1);
});
