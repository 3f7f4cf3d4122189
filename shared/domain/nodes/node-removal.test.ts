import { describe, expect, test } from 'vitest';
import { Conflict, Invalid } from '#shared/errors';
import { aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import type { NodeRole } from '../planning/order-attributes.ts';
import type { RancherRole } from '../planning/rancher-role.ts';
import type { Node } from './node.ts';
import { assertRemovable, etcdRemovalCheck } from './node-removal.ts';

type Is = Partial<Pick<Node, 'state' | 'runtimeState' | 'backendId'>> & { roles?: RancherRole[] };
const a = (name: string, { roles, ...fields }: Is = {}): Node => {
  const role: NodeRole = name.startsWith('s') ? 'server' : 'agent';
  const spec = aNodeSpec({ name, role, ...(roles && { roles }) });
  return aNode({ state: 'OK', runtimeState: 'active', backendId: `c-1:${name}`, spec, ...fields });
};
const NEVER_CAME = { state: 'ERRED', runtimeState: '', backendId: '' } as const;
/** The reason why the first node cannot be removed. */
function problem(nodes: readonly Node[]): unknown {
  try {
    assertRemovable(nodes[0]?.uuid ?? '', nodes);
    return undefined;
  } catch (error) {
    if (error instanceof Invalid) return error.body;
    return error instanceof Conflict ? error.message : error;
  }
}

const LAST_AGENT = ['Cannot delete the last agent node in the cluster.'];
const LAST_SERVER = ['Cannot delete the last server node in the cluster.'];

describe('the last node of a role stays', () => {
  test.each<[string, Node[], unknown]>([
    ['the only agent', [a('a1'), a('s1')], LAST_AGENT],
    ['the only agent, though it never worked', [a('a1', NEVER_CAME), a('s1')], LAST_AGENT],
    ['the only agent that works', [a('a1'), a('a2', NEVER_CAME), a('a3', { state: 'CREATING' }), a('s1')], LAST_AGENT],
    ['an agent with a sibling that is being deleted', [a('a1'), a('a2', { state: 'DELETION_SCHEDULED' })], LAST_AGENT],
    ['one that never worked, and its sibling goes', [a('a1', NEVER_CAME), a('a2', { state: 'DELETING' })], LAST_AGENT],
    ['the only server', [a('s1'), a('a1')], LAST_SERVER],
    [
      'the only member of etcd',
      [a('s1'), a('s2', { roles: ['controlplane'] })],
      ['Cannot delete the last etcd member in the cluster.'],
    ],
    ['one of two agents', [a('a1'), a('a2')], undefined],
    ['an agent that never worked', [a('a1', NEVER_CAME), a('a2')], undefined],
    [
      'the only agent, where servers carry workloads',
      [a('a1'), a('s1', { roles: ['etcd', 'controlplane', 'worker'] })],
      undefined,
    ],
    ['one of three servers', [a('s1'), a('s2'), a('s3')], undefined],
  ])('%s (S0-382, S0-384, R-9-70)', (_what, nodes, said) => {
    expect(problem(nodes)).toEqual(said);
  });
});

describe('at most one server is away', () => {
  const away = (words: string) => `Only one server may be missing at a time: ${words}.`;
  test.each<[string, Node[], unknown]>([
    ['one does not answer', [a('s1'), a('s2', { runtimeState: 'unavailable' }), a('s3')], away('s2 is unavailable')],
    ['one is being deleted', [a('s1'), a('s2', { state: 'DELETING' }), a('s3')], away('s2 is being deleted')],
    ['it does not answer itself', [a('s1', { runtimeState: 'unavailable' }), a('s2'), a('s3')], undefined],
    ['one takes no workloads', [a('s1'), a('s2', { runtimeState: 'cordoned' }), a('s3')], undefined],
    ['one never joined', [a('s1'), a('s2', NEVER_CAME), a('s3')], undefined],
    ['it never joined itself', [a('s1', NEVER_CAME), a('s2', { runtimeState: 'unavailable' }), a('s3')], undefined],
    [
      'a server that is no etcd member is away',
      [a('s1'), a('s2'), a('s3', { roles: ['controlplane'], runtimeState: '' })],
      undefined,
    ],
    ['the deleted node is an agent', [a('a1'), a('a2'), a('s1', { runtimeState: 'unavailable' }), a('s2')], undefined],
  ])('%s', (_what, nodes, said) => {
    expect(problem(nodes)).toBe(said);
  });
});

describe('servers that are being deleted leave etcd one after another', () => {
  const leaving = { state: 'DELETING' } as const;
  const turn = (nodes: readonly Node[], order: readonly string[]) => {
    const [node = expect.fail('there is none')] = nodes;
    const uuidOf = (name: string) => nodes.find(({ spec }) => spec.name === name)?.uuid ?? '';
    const deletion = { machine: 'delete-node', since: '2026-01-01T00:00:00.000Z' } as const;
    const operations = order.map((name) => ({ ...deletion, uuid: aUuid(), nodeUuid: uuidOf(name) }));
    return etcdRemovalCheck(operations, node, nodes);
  };
  test.each<[string, Node[], string[], unknown]>([
    ['it goes if it is the only one', [a('s1', leaving), a('s2'), a('s3')], ['s1'], 'go'],
    ['the one with the earlier request goes', [a('s1', leaving), a('s2', leaving), a('s3')], ['s1', 's2'], 'go'],
    ['the one with the later request waits', [a('s1', leaving), a('s2', leaving), a('s3')], ['s2', 's1'], 'wait'],
    ['it waits until the other’s record is gone', [a('s1', leaving), a('s3'), a('s4')], ['s2', 's1'], 'go'],
    [
      'it waits for none that has failed',
      [a('s1', leaving), a('s2', NEVER_CAME), a('s3'), a('s4')],
      ['s2', 's1'],
      'go',
    ],
    [
      'a server with a later request that does not answer is away',
      [a('s1', leaving), a('s2', { ...leaving, runtimeState: 'unavailable' }), a('s3')],
      ['s1', 's2'],
      { problem: 'Only one server may be missing at a time: s2 is unavailable.' },
    ],
    ['agents wait for no other node', [a('a1', leaving), a('s2', leaving), a('s3')], ['s2', 'a1'], 'go'],
  ])('%s', (_what, nodes, order, said) => {
    expect(turn(nodes, order)).toEqual(said);
  });
});
