import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { beginNodeDeletion } from '#shared/app/nodes/steps/begin-node-deletion';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { rancherLabels } from '#shared/domain/planning/naming';
import { makeKey } from '#test/contracts/rancher/rancher-under-test';
import { begunOrder, EVENTUALLY, nodesOf, orderWithServers, stateOf } from '../_worlds/step-world.ts';
import { vaultWorldPerFile } from '../cluster-access/vault-world.ts';
import { aForeignCluster, twoNodes } from '../clusters/_worlds/running-cluster.ts';
import { deleteAll, leaving } from '../clusters/deletion.ts';
import { acceptedNode, finishedOrder, withServer } from '../nodes/added-node.ts';
import { deletedNodeWorld, drain, forget, loseMachine, nodeOfRole, removeFromRancher } from '../nodes/deleted-node.ts';
import { missing, thingsIn } from './survivors.ts';

const world = await vaultWorldPerFile();
const { cloud, rancherSimulator, deps, rancherKey } = world;
const things = () => thingsIn(cloud, rancherSimulator);

test('a Rancher and a cloud that ignore every selector are full of what is not ours', async () => {
  // creates another Paddock cluster, with names and labels in the same format as those of the tested clusters
  await orderWithServers(world);
  // creates objects in Rancher that do not come from Paddock: a cluster with nodes, secrets, tokens and an API key
  const { url } = rancherSimulator;
  const rancher = await world.rancher.open(world.settings);
  const foreign = await aForeignCluster({ rancher, url }, twoNodes('foreign'));
  for (const labels of [{}, rancherLabels('f'.repeat(32))]) {
    await rancher.ensureRegistrySecret(`registryconfig-auth-${randomUUID()}`, labels);
    await rancher.createRegistrationToken(foreign.id, labels);
  }
  await makeKey({ url, key: rancherKey }, 'by hand', foreign.id);
  for (const simulator of [cloud, rancherSimulator]) await simulator.ignoreSelectors(true);
  expect(await rancher.listRegistrySecrets(rancherLabels('f'.repeat(32)))).toHaveLength(1);
});

async function loseEachAnswer(): Promise<void> {
  const lose = { kind: 'lose', method: 'POST', nth: 1 } as const;
  const inRancher = ['/v1/secrets$', '/v1/provisioning.cattle.io.clusters$', '/v3/clusterregistrationtokens$'];
  for (const path of inRancher) await rancherSimulator.plan({ ...lose, path });
  for (const path of ['/ports$', '/servers$', '/floatingips$']) await cloud.plan({ ...lose, path });
}
async function clearFaults(): Promise<void> {
  for (const simulator of [cloud, rancherSimulator]) await simulator.clearFaults();
}

test('an order that loses all answers makes its own and takes nobody else’s; its deletion leaves all of them', async () => {
  const before = await things();
  const begun = await begunOrder(world);
  await planNodes.run(deps, begun.target);
  await loseEachAnswer();
  await vi.waitFor(
    async () => expect(await ensureCluster.run(deps, begun.target)).toEqual({ ready: true }),
    EVENTUALLY,
  );
  for (const { uuid: nodeUuid } of await nodesOf(world, begun)) {
    await vi.waitFor(() => ensureServer.run(deps, { ...begun.target, nodeUuid }), EVENTUALLY);
  }
  await clearFaults();
  const { provisioningClusters = [] } = await stateOf(rancherSimulator);
  expect(provisioningClusters.filter((it) => JSON.stringify(it).includes(begun.cluster.uuid))).toHaveLength(1);
  expect(missing(before, await things())).toEqual([]);
  await deleteAll(world, await leaving(world, begun));
  expect(await things()).toEqual(before);
});

test('a node that is deleted takes no other cluster’s node, machine, server, port or volume with it', async () => {
  const begun = await finishedOrder(world);
  const node = await nodeOfRole(world, begun, 'agent');
  const spare = await withServer(world, await acceptedNode(world, begun));
  await finishNode.call(deps, spare.target);
  const before = await things();
  const left = await deletedNodeWorld(world, begun, node);
  await beginNodeDeletion.call(deps, left.target);
  await drain(world, left);
  await removeFromRancher(world, left);
  await loseMachine(world, left);
  await forget(world, left);
  await finishNodeDeletion.call(deps, left.target);
  const gone = Map.groupBy(missing(before, await things()), (thing) => thing.split(' ', 1)[0]);
  const counts = Object.fromEntries([...gone].map(([kind, rows]) => [kind, rows.length]));
  expect(counts).toEqual({
    ...{ ports: 1, servers: 1, volumes: 1 },
    ...{ contents: 1, machines: 1, nodes: 1, secrets: 1 },
  });
});
