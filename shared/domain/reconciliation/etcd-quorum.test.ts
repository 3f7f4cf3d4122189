import { describe, expect, test } from 'vitest';
import {
  compare,
  kinds,
  type Made,
  made,
  minutesAgo,
  namesOf,
  observationOf,
  serverOf,
  TENANT,
} from '#test/observed-cluster';
import type { Node } from '../nodes/node.ts';
import type { ClusterObservation } from '../nodes/observe-nodes.ts';

describe('etcd', () => {
  const without = (known: Made, broken: readonly string[]): ClusterObservation => {
    const listed = known.nodes.map((node) => ({
      ...serverOf(node),
      ...(broken.includes(node.spec.name) && { status: 'ERROR', fault: { message: 'Host is down' } }),
    }));
    return { ...known.observation, servers: new Map([[TENANT, listed]]) };
  };
  test.each([
    [3, ['server-1'], 'OK'],
    [3, ['server-1', 'server-2'], 'ERRED'],
    [5, ['server-1', 'server-2'], 'OK'],
    [5, ['server-1', 'server-2', 'server-3'], 'ERRED'],
    [1, ['server-1'], 'ERRED'],
    [3, ['agent-1'], 'OK'],
  ] as const)('of %i members without %j: the cluster is %s (S0-153)', (servers, broken, state) => {
    const known = made(servers, 1);
    const { cluster, nodes } = compare({ ...known, observation: without(known, broken) });
    expect(cluster.state).toBe(state);
    expect(nodes.map((node) => [node.spec.name, node.state])).toEqual(broken.map((name) => [name, 'ERRED']));
    expect(kinds(cluster).includes('QUORUM_LOST')).toBe(state === 'ERRED');
  });

  test('without a quorum blocks every removal; once it is back the cluster is OK', () => {
    const known = made(1, 1);
    const lost = compare({ ...known, observation: observationOf(known.nodes, ['server-1']) });
    expect(lost).toMatchObject({ cluster: { state: 'ERRED', lastError: { step: 'watch-clusters' } }, vanished: [] });
    const back = compare({ ...known, cluster: lost.cluster });
    expect(back.cluster).toMatchObject({ state: 'OK', drift: [] });
    expect(back.cluster.lastError).toBeUndefined();
    const unasked = compare({
      ...known,
      cluster: lost.cluster,
      observation: { ...known.observation, servers: new Map() },
    });
    expect(unasked.cluster).toMatchObject({ state: 'ERRED', drift: lost.cluster.drift });
  });

  const notInRancher = (observation: ClusterObservation, ...names: string[]): ClusterObservation => ({
    ...observation,
    rancherNodes: observation.rancherNodes.filter(({ hostname }) => !names.includes(hostname)),
  });
  const withFirst = (known: Made, fields: Partial<Node>): Made => ({
    ...known,
    nodes: known.nodes.map((node, index) => (index === 0 ? { ...node, ...fields } : node)),
  });
  const notDrained = { code: 'DRAIN_FAILED', owner: 'user', retryable: true, step: 'rancher.drainNode' } as const;
  test.each([
    [{ state: 'ERRED', lastError: { ...notDrained, message: 'It still has pods.', at: minutesAgo(9) } }],
    [{ state: 'DELETION_SCHEDULED' }],
    [{ state: 'DELETING' }],
    [{ state: 'CREATING' }],
  ] as const)('counts a member that Rancher lists, whatever is done to its node: %j', (fields) => {
    const known = withFirst(made(3, 1), fields);
    const vanished = compare({ ...known, observation: observationOf(known.nodes, ['server-2']) });
    expect(vanished.cluster.state).toBe('OK');
    expect(namesOf(vanished.vanished)).toEqual(['server-2']);
    expect(compare({ ...known, observation: without(known, ['server-2']) }).cluster.state).toBe('OK');
    const lost = compare({ ...known, observation: without(known, ['server-1', 'server-2']) });
    expect(lost.cluster.lastError?.message).toContain('1 of its 3 members are left. Lost members: server-1, server-2.');
  });

  test('does not count a member that left on purpose, even if its server still runs', () => {
    const known = withFirst(made(3, 1), { state: 'ERRED' });
    const { cluster } = compare({ ...known, observation: notInRancher(without(known, ['server-2']), 'server-1') });
    expect(cluster.lastError?.message).toContain('1 of its 2 members are left. Lost members: server-2.');
  });

  test('that was restored without its lost members has its quorum: the cluster is OK, and their remains are removed', () => {
    const known = made(3, 1);
    const gone = ['server-2', 'server-3'];
    const drift = known.nodes
      .filter(({ spec }) => gone.includes(spec.name))
      .map(({ uuid, spec: { name } }) => ({
        ...{ kind: 'SERVER_NOT_FOUND' as const, nodeUuid: uuid, name, message: '', since: minutesAgo(9) },
      }));
    const unheard = known.nodes.map((node) => ({ ...node, runtimeState: 'unavailable' }));
    const observation = observationOf(known.nodes, gone);
    const silent = {
      ...observation,
      rancherNodes: observation.rancherNodes.map((node) => ({ ...node, state: 'unavailable' })),
    };
    const lost = compare({ cluster: { ...known.cluster, drift }, nodes: unheard, observation: silent });
    expect(lost).toMatchObject({ cluster: { state: 'ERRED' }, vanished: [] });
    const restored = compare({
      cluster: lost.cluster,
      nodes: unheard,
      observation: notInRancher(observation, ...gone),
    });
    expect(restored.cluster.state).toBe('OK');
    expect(restored.cluster.lastError).toBeUndefined();
    expect(namesOf(restored.vanished)).toEqual(gone);
  });

  test('is judged as before if Rancher has no such cluster, or lists no members', () => {
    const known = made(1, 1);
    const { cluster } = compare({ ...known, observation: observationOf(known.nodes, ['server-1']) });
    const { remote: _, ...unknown } = known.observation;
    for (const observation of [{ ...unknown, rancherNodes: [] }, notInRancher(known.observation, 'server-1')]) {
      const next = compare({ ...known, cluster, observation }).cluster;
      expect(next).toMatchObject({ state: 'ERRED', lastError: cluster.lastError });
      expect(kinds(next)).toContain('QUORUM_LOST');
    }
  });

  test('without members in Rancher is lost with their servers, and nothing is removed', () => {
    const known = made(1, 1);
    const observation = notInRancher(observationOf(known.nodes, ['server-1']), 'server-1');
    expect(compare({ ...known, observation })).toMatchObject({ cluster: { state: 'ERRED' }, vanished: [] });
  });
});
