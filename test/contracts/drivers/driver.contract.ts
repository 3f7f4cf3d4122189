import { expect, test } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { PlanFacts } from '#shared/domain/planning/plan';
import type { PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import type { Driver, ObservationBackends } from '#shared/drivers/driver';
import type { OpenStack } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import { refusalOf } from '#test/refusal-of';

/** An order that a driver can carry out, and the facts of the order's tenants. */
export type PlanSample = {
  order: OrderAttributes;
  facts: PlanFacts;
  /** The facts of the order's tenants when the quota allows no further machine. */
  fullFacts: PlanFacts;
  /** The facts of the order's tenants, without the image for the machines. */
  imagelessFacts: PlanFacts;
  foreignOrder: OrderAttributes;
};

/** A cluster that a driver has created. The backends also hold foreign clusters. */
export type MadeCluster = {
  cluster: Cluster;
  /** The cluster's nodes. Empty if Rancher creates the machines. */
  nodes: readonly Node[];
  /** The OpenStack ids of all the cluster's machines. */
  serverIds: readonly string[];
  session: OpenStack;
  rancher: Rancher;
  backends: ObservationBackends;
  /** Deletes the cluster in the same steps as its state machine. */
  remove(): Promise<void>;
};

/** The rules for the plan of every driver. */
export function planContract(
  { plan }: Driver,
  { order, facts, fullFacts, imagelessFacts, foreignOrder }: PlanSample,
): void {
  test('an order is checked without a cloud, and an order of another driver is refused', () => {
    expect(plan.orderErrors(order, [])).toEqual({});
    expect(plan.orderErrors(foreignOrder, [])).not.toEqual({});
  });

  test('the same order and facts give the same plan, and stay as they are', () => {
    const before = structuredClone({ order, facts });
    const first = plan.nodes(order, facts);
    expect(plan.nodes(order, facts)).toEqual(first);
    expect({ order, facts }).toEqual(before);
  });

  test('there is a node and a pool for each that was ordered, and each node has a name of its own for a host', () => {
    const { nodes, pools = [] } = plan.nodes(order, facts);
    const names = nodes.map(({ name }) => name);
    expect(nodes.map(({ role }) => role)).toEqual(order.nodes.map(({ role }) => role));
    const counted = ({ name, roles, quantity }: Pick<PoolSpec, 'name' | 'roles' | 'quantity'>) => [
      name,
      roles,
      quantity,
    ];
    expect(pools.map(counted)).toEqual((order.pools ?? []).map(counted));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
  });

  test('names that are taken are not given again', () => {
    const takenNames = new Set(plan.nodes(order, facts).nodes.map(({ name }) => name));
    const again = plan.nodes(order, { ...facts, takenNames }).nodes.map(({ name }) => name);
    expect(again.filter((name) => takenNames.has(name))).toEqual([]);
  });

  test('an image that a tenant does not have is refused by its field', () => {
    const refusal = refusalOf(() => plan.nodes(order, imagelessFacts));
    expect(JSON.stringify(refusal)).toMatch(/no image|No matching image/);
  });

  test('a plan with room in its tenants has no problems, and one without room says where', () => {
    const planned = plan.nodes(order, facts);
    expect(plan.problems(planned, facts.tenants)).toEqual({});
    expect(Object.keys(plan.problems(planned, fullFacts.tenants))).not.toEqual([]);
  });

  test('the waves have every node once, and the first has all that a cluster needs to become active', () => {
    const nodes = plan.nodes(order, facts).nodes.map((spec) => ({ spec }));
    const { first, rest } = plan.waves(nodes);
    expect(new Set([...first, ...rest])).toEqual(new Set(nodes));
    expect(first.length + rest.length).toBe(nodes.length);
    expect(new Set(first.map(({ spec }) => spec.role))).toEqual(new Set(nodes.map(({ spec }) => spec.role)));
    expect(rest.filter(({ spec }) => spec.role === 'server')).toEqual([]);
  });
}

/** The rules for `observe` and `teardown` of every driver. The tests must run in this order. */
export function clusterContract({ observe, teardown }: Driver, made: () => MadeCluster): void {
  test('a look finds the cluster in Rancher, and the machines of its nodes and of no other cluster', async () => {
    const { backends, cluster, nodes } = made();
    const { observation: seen, errors } = await observe(backends, cluster, nodes);
    expect(errors).toEqual([]);
    expect(seen.remote).toBeDefined();
    const servers = [...seen.servers.values()].flat().map(({ id }) => id);
    expect(servers.sort()).toEqual(nodes.map(({ instanceId }) => instanceId).sort());
  });

  test('a tenant that does not answer is missing in a look, with its error if nodes are in it', async () => {
    const { backends, cluster, nodes } = made();
    const refused = new Error('the cloud is away');
    const listServers = () => Promise.reject(refused);
    const { observation: seen, errors } = await observe({ ...backends, listServers }, cluster, nodes);
    expect(seen.servers.size).toBe(0);
    expect(errors).toEqual(nodes.length > 0 ? [refused] : []);
  });

  test('a look throws when Rancher does not answer, so that nothing counts as gone', async () => {
    const { backends, cluster, nodes } = made();
    const findCluster = () => Promise.reject(new Error('Rancher is away'));
    await expect(observe({ ...backends, findCluster }, cluster, nodes)).rejects.toThrow('Rancher is away');
  });

  test('all of the cluster is found for its deletion, and nothing of others, on servers that ignore selectors', async () => {
    const { cluster, nodes, serverIds, session, rancher } = made();
    const servers = await teardown.servers(session, cluster);
    expect(servers.map(({ id }) => id).sort()).toEqual([...serverIds].sort());
    const { ports } = await teardown.leftovers(session, cluster, nodes);
    expect(ports.map(({ id }) => id).sort()).toEqual(nodes.map(({ portId }) => portId).sort());
    const inRancher = await teardown.inRancher(rancher, cluster);
    expect(inRancher.management.map(({ id }) => id)).toEqual([cluster.backendId]);
    expect(inRancher.clusters.map(({ name }) => name)).toEqual([cluster.name]);
    const { pools = [] } = cluster.machinePools ?? {};
    expect(inRancher.machineConfigs).toHaveLength(pools.length);
    expect(inRancher.cloudCredentials).toHaveLength(pools.length > 0 ? 1 : 0);
  });

  test('what one node leaves is found without that of the others', async () => {
    const { cluster, nodes, session } = made();
    const one = nodes.slice(0, 1);
    const { ports } = await teardown.leftovers(session, cluster, one, false);
    expect(ports.map(({ id }) => id)).toEqual(one.map(({ portId }) => portId));
  });

  test('nothing is found when it is deleted', async () => {
    const { cluster, nodes, session, rancher, remove } = made();
    await remove();
    expect(await teardown.servers(session, cluster)).toEqual([]);
    expect(await teardown.leftovers(session, cluster, nodes)).toEqual({
      ports: [],
      floatingIps: [],
      volumes: [],
      keyPairs: [],
    });
    const left = await teardown.inRancher(rancher, cluster);
    expect(Object.values(left).flat()).toEqual([]);
  });
}
