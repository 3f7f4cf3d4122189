import { describe, expect, test } from 'vitest';
import { aCluster, aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import type { NodeOperation } from '../clusters/node-operation.ts';
import type { NodeRole } from '../planning/order-attributes.ts';
import type { Node } from './node.ts';
import { assertReplaceable, stayingNodes } from './node-replacement.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const aMember = (name: string, role: NodeRole, fields: Partial<Node> = {}): Node =>
  aNode({
    ...{ state: 'OK', runtimeState: 'active', backendId: `c-1:${name}`, spec: aNodeSpec({ name, role }) },
    ...fields,
  });
const adding = (node: Node, replaced?: Node): NodeOperation => ({
  ...{ uuid: aUuid(), nodeUuid: node.uuid, machine: 'add-node', since: NOW },
  ...(replaced && { replaces: { nodeUuid: replaced.uuid, correlationId: 'c' } }),
});
const three = () => ({
  one: aMember('server-1', 'server'),
  two: aMember('server-2', 'server'),
  agent: aMember('agent-1', 'agent'),
});
const refusal = (of: Node, nodes: Node[], nodeOperations: NodeOperation[] = []): string | undefined => {
  try {
    assertReplaceable(aCluster({ nodeOperations }), of, nodes);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
};

describe('a node may be replaced', () => {
  test('if all servers are there, even as the only node of its role', () => {
    const { one, two, agent } = three();
    expect(refusal(agent, [one, two, agent])).toBeUndefined();
    expect(refusal(one, [one, agent])).toBeUndefined();
  });

  test.each(['unavailable', ''])('that is itself %j', (runtimeState) => {
    const { one, two, agent } = three();
    const away = { ...one, runtimeState };
    expect(refusal(away, [away, two, agent])).toBeUndefined();
  });

  test('as an agent while a server is added', () => {
    const { one, two, agent } = three();
    expect(refusal(agent, [one, two, agent], [adding(two)])).toBeUndefined();
  });
});

describe('a node may not be replaced', () => {
  test.each(['one', 'agent'] as const)('while another server is away, which is named: %s', (which) => {
    const { one, two, agent } = three();
    const away = { ...two, runtimeState: 'unavailable' };
    const text = 'Conflict: The cluster is degraded: server-2 is unavailable.';
    expect(refusal({ one, agent }[which], [one, away, agent])).toBe(text);
  });

  test('while a server is missing', () => {
    const { one, two, agent } = three();
    const { uuid, spec } = aMember('server-3', 'server');
    const gap = { uuid, spec, name: spec.name, role: spec.role, since: NOW, reason: 'gone' };
    for (const node of [one, agent]) {
      const run = () => assertReplaceable(aCluster({ missingNodes: [gap] }), node, [one, two, agent]);
      expect(run).toThrow('The cluster is degraded: server-3 is missing.');
    }
    const agentGap = { ...gap, role: 'agent' as const };
    const foreignGap = { ...gap, spec: { ...spec, flavorId: '' } };
    for (const other of [agentGap, foreignGap]) {
      expect(() => assertReplaceable(aCluster({ missingNodes: [other] }), one, [one, two, agent])).not.toThrow();
    }
  });

  test('as a server while another is being changed or replaced', () => {
    const { one, two, agent } = three();
    const fresh = aMember('server-3', 'server', { state: 'CREATING', runtimeState: '', backendId: '' });
    expect(refusal(one, [one, two, fresh], [adding(fresh)])).toMatch(/only one server may be changed.*server-3 is/i);
    expect(refusal(one, [one, two, fresh, agent], [adding(fresh, two)])).toMatch(/server-2 is/);
  });

  test('while it is being added, replaced or deleted itself', () => {
    const { one, two, agent } = three();
    const other = aMember('agent-2', 'agent', { state: 'CREATING' });
    expect(refusal(other, [one, two, agent, other], [adding(other)])).toBe(
      'Conflict: Node agent-2 is already being changed. Wait until this has ended.',
    );
    expect(refusal(agent, [one, two, agent, other], [adding(other, agent)])).toMatch(
      /agent-1 is already being changed/,
    );
    const leaving = { ...agent, state: 'DELETING' as const };
    expect(refusal(leaving, [one, two, leaving])).toMatch(/agent-1 is already being changed/);
  });
});

test('a deleted or replaced node does not count as staying', () => {
  const { one, two, agent } = three();
  const [leaving, fresh] = [{ ...two, state: 'DELETION_SCHEDULED' as const }, aMember('agent-2', 'agent')];
  const cluster = aCluster({ nodeOperations: [adding(fresh, agent)] });
  expect(stayingNodes(cluster, [one, leaving, agent, fresh])).toEqual([one, fresh]);
});
