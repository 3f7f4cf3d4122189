import { expect, test } from 'vitest';
import { kubeconfigTokenDescription } from '#shared/domain/naming';
import { aUuid } from '#test/builders';
import { deleteAll, leaving } from './deletion.ts';
import { clusterOf, orderWithServers, stepWorldPerFile } from './step-world.ts';

const world = await stepWorldPerFile();

test('a deletion takes the API keys of kubeconfigs with it, and no others', async () => {
  const begun = await orderWithServers(world);
  const { uuid, backendId: clusterId } = await clusterOf(world, begun);
  const rancher = await world.rancher.open(world.settings);
  const aKey = (description: string) => rancher.createClusterToken({ clusterId, description, ttlMs: 60_000 });
  const others = await aKey('by hand');
  await aKey(kubeconfigTokenDescription(uuid, aUuid()));
  await deleteAll(world, await leaving(world, begun));
  expect((await rancher.listClusterTokens(clusterId)).map(({ id }) => id)).toEqual([others.id]);
});
