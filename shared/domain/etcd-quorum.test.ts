import { describe, expect, test } from 'vitest';
import { compare, kinds, lookAt, type Made, made, serverOf, TENANT } from '#test/looked-at-cluster';
import type { Look } from './look.ts';

describe('etcd', () => {
  const without = (known: Made, broken: readonly string[]): Look => {
    const listed = known.nodes.map((node) => ({
      ...serverOf(node),
      ...(broken.includes(node.spec.name) && { status: 'ERROR', fault: { message: 'Host is down' } }),
    }));
    return { ...known.look, servers: new Map([[TENANT, listed]]) };
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
    const { cluster, nodes } = compare({ ...known, look: without(known, broken) });
    expect(cluster.state).toBe(state);
    expect(nodes.map((node) => [node.spec.name, node.state])).toEqual(broken.map((name) => [name, 'ERRED']));
    expect(kinds(cluster).includes('QUORUM_LOST')).toBe(state === 'ERRED');
  });

  test('that has no quorum lets nothing be cleaned away; its return makes the cluster OK', () => {
    const known = made(1, 1);
    const lost = compare({ ...known, look: lookAt(known.nodes, ['server-1']) });
    expect(lost).toMatchObject({ cluster: { state: 'ERRED', lastError: { step: 'watch-clusters' } }, vanished: [] });
    const back = compare({ ...known, cluster: lost.cluster });
    expect(back.cluster).toMatchObject({ state: 'OK', drift: [] });
    expect(back.cluster.lastError).toBeUndefined();
    const unasked = compare({ ...known, cluster: lost.cluster, look: { ...known.look, servers: new Map() } });
    expect(unasked.cluster).toMatchObject({ state: 'ERRED', drift: lost.cluster.drift });
  });
});
