import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import { MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { quorumFailure } from '#shared/domain/reconciliation/etcd-quorum';
import { aCluster, aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let site: SiteSettings;
let market: Market;
beforeEach(async () => {
  site = { ...DEFAULT_SITE_SETTINGS };
  market = await openMarket({ site });
});

async function standing(roles: NodeRole[], fields: Partial<Cluster> = {}) {
  const { store, customerUuid, projectUuid } = market;
  const cluster = aCluster({ customerUuid, projectUuid, state: 'OK', ...fields });
  const nodes = roles.map((role, index) =>
    aNode({
      ...{ customerUuid, projectUuid, clusterUuid: cluster.uuid, state: 'OK', runtimeState: 'active' },
      ...{ backendId: `c-1:machine-${index}`, spec: aNodeSpec({ name: `${role}-${index}`, role }) },
    }),
  );
  const summaries = nodes.map(summaryOf);
  await store.commit(
    store.clusters.insert({ ...cluster, nodes: summaries }),
    ...nodes.map((node) => store.nodes.insert(node)),
  );
  const at = (index: number): Node => nodes[index] ?? expect.fail(`there is no node ${index}`);
  return {
    at,
    path: (index: number, query = '') => `rancher-nodes/${at(index).uuid}/${query}`,
    rows: async () => ({
      cluster: await store.clusters.get(cluster.uuid),
      nodes: await store.nodes.listByCluster(cluster.uuid),
    }),
  };
}
const remove = (path: string, person: Person = market.people.owner) => market.ask('DELETE', path, person);

describe('deleting a node', () => {
  test('is accepted at once: the node is on its way out, its cluster stays OK (S0-060, S0-370, S0-390, S0-396)', async () => {
    const { at, path, rows } = await standing(['server', 'agent', 'agent']);
    expect(await remove(path(1))).toMatchObject({ status: 202, text: '' });
    const { cluster, nodes } = await rows();
    const [operation] = cluster.nodeOperations;
    expect(cluster).toMatchObject({ state: 'OK', nodeOperations: [{ machine: 'delete-node', nodeUuid: at(1).uuid }] });
    expect(operation).not.toHaveProperty('isForced');
    expect(nodes.find(({ uuid }) => uuid === at(1).uuid)).toMatchObject({ state: 'DELETION_SCHEDULED' });
    expect(cluster.nodes.map(({ state }) => state)).toEqual(['OK', 'DELETION_SCHEDULED', 'OK']);
    const { operations } = await market.store.outbox.listPending(10);
    expect(operations).toMatchObject([{ uuid: operation?.uuid, machine: 'delete-node', nodeUuid: at(1).uuid }]);
    expect((await market.ask('GET', path(1), market.people.member)).body).toMatchObject({
      state: 'DELETION_SCHEDULED',
    });
  });

  test('twice is one deletion', async () => {
    const { path, rows } = await standing(['server', 'agent', 'agent']);
    expect([await remove(path(1)), await remove(path(1))].map(({ status }) => status)).toEqual([202, 202]);
    expect((await rows()).cluster.nodeOperations).toHaveLength(1);
  });

  test('that is erred clears the reason, and ends what is done to the node', async () => {
    const { at, path, rows } = await standing(['server', 'agent', 'agent']);
    const { store, clock } = market;
    const added = { uuid: aUuid(), nodeUuid: at(2).uuid, machine: 'add-node' as const, since: at(2).created };
    const { cluster } = await rows();
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { nodeOperations: [added] })));
    await remove(path(2));
    const { nodeOperations } = (await rows()).cluster;
    expect(nodeOperations).toMatchObject([{ machine: 'delete-node', supersedes: [added.uuid] }]);
  });

  test('again starts over where the first deletion has failed, though it is not over yet', async () => {
    const { at, path, rows } = await standing(['server', 'agent', 'agent']);
    const { store, clock } = market;
    await remove(path(2));
    const [failed] = (await rows()).cluster.nodeOperations;
    const node = (await rows()).nodes.find(({ uuid }) => uuid === at(2).uuid) ?? expect.fail('the node is gone');
    await store.commit(store.nodes.replace(changed(node, clock.now(), { state: 'ERRED' })));
    expect((await remove(path(2))).status).toBe(202);
    const [again, ...others] = (await rows()).cluster.nodeOperations;
    expect(again).toMatchObject({ machine: 'delete-node', supersedes: [failed?.uuid] });
    expect([again?.uuid !== failed?.uuid, others]).toEqual([true, []]);
  });

  test('at the same moment as others leaves the last of them', async () => {
    const { path, rows } = await standing(['server', ...Array.from({ length: 6 }, () => 'agent' as const)]);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => remove(path(index))));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 400]);
    expect((await rows()).cluster.nodeOperations).toHaveLength(5);
  });

  test('that cannot be drained is for staff (S0-210, S0-423)', async () => {
    const { path, rows } = await standing(['server', 'agent', 'agent']);
    const { owner, manager, member, outsider, staff } = market.people;
    const statuses = [];
    for (const person of [owner, manager, member, outsider]) {
      statuses.push((await remove(path(1, '?force=true'), person)).status);
    }
    expect(statuses).toEqual([403, 403, 403, 404]);
    expect(await remove(path(1, '?force=yes'), staff)).toMatchObject({
      status: 400,
      body: { force: expect.anything() },
    });
    expect((await remove(path(1, '?force=true'), staff)).status).toBe(202);
    expect((await rows()).cluster.nodeOperations).toMatchObject([{ isForced: true }]);
  });

  test('is refused to members, and to those who do not see it (S0-210, S0-428)', async () => {
    const { path } = await standing(['server', 'agent', 'agent']);
    const { member, outsider, manager } = market.people;
    const statuses = [];
    for (const person of [member, outsider, manager]) statuses.push((await remove(path(1), person)).status);
    expect(statuses).toEqual([403, 404, 202]);
  });

  test('is refused where it is the last of its kind, and the row stays (S0-382, S0-384, R-9-70)', async () => {
    const { path, rows } = await standing(['server', 'agent']);
    const before = await rows();
    const last = (role: string) => ({ status: 400, body: [`Cannot delete the last ${role} node in the cluster.`] });
    expect(await remove(path(1))).toMatchObject(last('agent'));
    expect(await remove(path(0))).toMatchObject(last('server'));
    expect(await rows()).toEqual(before);
  });

  test('is refused while another server is away, with the reason', async () => {
    const { at, path } = await standing(['server', 'server', 'server', 'agent']);
    const { store, clock } = market;
    await store.commit(store.nodes.replace(changed(at(1), clock.now(), { runtimeState: 'unavailable' })));
    const detail = 'Only one server may be missing at a time: server-1 is unavailable.';
    expect(await remove(path(0))).toMatchObject({ status: 409, body: { detail } });
    expect((await remove(path(1))).status).toBe(202);
  });

  test.each(['CREATING', 'ERRED', 'DELETING'] as const)('is refused in a cluster that is %s', async (state) => {
    const { path } = await standing(['server', 'agent', 'agent'], { state });
    const body = { detail: 'Valid states for operation: OK.' };
    expect(await remove(path(1))).toMatchObject({ status: 409, body });
  });

  test('is accepted in a cluster with an etcd that has lost its quorum, and nothing but the node is changed', async () => {
    const lastError = quorumFailure('etcd has lost its quorum.', market.clock.now());
    const { at, path, rows } = await standing(['server', 'agent', 'agent'], { state: 'ERRED', lastError });
    expect((await remove(path(1))).status).toBe(202);
    expect((await rows()).cluster).toMatchObject({
      ...{ state: 'ERRED', lastError, nodeOperations: [{ machine: 'delete-node', nodeUuid: at(1).uuid }] },
    });
  });

  test('is accepted in a cluster that an upgrade has left in the middle, which the same one then goes on with', async () => {
    const upgrade = { from: 'v1.31.7+rke2r1', to: 'v1.32.3+rke2r1', drain: DEFAULT_DRAIN, workerConcurrency: 1 };
    const left = { state: 'ERRED' as const, upgrade: { ...upgrade, upgradedNodes: 1 } };
    const { path, rows } = await standing(['server', 'agent', 'agent'], left);
    expect((await remove(path(1))).status).toBe(202);
    expect((await rows()).cluster).toMatchObject({ ...left, nodeOperations: [{ machine: 'delete-node' }] });
  });

  test('is refused while nothing may be changed (R-9-69)', async () => {
    const { path } = await standing(['server', 'agent', 'agent']);
    site.readOnlyMode = true;
    expect((await remove(path(1))).status).toBe(405);
  });

  test('is refused while twenty others are worked on', async () => {
    const { path, rows } = await standing(['server', 'agent', 'agent']);
    const { store, clock } = market;
    const { cluster } = await rows();
    const on = () => ({ uuid: aUuid(), nodeUuid: aUuid(), machine: 'add-node' as const, since: cluster.created });
    const nodeOperations = Array.from({ length: MAX_NODE_OPERATIONS }, on);
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { nodeOperations })));
    expect((await remove(path(1))).status).toBe(409);
  });
});
