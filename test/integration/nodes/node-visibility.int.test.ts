import { expect, test } from 'vitest';
import { z } from 'zod';
import { aCluster, aNode, aProject } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { openMarket } from '../_worlds/market.ts';

const market = await openMarket();
const { store, customerUuid, projectUuid, people } = market;
const sibling = aProject({ customerUuid });
await store.commit(store.projects.insert(sibling));

async function nodeIn(place: { customerUuid?: string; projectUuid?: string }): Promise<string> {
  const cluster = aCluster({ ...place, state: 'OK' });
  const node = aNode({ ...place, clusterUuid: cluster.uuid });
  await store.commit(store.clusters.insert(cluster), store.nodes.insert(node));
  return node.uuid;
}
const here = await nodeIn({ customerUuid, projectUuid });
const beside = await nodeIn({ customerUuid, projectUuid: sibling.uuid });
const elsewhere = await nodeIn({});

const rows = z.array(z.object({ uuid: z.string() }));
async function nodesFor(person: Person, query = ''): Promise<Set<string>> {
  return new Set(rows.parse((await market.ask('GET', `rancher-nodes/${query}`, person)).body).map(({ uuid }) => uuid));
}

test.each([
  ['staff: all', 'staff', [here, beside, elsewhere]],
  ['an owner of the customer: those of all its projects', 'owner', [here, beside]],
  ['a manager of a project: those of it', 'manager', [here]],
  ['a member of a project: those of it', 'member', [here]],
  ['somebody without a role: none', 'outsider', []],
] as const)('nodes are listed to %s (S0-422, S0-426, S0-427, R-9-53)', async (_who, person, nodes) => {
  expect(await nodesFor(people[person])).toEqual(new Set(nodes));
});

test('nodes are listed of one cluster, to who sees it (S0-367)', async () => {
  const inClusterOf = async (uuid: string) => `?cluster_uuid=${(await store.nodes.findByUuid(uuid))?.clusterUuid}`;
  expect(await nodesFor(people.owner, await inClusterOf(beside))).toEqual(new Set([beside]));
  expect(await nodesFor(people.member, await inClusterOf(here))).toEqual(new Set([here]));
  expect(await nodesFor(people.member, await inClusterOf(beside))).toEqual(new Set());
  expect(await nodesFor(people.outsider, await inClusterOf(here))).toEqual(new Set());
});

test('a member looks at a node of their project, at no other, and changes none (S0-369, S0-422, S0-428)', async () => {
  expect(await market.statusOf('GET', `rancher-nodes/${here}/`, people.member)).toBe(200);
  expect(await market.statusOf('GET', `rancher-nodes/${beside}/`, people.member)).toBe(404);
  expect(await market.statusOf('DELETE', `rancher-nodes/${here}/`, people.member)).toBe(403);
  expect(await nodesFor(people.member)).toContain(here);
});
