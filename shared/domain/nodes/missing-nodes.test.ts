import { describe, expect, test } from 'vitest';
import { aCluster, aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import type { Failure } from '../_core/failure.ts';
import type { MissingNode } from '../clusters/drift.ts';
import type { RancherRole } from '../planning/rancher-role.ts';
import { gapsAfter, gapsBeside, gapsToClose, isMissed, withoutGap } from './missing-nodes.ts';
import type { Node } from './node.ts';

const AT = '2026-03-01T12:00:00.000Z';
const failed = (step: string): Failure => ({
  ...{ code: 'BACKEND_UNAVAILABLE', owner: 'provider', message: 'Rancher is away.', retryable: true, step, at: AT },
});
const aFailed = (step: string, fields: Partial<Node> = {}) =>
  aNode({ state: 'ERRED', lastError: failed(step), ...fields });

describe('a node without its server', () => {
  test.each<[string, Node, boolean]>([
    ['that was OK is missed', aNode({ state: 'OK' }), true],
    ['that was in ERROR before is missed', aFailed('watch-clusters'), true],
    ['that could not be cleaned away is missed still', aFailed('rancher.removeNode', { leavesGap: true }), true],
    ['with a requested deletion is not', aFailed('rancher.removeNode'), false],
    ['that has never come to work is not', aFailed('watch'), false],
  ])('%s', (_what, node, expected) => {
    expect(isMissed(node)).toBe(expected);
  });
});

describe('once a node is gone', () => {
  const unfound = (node: Node) => ({
    ...{ kind: 'SERVER_NOT_FOUND' as const, nodeUuid: node.uuid, name: node.spec.name, message: '', since: AT },
  });

  test('nothing of it is shown, if it is not missing', () => {
    const [node, another] = [aNode(), aNode()];
    const cluster = aCluster({ drift: [unfound(node), unfound(another)] });
    expect(gapsAfter(cluster, node, AT)).toEqual({ drift: [unfound(another)], missingNodes: [] });
  });

  test('a missing node is shown, because its server was not found', () => {
    const node = aNode({ leavesGap: true, spec: aNodeSpec({ name: 'agent-1', role: 'agent' }) });
    const { uuid, spec } = node;
    const gaps = gapsAfter(aCluster({ drift: [unfound(node)] }), node, '2026-03-01T12:07:00.000Z');
    expect(gaps.drift).toMatchObject([{ kind: 'NODE_MISSING', nodeUuid: uuid, name: 'agent-1', since: AT }]);
    expect(gaps.missingNodes).toMatchObject([{ uuid, name: 'agent-1', role: 'agent', spec, since: AT }]);
  });
});

const TENANT = aUuid();
/** A missing node with these roles. An empty flavor means that Paddock did not create the machine of the node. */
function aGap(name: string, roles?: RancherRole[], flavorId = '2'): MissingNode {
  const spec = aNodeSpec({ name, role: 'server', tenantUuid: TENANT, flavorId, ...(roles && { roles }) });
  return { uuid: aUuid(), name, role: spec.role, spec, since: AT, reason: 'gone' };
}
const member = aGap('etcd');
const other = aGap('control-plane', ['controlplane']);
const drift = [member, other].map(({ uuid, name }) => ({
  ...{ kind: 'NODE_MISSING' as const, nodeUuid: uuid, name, message: 'gone', since: AT },
}));

describe('an added node replaces', () => {
  test.each<[string, MissingNode, string | undefined, MissingNode]>([
    ['the missing node that it was made for, whichever is the oldest', other, other.uuid, other],
    ['the missing node that it was made for, whatever its role', member, other.uuid, other],
    ['one of its roles, if none was named', other, undefined, other],
    ['one of its roles, if the one that it was made for is already replaced', other, aUuid(), other],
    ['the oldest, if none has its roles', aGap('all', ['etcd', 'controlplane', 'worker']), undefined, member],
  ])('%s', (_what, { spec }, heals, closed) => {
    const [left] = [member, other].filter((gap) => gap !== closed);
    const gaps = withoutGap({ drift, missingNodes: [member, other] }, spec, heals);
    expect(gaps).toEqual({ drift: drift.filter(({ nodeUuid }) => nodeUuid === left?.uuid), missingNodes: [left] });
  });

  test('none of another tenant', () => {
    const gaps = { drift, missingNodes: [member, other] };
    expect(withoutGap(gaps, { ...member.spec, tenantUuid: aUuid() })).toEqual(gaps);
  });
});

describe('a machine that was not made by Paddock', () => {
  const foreign = aGap('worker-1', undefined, '');

  test('becomes a missing node that Paddock does not replace', () => {
    const node = aNode({ leavesGap: true, spec: foreign.spec });
    const { drift: shown, missingNodes } = gapsAfter(aCluster(), node, AT);
    expect(shown).toMatchObject([
      { kind: 'NODE_MISSING', message: expect.stringMatching(/Paddock did not create the server/) },
    ]);
    expect(missingNodes).toHaveLength(1);
    expect(gapsToClose({ missingNodes: [...missingNodes, member] })).toEqual([member]);
  });

  test.each([
    ['first the one with its name', 'worker-1', ['worker-2', 'etcd']],
    ['else the oldest of its role', 'worker-3', ['worker-1', 'etcd']],
  ])('is replaced by one that is found in Rancher: %s', (_what, name, left) => {
    const gaps = [aGap('worker-2', undefined, ''), foreign, member];
    expect(gapsBeside(gaps, [{ spec: { ...foreign.spec, name } }]).map((gap) => gap.name)).toEqual(left);
  });

  test('is not replaced by a node of Paddock', () => {
    expect(gapsBeside([member], [{ spec: member.spec }])).toEqual([member]);
  });
});
