import { expect } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { Person } from '../../_worlds/api-under-test.ts';
import type { Market, StockedMarket } from '../../_worlds/market.ts';

const ordered = z.object({ nodes: z.array(z.object({ subnet: z.string(), flavor: z.string() })) });

/** Sets every node to state OK, and removes the cluster's operations on nodes. */
export async function atRest({ store, clock }: Pick<Market, 'store' | 'clock'>, clusterUuid: string): Promise<Node[]> {
  const [cluster, nodes] = [await store.clusters.get(clusterUuid), await store.nodes.listByCluster(clusterUuid)];
  const fields = (node: Node) => ({ state: 'OK', runtimeState: 'active', backendId: `c-1:${node.uuid}` }) as const;
  const ready = nodes.map((node) => changed(node, clock.now(), fields(node)));
  const next = { nodes: summariesWith(cluster, ready), nodeOperations: [] };
  await store.commit(
    ...ready.map((node) => store.nodes.replace(node)),
    store.clusters.replace(changed(cluster, clock.now(), next)),
  );
  return ready;
}

export const rowsOf = async (store: Market['store'], uuid: string) => ({
  cluster: await store.clusters.get(uuid),
  nodes: await store.nodes.listByCluster(uuid),
});

/** A self-managed cluster in state OK. Its tenant has room for the nodes. */
export async function standingCluster(
  { market, stocked }: Pick<StockedMarket, 'market' | 'stocked'>,
  roles: NodeRole[] = ['server', 'server', 'agent'],
  fields: Partial<Cluster> = {},
) {
  const { store, clock, people } = market;
  const { order } = await stocked.place(people.owner);
  const uuid = order.resource_uuid ?? '';
  const growing = changed(await store.clusters.get(uuid), clock.now(), { state: 'OK', backendId: 'c-1' });
  await store.commit(store.clusters.replace(growing));
  const [like] = ordered.parse(stocked.order().attributes).nodes;
  for (const role of roles) {
    const answer = await market.ask('POST', 'rancher-nodes/', {
      ...people.staff,
      body: { cluster: uuid, ...like, role },
    });
    expect(answer.status).toBe(201);
  }
  const nodes = await atRest(market, uuid);
  const cluster = await store.clusters.get(uuid);
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
  const of = (role: NodeRole) => nodes.find(({ spec }) => spec.role === role) ?? expect.fail(`there is no ${role}`);
  const write = async (node: Node, change: Partial<Node>) =>
    store.commit(store.nodes.replace(changed(await store.nodes.get(uuid, node.uuid), clock.now(), change)));
  return {
    ...{ uuid, of, write, nodes },
    rows: () => rowsOf(store, uuid),
    replace: (node: string, person: Person = people.owner) =>
      market.ask('POST', `rancher-clusters/${uuid}/replace_node/`, { ...person, body: { node } }),
  };
}
