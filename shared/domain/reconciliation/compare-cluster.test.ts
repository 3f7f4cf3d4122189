import { describe, expect, test } from 'vitest';
import { aNode, aUuid } from '#test/builders/builders';
import {
  compare,
  kinds,
  type Made,
  made,
  minutesAgo,
  NOW,
  namesOf,
  observationOf,
  REMOTE,
  serverOf,
  TENANT,
} from '#test/observed-cluster';
import type { Failure } from '../_core/failure.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { DEFAULT_DRAIN } from '../clusters/cluster-upgrade.ts';
import type { NodeOperation } from '../clusters/node-operation.ts';
import type { Node } from '../nodes/node.ts';
import type { ClusterObservation } from '../nodes/observe-nodes.ts';

const suspectedSince = (nodes: readonly Node[], since: string): Cluster['drift'] =>
  nodes.map(({ uuid, spec }) => ({
    ...{ kind: 'SERVER_NOT_FOUND', nodeUuid: uuid, name: spec.name, message: '', since },
  }));

test('a check without changes writes nothing, however late it is', () => {
  const known = made(3, 200);
  expect(compare(known, new Date(NOW.getTime() + 86_400_000))).toEqual({
    ...{ cluster: known.cluster, nodes: [], found: [], suspected: [], vanished: [] },
  });
  expect(compare(known).cluster).toBe(known.cluster);
});

test('figures of Rancher are kept, and stay where it shows none (S0-215)', () => {
  const known = made(1, 1);
  const remote = { state: 'updating', kubernetesVersion: 'v1.32.0+rke2r1', capacity: { cpu: '16' }, requested: {} };
  const { cluster } = compare({ ...known, observation: { ...known.observation, remote } });
  expect(cluster).toMatchObject({ runtimeState: 'updating', kubernetesVersion: 'v1.32.0+rke2r1', state: 'OK' });
  expect([cluster.capacity, cluster.requested]).toEqual([{ cpu: '16' }, REMOTE.requested]);
});

test('a recorded node has the server with its tag, and is charged for its kubelet’s capacity', () => {
  const known = made(1, 1);
  const nodes = known.nodes.map((node) => ({
    ...{ ...node, instanceId: '', facts: { ...node.facts, cpuTotal: 8, ramTotal: 16_384 } },
    spec: { ...node.spec, flavorId: '', vcpus: 0, ramMb: 0 },
  }));
  const linked = nodes.map(({ uuid, version }) => ({
    ...{ uuid, version: version + 1, instanceId: expect.stringMatching(/./), spec: { vcpus: 8, ramMb: 16_384 } },
  }));
  expect(compare({ ...known, nodes }).nodes).toMatchObject(linked);
});

describe('servers that are not listed count as gone', () => {
  test.each([
    ['one of six at one check', 3, 3, ['agent-1'], ['agent-1']],
    [
      'a tenth of forty',
      3,
      37,
      ['agent-1', 'agent-2', 'agent-3', 'agent-4'],
      ['agent-1', 'agent-2', 'agent-3', 'agent-4'],
    ],
    ['but not two of six', 3, 3, ['agent-1', 'agent-2'], []],
    ['nor an eighth of forty', 3, 37, ['agent-1', 'agent-2', 'agent-3', 'agent-4', 'agent-5'], []],
  ])('%s', (_what, servers, agents, without, gone) => {
    const known = made(servers, agents);
    const { cluster, suspected, vanished } = compare({ ...known, observation: observationOf(known.nodes, without) });
    expect(namesOf(suspected)).toEqual(without);
    expect(namesOf(vanished)).toEqual(gone);
    expect(kinds(cluster)).toEqual(without.map(() => 'SERVER_NOT_FOUND'));
  });

  test.each([
    ['a second check confirms it two minutes later', minutesAgo(2), 'unavailable', 'active', 2],
    ['the second check follows too soon', minutesAgo(1), 'unavailable', 'active', 0],
    ['Rancher still hears from the machines', minutesAgo(60), 'active', 'active', 0],
    ['Rancher hears from none of the cluster', minutesAgo(2), 'active', 'unavailable', 2],
  ])('many at a time: %s', (_what, since, nodeState, clusterState, gone) => {
    const known = made(1, 3);
    const lost = known.nodes.slice(2);
    const cluster = { ...known.cluster, drift: suspectedSince(lost, since) };
    const seen = observationOf(known.nodes, namesOf(lost));
    const rancherNodes = seen.rancherNodes.map((node) => ({ ...node, state: nodeState }));
    const observation = { ...seen, rancherNodes, remote: { ...REMOTE, state: clusterState } };
    const { vanished, cluster: next } = compare({ ...known, cluster, observation });
    expect(vanished).toHaveLength(gone);
    expect(next.drift.filter(({ kind }) => kind === 'SERVER_NOT_FOUND').map((item) => item.since)).toEqual([
      since,
      since,
    ]);
  });

  test('none if their tenant was not read, and earlier suspicions stay', () => {
    const known = made(1, 2);
    const cluster = { ...known.cluster, drift: suspectedSince(known.nodes.slice(2), minutesAgo(9)) };
    const comparison = compare({ ...known, cluster, observation: { ...known.observation, servers: new Map() } });
    expect(comparison).toMatchObject({ cluster: { drift: cluster.drift }, suspected: [], vanished: [] });
  });

  test('none with a server that has lost its tags, but has its id', () => {
    const known = made(1, 1);
    const servers = known.nodes.map((node) => ({ ...serverOf(node), tags: [] }));
    const { suspected } = compare({
      ...known,
      observation: { ...known.observation, servers: new Map([[TENANT, servers]]) },
    });
    expect(suspected).toEqual([]);
  });
});

