import { beforeEach, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';
import { aForeignCluster, twoNodes } from './_worlds/running-cluster.ts';
import { standingCluster } from './_worlds/standing-cluster.ts';

let world: StockedRancherMarket;
stockedRancherMarketPerTest((opened) => {
  world = opened;
});
let cluster: Awaited<ReturnType<typeof standingCluster>>;
/** A cluster whose API answers, with an agent whose server was deleted in the cloud. */
beforeEach(async () => {
  const { id: backendId } = await aForeignCluster(
    { rancher: world.rancher, url: world.simulator.url },
    twoNodes('here'),
  );
  cluster = await standingCluster(world, ['server', 'agent'], { backendId });
  await cluster.write(cluster.of('agent'), { instanceId: aUuid() });
});

const yaml = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n';
test.each([
  ['a pull', 'pull/', {}, 202],
  ['an import, which pulls its cluster,', 'import_yaml/', { yaml }, 200],
] as const)(
  '%s begins the deletion of a node whose server is gone in the cloud (S0-152)',
  async (_name, action, body, status) => {
    const { market } = world;
    const path = `rancher-clusters/${cluster.uuid}/${action}`;
    expect(await market.ask('POST', path, { ...market.people.staff, body })).toMatchObject({ status });
    const { uuid: nodeUuid } = cluster.of('agent');
    expect((await cluster.rows()).cluster.nodeOperations).toMatchObject([
      { machine: 'delete-node', nodeUuid, isVanished: true },
    ]);
  },
);
