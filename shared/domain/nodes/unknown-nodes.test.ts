import { describe, expect, test } from 'vitest';
import { aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import { compare, kinds, made, minutesAgo, NOW, namesOf, TENANT } from '#test/observed-cluster';
import { compareCluster } from '../reconciliation/compare-cluster.ts';
import type { ClusterObservation } from './observe-nodes.ts';

describe('a node that only Rancher knows', () => {
  const stranger = (roles: ClusterObservation['rancherNodes'][number]['roles'], state = 'active') => ({
    ...{ id: 'c-m-1:stranger', hostname: 'stranger', state, facts: aNode().facts, roles },
  });
  test.each([
    [['etcd', 'controlplane'], 'server', undefined],
    [['worker'], 'agent', undefined],
    [['controlplane'], 'server', ['controlplane']],
    [['etcd', 'controlplane', 'worker'], 'server', ['etcd', 'controlplane', 'worker']],
    [[], 'agent', undefined],
  ] as const)('with roles %j is taken in as %s (R-9-73)', (roles, role, kept) => {
    const known = made(1, 1);
    const observation = { ...known.observation, rancherNodes: [...known.observation.rancherNodes, stranger(roles)] };
    const { found, cluster } = compare({ ...known, observation });
    expect(found).toMatchObject([{ state: 'OK', backendId: 'c-m-1:stranger', spec: { name: 'stranger', role } }]);
    expect(found[0]?.spec.roles).toEqual(kept);
    expect(cluster.nodes.map(({ name }) => name)).toEqual(['server-1', 'agent-1', 'stranger']);
    const again = compare(
      { cluster, nodes: [...known.nodes, ...found], observation },
      new Date(NOW.getTime() + 86_400_000),
    );
    expect(again).toMatchObject({ cluster, found: [] });
  });

  test.each([
    ['it is being deleted', { ...stranger(['worker'], 'removing') }, {}, []],
    ['its name belongs to another cluster', stranger(['worker']), {}, ['stranger']],
    ['it has no name yet', { ...stranger(['worker']), hostname: '' }, {}, []],
  ])('is not recorded if %s', (_what, node, fields, foreign) => {
    const known = made(1, 1, fields);
    const observation = { ...known.observation, rancherNodes: [...known.observation.rancherNodes, node] };
    const { cluster, nodes } = known;
    expect(compareCluster({ cluster, nodes, foreign: new Set(foreign) }, observation, NOW).found).toEqual([]);
  });

  test('is recorded as a machine, too, before its kubelet has joined, and once', () => {
    const known = made(1, 1);
    const machine = { ...stranger(['worker'], 'provisioning'), id: '', machine: { name: 'custom-1' } };
    const observationOf = (node: ClusterObservation['rancherNodes'][number]) => ({
      ...known.observation,
      rancherNodes: [...known.observation.rancherNodes, node],
    });
    const { found, cluster } = compare({ ...known, observation: observationOf(machine) });
    expect(found).toMatchObject([{ runtimeState: 'provisioning', backendId: '', spec: { name: 'stranger' } }]);
    const joined = { ...machine, id: 'c-m-1:stranger', state: 'active' };
    const again = compare({ cluster, nodes: [...known.nodes, ...found], observation: observationOf(joined) });
    expect([again.found, again.nodes]).toMatchObject([[], [{ uuid: found[0]?.uuid, backendId: 'c-m-1:stranger' }]]);
  });

  test('replaces a missing machine of the same name that Paddock did not make', () => {
    const role = 'agent' as const;
    const spec = aNodeSpec({ name: 'stranger', role, tenantUuid: TENANT, flavorId: '', imageId: '' });
    const gap = { uuid: aUuid(), name: 'stranger', role, spec, since: minutesAgo(9), reason: 'gone' };
    const known = made(1, 1, { missingNodes: [gap] });
    const shown = compare(known);
    expect([kinds(shown.cluster), shown.cluster.missingNodes]).toEqual([['NODE_MISSING'], [gap]]);
    const observation = {
      ...known.observation,
      rancherNodes: [...known.observation.rancherNodes, stranger(['worker'])],
    };
    const { cluster, found } = compare({ ...known, observation });
    expect(namesOf(found)).toEqual(['stranger']);
    expect([kinds(cluster), cluster.missingNodes]).toEqual([['NODE_UNKNOWN'], []]);
  });

  test('and was written but not listed by an interrupted check is listed by the next', () => {
    const known = made(1, 1);
    const observation = {
      ...known.observation,
      rancherNodes: [...known.observation.rancherNodes, stranger(['worker'])],
    };
    const { found } = compare({ ...known, observation });
    const { cluster } = compare({ ...known, nodes: [...known.nodes, ...found], observation });
    expect(cluster.nodes.map(({ name }) => name)).toContain('stranger');
  });
});
