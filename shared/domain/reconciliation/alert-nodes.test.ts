import { describe, expect, test } from 'vitest';
import { pluginOptions } from '#shared/domain/providers/plugin-options';
import { aCluster, aNode, aUuid } from '#test/builders/builders';
import type { Cluster } from '../clusters/cluster.ts';
import { agentToCopy, alertNodeProblem, isStillAsked, mayAddNode } from './alert-nodes.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const summaries = (count: number): Cluster['nodes'] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ uuid: aUuid(), name: `n-${index}`, role: 'agent', state: 'OK', runtimeState: 'active', backendId: '' },
  }));
const operation = { uuid: aUuid(), nodeUuid: aUuid(), machine: 'add-node', since: minutesAgo(1) } as const;

describe('an alert adds a node to a cluster', () => {
  const rows: [string, Partial<Cluster>, options: object, string | undefined][] = [
    ['that is OK', {}, {}, undefined],
    ['unless it is not OK', { state: 'ERRED' }, {}, 'The cluster is ERRED, not OK.'],
    [
      'unless it is hibernated',
      { hibernation: { status: 'HIBERNATED', since: minutesAgo(5), drained: [] } },
      {},
      'The cluster is hibernated.',
    ],
    ['unless a node is being changed', { nodeOperations: [operation] }, {}, 'Nodes of the cluster are being changed.'],
    ['up to ten nodes', { nodes: summaries(9) }, {}, undefined],
    ['and not beyond', { nodes: summaries(10) }, {}, 'The cluster has 10 nodes. Alerts add nodes only up to 10.'],
    [
      'and not beyond what the offering says',
      { nodes: summaries(3) },
      { alerts_adding_nodes_max_nodes: 3 },
      'The cluster has 3 nodes. Alerts add nodes only up to 3.',
    ],
    [
      'unless one has done so in the last hour',
      { alertNodes: { addedAt: minutesAgo(59) } },
      {},
      'An alert has added a node less than 60 minutes ago.',
    ],
    ['and again after an hour', { alertNodes: { addedAt: minutesAgo(60) } }, {}, undefined],
    [
      'and again after the pause that the offering says',
      { alertNodes: { addedAt: minutesAgo(5) } },
      { alerts_adding_nodes_pause_minutes: 5 },
      undefined,
    ],
  ];
  test.each(rows)('%s (S0-391)', (_what, fields, options, problem) => {
    const cluster = aCluster({ state: 'OK', nodes: [], ...fields });
    expect(alertNodeProblem(cluster, pluginOptions.parse(options), NOW)).toBe(problem);
  });

  test('only if the offering lists its name, and none does by itself (S0-391)', () => {
    const options = pluginOptions.parse({ alerts_adding_nodes: ['KubeCPUOvercommit'] });
    expect(mayAddNode(options, 'KubeCPUOvercommit')).toBe(true);
    expect(mayAddNode(options, 'KubeNodeNotReady')).toBe(false);
    expect(mayAddNode(pluginOptions.parse({}), 'KubeCPUOvercommit')).toBe(false);
  });

  test('within an hour', () => {
    const asked = (at: string) => ({ alert: 'a', key: 'k', at });
    expect(isStillAsked(asked(minutesAgo(59)), NOW)).toBe(true);
    expect(isStillAsked(asked(minutesAgo(60)), NOW)).toBe(false);
  });
});

describe('the new node is like', () => {
  const like = (
    tenantUuid: string,
    created: string,
    fields: { role?: 'agent' | 'server'; state?: 'OK' | 'ERRED' } = {},
  ) => {
    const node = aNode({ state: fields.state ?? 'OK' });
    return { ...node, created, spec: { ...node.spec, tenantUuid, role: fields.role ?? 'agent' } };
  };
  const [one, other] = [aUuid(), aUuid()];
  test('the newest agent that works', () => {
    const newest = like(one, minutesAgo(5));
    const others = [like(one, minutesAgo(9)), like(one, minutesAgo(1), { role: 'server' })];
    expect(agentToCopy([...others, newest, like(one, minutesAgo(2), { state: 'ERRED' })])).toBe(newest);
  });
  test('one of the tenant that has the fewest agents', () => {
    const alone = like(other, minutesAgo(90));
    expect(agentToCopy([like(one, minutesAgo(1)), like(one, minutesAgo(2)), alone])).toBe(alone);
  });
  test('none where no agent works', () => {
    expect(agentToCopy([like(one, minutesAgo(1), { role: 'server' })])).toBeUndefined();
  });
});
