import { describe, expect, test } from 'vitest';
import { aCluster, aNode, aNodeSpec } from '#test/builders';
import type { Failure } from './failure.ts';
import { gapsAfter, isMissed } from './missing-nodes.ts';
import type { Node } from './node.ts';

const AT = '2026-03-01T12:00:00.000Z';
const failed = (step: string): Failure => ({
  ...{ code: 'BACKEND_UNAVAILABLE', owner: 'provider', message: 'Rancher is away.', retryable: true, step, at: AT },
});
const aFailed = (step: string, fields: Partial<Node> = {}) =>
  aNode({ state: 'ERRED', lastError: failed(step), ...fields });

describe('a node whose server is gone', () => {
  test.each<[string, Node, boolean]>([
    ['that was OK is missed', aNode({ state: 'OK' }), true],
    ['that was in ERROR before is missed', aFailed('watch-clusters'), true],
    ['that could not be cleaned away is missed still', aFailed('rancher.removeNode', { leavesGap: true }), true],
    ['whose deletion somebody asked for is not', aFailed('rancher.removeNode'), false],
    ['that has never come to work is not', aFailed('watch'), false],
  ])('%s', (_what, node, expected) => {
    expect(isMissed(node)).toBe(expected);
  });
});

describe('once a node is gone', () => {
  const drift = (node: Node) => ({
    ...{ kind: 'SERVER_NOT_FOUND' as const, nodeUuid: node.uuid, name: node.spec.name, message: '', since: AT },
  });

  test('nothing of it is shown any more, where nobody misses it', () => {
    const [node, other] = [aNode(), aNode()];
    const cluster = aCluster({ drift: [drift(node), drift(other)] });
    expect(gapsAfter(cluster, node, AT)).toEqual({ drift: [drift(other)], missingNodes: [] });
  });

  test('the gap is shown that it leaves, since its server was not found', () => {
    const node = aNode({ leavesGap: true, spec: aNodeSpec({ name: 'agent-1', role: 'agent' }) });
    const { uuid, spec } = node;
    const gaps = gapsAfter(aCluster({ drift: [drift(node)] }), node, '2026-03-01T12:07:00.000Z');
    expect(gaps.drift).toMatchObject([{ kind: 'NODE_MISSING', nodeUuid: uuid, name: 'agent-1', since: AT }]);
    expect(gaps.missingNodes).toMatchObject([{ uuid, name: 'agent-1', role: 'agent', spec, since: AT }]);
  });
});
