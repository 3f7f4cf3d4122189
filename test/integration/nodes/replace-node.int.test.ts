import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { aNode } from '#test/builders/builders';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { growingClusterPerTest } from '../clusters/_worlds/growing-cluster.ts';
import { atRest, standingCluster } from '../clusters/_worlds/standing-cluster.ts';

const shown = z.looseObject({ uuid: z.string(), name: z.string() });

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

const standing = (roles?: NodeRole[], fields?: Partial<Cluster>) => standingCluster(opened, roles, fields);

describe('replacing a node', () => {
  test('adds one of the same role, roles in Rancher, size and tenant under the next free name; the other stays until it works (S0-419)', async () => {
    const { of, replace, rows } = await standing();
    const node = of('server');
    const answer = await replace(node.uuid);
    expect(answer).toMatchObject({ status: 202, body: { role: 'server', state: 'CREATION_SCHEDULED' } });
    const { uuid, name } = shown.parse(answer.body);
    const { cluster, nodes } = await rows();
    const [made, old] = [uuid, node.uuid].map((id) => nodes.find((one) => one.uuid === id));
    expect(name).toMatch(/-rancher-node-server-3$/);
    expect(made?.spec).toEqual({ ...node.spec, name });
    expect(node.spec.roles).toContain('etcd');
    expect(old).toMatchObject({ state: 'OK', replacedByUuid: uuid });
    expect(cluster).toMatchObject({ state: 'OK', nodes: expect.arrayContaining([expect.objectContaining({ uuid })]) });
    expect(cluster.nodeOperations).toMatchObject([
      { machine: 'add-node', nodeUuid: uuid, replaces: { nodeUuid: node.uuid } },
    ]);
    const { operations } = await opened.market.store.outbox.listPending(20);
    expect(operations).toContainEqual(expect.objectContaining({ machine: 'add-node', nodeUuid: uuid }));
  });

  test('twice, by uuid or by address, is one replacement', async () => {
    const { of, replace, rows } = await standing();
    const [first, again] = [
      await replace(of('agent').uuid),
      await replace(`https://api.example.org/api/rancher-nodes/${of('agent').uuid}/`),
    ];
    expect(again.body).toEqual(first.body);
    expect((await rows()).cluster.nodeOperations).toHaveLength(1);
  });

  test('again after the new one failed makes another, and removes what was half made', async () => {
    const { of, replace, rows, write, uuid } = await standing();
    const first = shown.parse((await replace(of('agent').uuid)).body).uuid;
    const { store, clock } = opened.market;
    const { cluster, nodes } = await rows();
    await write(nodes.find((node) => node.uuid === first) ?? expect.fail('it is not there'), { state: 'ERRED' });
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { nodeOperations: [] })));
    const second = shown.parse((await replace(of('agent').uuid)).body).uuid;
    expect(second).not.toBe(first);
    expect((await store.nodes.get(uuid, of('agent').uuid)).replacedByUuid).toBe(second);
    expect((await store.nodes.get(uuid, first)).state).toBe('DELETION_SCHEDULED');
    expect((await rows()).cluster.nodeOperations).toMatchObject([
      { machine: 'delete-node', nodeUuid: first },
      { machine: 'add-node', nodeUuid: second, replaces: { nodeUuid: of('agent').uuid } },
    ]);
  });

  test('again when the new one has failed and its operation is about to end makes another, and ends that one', async () => {
    const { of, replace, rows, write, uuid } = await standing();
    const first = shown.parse((await replace(of('server').uuid)).body).uuid;
    const { nodes, cluster } = await rows();
    await write(nodes.find((node) => node.uuid === first) ?? expect.fail('it is not there'), { state: 'ERRED' });
    const second = shown.parse((await replace(of('server').uuid)).body).uuid;
    expect(second).not.toBe(first);
    expect((await opened.market.store.nodes.get(uuid, first)).state).toBe('DELETION_SCHEDULED');
    expect((await rows()).cluster.nodeOperations).toMatchObject([
      { machine: 'delete-node', nodeUuid: first, supersedes: cluster.nodeOperations.map((one) => one.uuid) },
      { machine: 'add-node', nodeUuid: second, replaces: { nodeUuid: of('server').uuid } },
    ]);
  });

  test('again after the old one could not go takes that out, and makes no other', async () => {
    const { of, replace, rows, write, uuid } = await standing();
    const other = shown.parse((await replace(of('agent').uuid)).body).uuid;
    await atRest(opened.market, uuid);
    await write(of('agent'), { state: 'ERRED' });
    expect(await replace(of('agent').uuid)).toMatchObject({ status: 202, body: { uuid: other, state: 'OK' } });
    const { cluster, nodes } = await rows();
    expect(cluster.nodeOperations).toMatchObject([{ machine: 'delete-node', nodeUuid: of('agent').uuid }]);
    expect(nodes).toHaveLength(4);
  });

  test('at the same moment as others begins one server, and each of the agents', async () => {
    const { nodes, replace, rows } = await standing(['server', 'server', 'agent', 'agent']);
    const answers = await Promise.all(nodes.map(({ uuid }) => replace(uuid)));
    const by = (role: NodeRole) =>
      answers.filter((_, index) => nodes[index]?.spec.role === role).map((it) => it.status);
    expect(by('agent')).toEqual([202, 202]);
    expect(by('server').sort()).toEqual([202, 409]);
    expect(new Set((await rows()).nodes.map(({ spec }) => spec.name)).size).toBe(7);
  });
});

