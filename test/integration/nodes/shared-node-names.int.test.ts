import { expect, test } from 'vitest';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Node } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import { aUuid } from '#test/builders/builders';
import { nodesOf, orderWithServers, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { leaving } from '../clusters/deletion.ts';
import { nodeOf } from '../reconciliation/watched-world.ts';
import { finish } from './added-node.ts';
import { deletedNodeWorld } from './deleted-node.ts';

const world = await stepWorldPerFile();
const { store, deps } = world;

const claimOf = ({ settingsUuid, spec }: Node) => nodeNameClaim(settingsUuid, spec.name);
const holderOf = (node: Node) => store.claims.holderOf(claimOf(node));
/**
 * Gives the claim on the node's name to another owner. This occurs if two imported clusters have nodes with the same
 * name: only the first cluster gets the claim.
 */
async function claimFor(owner: Uuid, node: Node): Promise<void> {
  await store.commit(store.claims.remove(claimOf(node)));
  await store.commit(store.claims.insert(claimOf(node), owner, () => expect.fail('the name is taken')));
}

test('a node that is deleted leaves its name to a node of another cluster that has it', async () => {
  const begun = await finish(world, await orderWithServers(world, attributesIn(world, 1, 2)));
  const [node, another] = [nodeOf(await nodesOf(world, begun), 'agent'), aUuid()];
  await claimFor(another, node);
  const { target } = await deletedNodeWorld(world, begun, node);
  await finishNodeDeletion.call(deps, target);
  expect((await nodesOf(world, begun)).map(({ uuid }) => uuid)).not.toContain(node.uuid);
  expect(await holderOf(node)).toBe(another);
});

test('a cluster that is deleted leaves the names to others that its nodes have not claimed', async () => {
  const begun = await orderWithServers(world);
  const nodes = await nodesOf(world, begun);
  const [server, agent, another] = [nodeOf(nodes, 'server'), nodeOf(nodes, 'agent'), aUuid()];
  await claimFor(another, agent);
  await finishDeletion.call(deps, (await leaving(world, begun)).target);
  expect(await nodesOf(world, begun)).toEqual([]);
  expect([await holderOf(server), await holderOf(agent)]).toEqual([undefined, another]);
});
