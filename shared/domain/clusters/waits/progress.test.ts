import { describe, expect, test } from 'vitest';
import { aCluster, aNode } from '#test/builders/builders';
import type { LifecycleState } from '../../_core/lifecycle-state.ts';
import { summaryOf } from '../../nodes/node.ts';
import { DEFAULT_DRAIN } from '../cluster-upgrade.ts';
import { progressOf } from './progress.ts';

/** The progress in percent of a cluster with this state and these node states. */
function percent(
  state: LifecycleState,
  nodes: readonly (LifecycleState | 'registered')[],
  backendId = 'c-m-1',
): number {
  const made = nodes.map((item) =>
    item === 'registered' ? aNode({ state: 'CREATING', backendId: 'm-1' }) : aNode({ state: item, backendId: '' }),
  );
  return progressOf(aCluster({ state, backendId, nodes: made.map(summaryOf) }));
}

describe('progress', () => {
  test('of a creation never decreases, and is below 100 until the cluster is OK (S0-024)', () => {
    const steps = [
      percent('CREATION_SCHEDULED', [], ''),
      percent('CREATING', [], ''),
      percent('CREATING', ['CREATING', 'CREATING'], ''),
      percent('CREATING', ['CREATING', 'CREATING']),
      percent('CREATING', ['registered', 'CREATING']),
      percent('CREATING', ['registered', 'registered']),
      percent('CREATING', ['OK', 'registered']),
      percent('CREATING', ['OK', 'OK']),
      percent('OK', ['OK', 'OK']),
    ];
    expect(steps).toEqual([0, 0, 13, 18, 39, 61, 78, 95, 100]);
  });

  test('of a failed creation stays the same', () => {
    expect(percent('ERRED', ['OK', 'ERRED'])).toBe(52);
  });

  test('of a deletion grows with the machines that are being deleted', () => {
    const steps = [
      percent('DELETION_SCHEDULED', ['OK', 'OK']),
      percent('DELETING', ['OK', 'OK']),
      percent('DELETING', ['DELETING', 'OK']),
      percent('DELETING', ['DELETING', 'DELETING']),
    ];
    expect(steps).toEqual([0, 0, 25, 50]);
  });

  test('of an upgrade grows with the nodes in the new version, and stays the same after a failure', () => {
    const nodes = ['OK', 'OK', 'OK', 'OK'].map(() => summaryOf(aNode({ state: 'OK' })));
    const upgraded = (state: LifecycleState, upgradedNodes: number) => {
      const upgrade = { from: 'a', to: 'b', drain: DEFAULT_DRAIN, workerConcurrency: 1, upgradedNodes };
      return progressOf(aCluster({ state, nodes, upgrade }));
    };
    const steps = [
      upgraded('UPDATE_SCHEDULED', 0),
      ...[0, 1, 4].map((count) => upgraded('UPDATING', count)),
      upgraded('ERRED', 2),
    ];
    expect(steps).toEqual([0, 0, 23, 95, 47]);
  });

  test('of a deletion without machines is a number', () => {
    expect(percent('DELETING', [])).toBe(0);
  });
});