describe('replacing a node is refused', () => {
  test('to members, and to those who do not see the cluster', async () => {
    const { of, replace } = await standing();
    const { member, outsider, manager } = opened.market.people;
    const statuses = [];
    for (const person of [member, outsider, manager]) statuses.push((await replace(of('agent').uuid, person)).status);
    expect(statuses).toEqual([403, 404, 202]);
  });

  test.each(['CREATING', 'UPDATING', 'ERRED', 'DELETING'] as const)('in a cluster that is %s', async (state) => {
    const { of, replace } = await standing(['server', 'agent'], { state });
    expect(await replace(of('agent').uuid)).toMatchObject({
      ...{ status: 409, body: { detail: 'Valid states for operation: OK.' } },
    });
  });

  test('where the cluster is degraded, with the reason, and the rows stay', async () => {
    const { nodes, of, replace, write, rows } = await standing(['server', 'server', 'server', 'agent']);
    const [, away] = nodes;
    await write(away ?? expect.fail('there is one server only'), { runtimeState: 'unavailable' });
    const before = await rows();
    const detail = `The cluster is degraded: ${away?.spec.name} is unavailable.`;
    expect(await replace(nodes[0]?.uuid ?? '')).toMatchObject({ status: 409, body: { detail } });
    expect(await replace(of('agent').uuid)).toMatchObject({ status: 409, body: { detail } });
    expect(await rows()).toEqual(before);
    expect((await replace(away?.uuid ?? '')).status).toBe(202);
  });

  test('for a node that is not the cluster’s, or none', async () => {
    const one = await standing(['server']);
    const other = aNode({ projectUuid: one.of('server').projectUuid, customerUuid: one.of('server').customerUuid });
    await opened.market.store.commit(opened.market.store.nodes.insert(other));
    const said = { status: 400, body: { node: ['Invalid hyperlink - Object does not exist.'] } };
    expect(await one.replace(other.uuid)).toMatchObject(said);
    expect((await one.replace('nothing')).status).toBe(400);
  });

  test('where its tenant has no room for another', async () => {
    const { of, replace, rows, write } = await standing();
    const dataVolumes = [{ sizeMb: 100_000_000, mountPoint: '/data', filesystem: 'ext4' }];
    await write(of('agent'), { spec: { ...of('agent').spec, dataVolumes } });
    const before = await rows();
    const answer = await replace(of('agent').uuid);
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/quota is over limit/) });
    expect(await rows()).toEqual(before);
  });
});

describe('in a managed cluster', () => {
  let market: Parameters<Parameters<typeof growingClusterPerTest>[0]>[0]['market'];
  const built = growingClusterPerTest((now) => {
    ({ market } = now);
  });

  test('the new node has its place in the tenant, which is wide enough for both', async () => {
    const { added, rows, clusterUuid } = await built();
    const { uuid } = await added();
    await atRest(market, clusterUuid);
    const before = await rows();
    const answer = await market.ask('POST', `rancher-clusters/${clusterUuid}/replace_node/`, {
      ...{ ...market.people.owner, body: { node: uuid } },
    });
    expect(answer.status).toBe(202);
    const { tenants, nodes } = await rows();
    const made = nodes.find((node) => node.uuid === shown.parse(answer.body).uuid);
    const [was, is] = [before.tenants[0], tenants[0]];
    expect(made?.spec).toEqual({ ...before.nodes[0]?.spec, name: made?.spec.name });
    expect(is?.limits.cores).toBe((was?.limits.cores ?? 0) + 2);
    expect(is?.nodes.at(-1)).toMatchObject({ uuid: made?.uuid, name: made?.spec.name });
  });
});
