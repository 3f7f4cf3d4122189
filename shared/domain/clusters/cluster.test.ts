import { describe, expect, test } from 'vitest';
import { Conflict } from '#shared/errors';
import { aCluster } from '#test/builders/builders';
import { type LifecycleState, lifecycleState } from '../_core/lifecycle-state.ts';
import { clusterMovesTo, resourceStateOf } from './cluster.ts';

const NOW = new Date('2026-03-01T12:05:00.000Z');
/** All allowed changes of state. Any other change is a conflict. */
const ALLOWED: Readonly<Record<LifecycleState, readonly LifecycleState[]>> = {
  CREATION_SCHEDULED: ['CREATING', 'ERRED', 'DELETION_SCHEDULED'],
  CREATING: ['OK', 'ERRED', 'DELETION_SCHEDULED'],
  OK: ['UPDATE_SCHEDULED', 'DELETION_SCHEDULED', 'ERRED'],
  UPDATE_SCHEDULED: ['UPDATING', 'ERRED', 'DELETION_SCHEDULED'],
  UPDATING: ['OK', 'ERRED', 'DELETION_SCHEDULED'],
  DELETION_SCHEDULED: ['DELETING', 'ERRED'],
  DELETING: ['ERRED'],
  ERRED: ['CREATION_SCHEDULED', 'UPDATE_SCHEDULED', 'DELETION_SCHEDULED', 'OK'],
};
const STATES = lifecycleState.options;

describe('changes from %s only as the table allows, and may stay the same', () => {
  test.each(STATES)('goes from %s where the table says, stays where it is, and nowhere else', (from) => {
    const reached = STATES.filter((to) => {
      try {
        return clusterMovesTo(aCluster({ state: from }), to, NOW).state === to;
      } catch (error) {
        expect(error).toBeInstanceOf(Conflict);
        expect(error).toMatchObject({ message: `The cluster cannot change from state ${from} to state ${to}.` });
        return false;
      }
    });
    expect(new Set(reached)).toEqual(new Set([from, ...ALLOWED[from]]));
  });

  test.each(STATES)('%s can always be left: deletion can be reached from it', (from) => {
    const reachable = new Set<LifecycleState>([from]);
    for (const state of reachable) for (const next of ALLOWED[state]) reachable.add(next);
    expect(reachable).toContain('DELETION_SCHEDULED');
  });

  test('sets new fields, the next version and the time, and does not change the earlier object', () => {
    const from = aCluster({ state: 'CREATING', currentStep: 'working' });
    const to = clusterMovesTo(from, 'OK', NOW, { currentStep: '' });
    expect(to).toEqual({ ...from, state: 'OK', currentStep: '', version: 1, modified: NOW.toISOString() });
    expect(from).toMatchObject({ state: 'CREATING', version: 0 });
  });

  test.each([
    ['CREATION_SCHEDULED', 'Creating'],
    ['CREATING', 'Creating'],
    ['OK', 'OK'],
    ['UPDATE_SCHEDULED', 'Updating'],
    ['UPDATING', 'Updating'],
    ['DELETION_SCHEDULED', 'Terminating'],
    ['DELETING', 'Terminating'],
    ['ERRED', 'Erred'],
  ] as const)('%s is %s on the marketplace', (state, mirrored) => {
    expect(resourceStateOf(state)).toBe(mirrored);
  });
});