describe('left to its state machine is', () => {
  const operation = (node: Node, fields: Partial<NodeOperation> = {}): NodeOperation => ({
    ...{ uuid: aUuid(), nodeUuid: node.uuid, machine: 'delete-node', since: minutesAgo(1) },
    ...fields,
  });
  test.each([
    ['a node with its own operation', (node: Node) => operation(node)],
    [
      'a node that is being replaced',
      (node: Node) =>
        operation(aNode(), { machine: 'add-node', replaces: { nodeUuid: node.uuid, correlationId: aUuid() } }),
    ],
  ])('%s', (_what, operationOn) => {
    const known = made(1, 2);
    const node = known.nodes[2] ?? expect.fail('there is no third');
    const cluster = { ...known.cluster, nodeOperations: [operationOn(node)] };
    const observation = observationOf(known.nodes, [node.spec.name]);
    const rancherNodes = observation.rancherNodes.filter(({ hostname }) => hostname !== node.spec.name);
    expect(compare({ ...known, cluster, observation: { ...observation, rancherNodes } })).toMatchObject({
      cluster,
      nodes: [],
      suspected: [],
    });
  });

  test('a cluster that has failed, except for its health', () => {
    const known = made(1, 2, { state: 'ERRED' });
    const observation = {
      ...observationOf(known.nodes, ['agent-1', 'server-1']),
      remote: { ...REMOTE, state: 'error' },
    };
    const { cluster, ...rest } = compare({ ...known, observation });
    expect(cluster).toMatchObject({ state: 'ERRED', runtimeState: 'error', drift: [] });
    expect(rest).toEqual({ nodes: [], found: [], suspected: [], vanished: [] });
  });

  test('a lost node that is being removed, which is shown meanwhile', () => {
    const known = made(1, 2);
    const node = known.nodes[2] ?? expect.fail('there is no third');
    const leaving = { ...node, state: 'DELETING' as const };
    const cluster = { ...known.cluster, nodeOperations: [operation(node, { isVanished: true })] };
    const nodes = [...known.nodes.slice(0, 2), leaving];
    const comparison = compare({ cluster, nodes, observation: observationOf(known.nodes, [node.spec.name]) });
    expect(kinds(comparison.cluster)).toEqual(['SERVER_NOT_FOUND']);
    expect(comparison.vanished).toEqual([]);
  });
});

describe('a cluster with an interrupted upgrade', () => {
  const lastError: Failure = {
    code: 'UPGRADE_TIMEOUT',
    message: '3 of 5 nodes run v1.32.3+rke2r1 after 10800 s',
    step: 'watch.watchUpgrade',
    at: minutesAgo(9),
    retryable: true,
    owner: 'operator',
  };
  const upgrade = {
    ...{ from: REMOTE.kubernetesVersion, to: 'v1.32.3+rke2r1', drain: DEFAULT_DRAIN },
    ...{ workerConcurrency: 1, upgradedNodes: 3 },
  };
  const left = () => made(3, 2, { state: 'ERRED', lastError, upgrade });

  test('loses a node with a vanished server, which the same upgrade would wait for, and stays erred', () => {
    const known = left();
    const { cluster, vanished } = compare({ ...known, observation: observationOf(known.nodes, ['agent-1']) });
    expect(namesOf(vanished)).toEqual(['agent-1']);
    expect(cluster).toMatchObject({ state: 'ERRED', lastError, upgrade });
  });

  test('keeps the upgrade’s failure while etcd has no quorum, and after', () => {
    const known = left();
    const nodes = known.nodes.map((node, index) => (index === 0 ? { ...node, state: 'ERRED' as const } : node));
    const broken = known.nodes.slice(0, 2).map((node) => ({ ...serverOf(node), status: 'ERROR' }));
    const servers = new Map([[TENANT, [...broken, ...known.nodes.slice(2).map(serverOf)]]]);
    const lost = compare({ ...known, nodes, observation: { ...known.observation, servers } });
    expect(kinds(lost.cluster)).toContain('QUORUM_LOST');
    expect(lost.cluster).toMatchObject({ state: 'ERRED', lastError });
    const back = compare({ ...known, nodes, cluster: lost.cluster });
    expect(back.cluster).toMatchObject({ state: 'ERRED', lastError, upgrade, drift: [] });
  });
});

describe('health', () => {
  const away = (known: Made, state: string): ClusterObservation => ({
    ...known.observation,
    rancherNodes: known.observation.rancherNodes.map((node) =>
      node.hostname === 'agent-1' ? { ...node, state } : node,
    ),
  });
  test.each([
    [minutesAgo(4), []],
    [minutesAgo(5), ['NODE_NOT_HEALTHY']],
  ])('of a node that has been away since %s is drift: %j, and its lifecycle stays (S0-395)', (since, expected) => {
    const known = made(1, 1);
    const nodes = known.nodes.map((node) => ({
      ...node,
      ...(node.spec.role === 'agent' && { unhealthySince: since }),
    }));
    const { cluster, nodes: written } = compare({ ...known, nodes, observation: away(known, 'unavailable') });
    expect(kinds(cluster)).toEqual(expected);
    expect(written).toMatchObject([{ state: 'OK', runtimeState: 'unavailable', unhealthySince: since }]);
  });

  test('of a cluster that Rancher does not have is unknown, and its nodes have no drift', () => {
    const known = made(1, 2);
    const observation: ClusterObservation = { rancherNodes: [], servers: known.observation.servers };
    const { cluster } = compare({ ...known, observation });
    expect(kinds(cluster)).toEqual(['CLUSTER_NOT_IN_RANCHER']);
    expect(cluster).toMatchObject({ state: 'OK', runtimeState: '' });
  });
});
