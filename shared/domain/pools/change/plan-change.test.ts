import { describe, expect, test } from 'vitest';
import { aPool, aPoolCluster, machinesOf } from '#test/builders/pool-builders';
import { ALL, type PlannedFields, POOLS, planOf, servers, strategy, workers } from '#test/pool-changes';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { MachineStep } from './change-plan.ts';

/** Steps as texts: `replace servers-1`, `create 2 of a`. */
const words = (step: MachineStep): string =>
  step.kind === 'create' ? `create ${step.count} of ${step.pool}` : `${step.kind} ${step.machines.join('+')}`;
const stepsOf = (fields: PlannedFields) => planOf(fields).steps.map(words);
test('an unchanged form has an empty plan, whatever the order of keys and the number of machines (T17, S2-013)', () => {
  const reversed = POOLS.map((pool) => Object.fromEntries(Object.entries(pool).reverse()) as PoolSpec);
  const empty = { changes: [], steps: [], expectedSeconds: 0, refused: [] };
  expect(planOf({ pools: reversed })).toEqual(empty);
  expect(planOf({ machines: ALL.slice(1) })).toEqual(empty);
  // An imported cluster may have pools that an order must not have, such as a pool of two servers.
  const even = [{ ...servers, quantity: 2 }, workers];
  expect(planOf({ current: { spec: aPoolCluster(), pools: even }, pools: even })).toEqual(empty);
});

describe('a change in place', () => {
  test('of labels and taints touches no machine (T14, T58)', () => {
    const pools = [servers, { ...workers, labels: { tier: 'front' } }];
    expect(planOf({ pools })).toEqual({
      changes: [
        { pool: 'a', field: 'labels', class: 'in-place', text: 'Nodes get the labels. No machine is replaced.' },
      ],
      ...{ steps: [], expectedSeconds: 0, refused: [] },
    });
  });

  test('of the release restarts etcd one by one, then the workers; all machines stay (T16, T43, S2-005)', () => {
    const plan = planOf({ machines: ALL.toReversed(), spec: { kubernetesVersion: 'v1.32.3+rke2r1' } });
    expect(plan.steps.map(words)).toEqual([
      ...['restart servers-1', 'restart servers-2', 'restart servers-3'],
      ...['restart a-1', 'restart a-2'],
    ]);
    expect(plan.expectedSeconds).toBe(5 * 30);
  });

  test('of the API server’s certificate restarts servers only', () => {
    expect(stepsOf({ spec: { tlsSans: ['api.test'] } })).toEqual([
      ...['restart servers-1', 'restart servers-2', 'restart servers-3'],
    ]);
  });
});

describe('a machine that a person deletes', () => {
  test('is deleted before the new one is made, and the pool stays as it is (T29)', () => {
    expect(planOf({ deleted: ['a-1'] })).toMatchObject({ changes: [], refused: [] });
    expect(stepsOf({ deleted: ['a-1'] })).toEqual(['delete a-1', 'create 1 of a']);
  });

  test('may be a member of etcd that is not ready, but no other than this one (T31)', () => {
    const machines = ALL.map((one) => (one.name === 'servers-2' ? { ...one, isReady: false } : one));
    expect(stepsOf({ machines, deleted: ['servers-2'] })).toEqual(['delete servers-2', 'create 1 of servers']);
    expect(planOf({ machines, deleted: ['servers-1'] }).refused).toMatchObject([{ field: 'pools' }]);
  });
});

describe('a change that rolls', () => {
  test('replaces the machines of this pool only, the oldest first (T15, T24, S2-008, S2-009)', () => {
    const machines = [...machinesOf(servers), ...machinesOf(workers).reverse()];
    const plan = planOf({ machines, pools: [servers, { ...workers, rootVolume: { sizeGb: 50 } }] });
    expect(plan.steps.map(words)).toEqual(['replace a-1', 'replace a-2']);
    expect(plan.expectedSeconds).toBe(2 * 110);
    expect(plan.changes).toMatchObject([{ pool: 'a', field: 'root_volume', class: 'rolls-pool' }]);
  });

  test('goes through etcd one by one, control plane by its concurrency, then workers (T41, T43)', () => {
    const three = [
      aPool({ name: 'w', quantity: 4 }),
      aPool({ name: 'cp', roles: ['controlplane'], quantity: 3 }),
      aPool({ name: 'e', roles: ['etcd'], quantity: 3 }),
    ];
    const pools = three.map((pool) => ({ ...pool, rootVolume: { sizeGb: 50 } }));
    const wide = aPoolCluster(strategy('2', '50%'));
    expect(
      stepsOf({
        ...{ current: { spec: wide, pools: three }, wanted: { spec: wide, pools } },
        machines: three.flatMap((pool) => machinesOf(pool)),
      }),
    ).toEqual([
      ...['replace e-1', 'replace e-2', 'replace e-3'],
      ...['replace cp-1+cp-2', 'replace cp-3'],
      ...['replace w-1+w-2', 'replace w-3+w-4'],
    ]);
  });

  test('takes all workers at a time where the concurrency is 0 (T41)', () => {
    const pools = [servers, { ...workers, rootVolume: { sizeGb: 50 } }];
    expect(stepsOf({ pools, spec: strategy('1', '0') })).toEqual(['replace a-1+a-2']);
  });

  test('rounds a share of the machines up (T41)', () => {
    const three = { ...workers, quantity: 3 };
    const current = { spec: aPoolCluster(), pools: [servers, three] };
    const machines = [...machinesOf(servers), ...machinesOf(three)];
    const pools = [servers, { ...three, rootVolume: { sizeGb: 50 } }];
    expect(stepsOf({ current, machines, pools, spec: strategy('1', '50%') })).toEqual([
      ...['replace a-1+a-2', 'replace a-3'],
    ]);
  });

  test('leaves out machines that leave', () => {
    const pools = [servers, { ...workers, quantity: 1, rootVolume: { sizeGb: 50 } }];
    expect(stepsOf({ pools })).toEqual(['delete a-1', 'replace a-2']);
    const release = { kubernetesVersion: 'v1.32.3+rke2r1' };
    expect(stepsOf({ pools: [servers, { ...workers, quantity: 1 }], spec: release })).toEqual([
      ...['delete a-1', 'restart servers-1', 'restart servers-2', 'restart servers-3', 'restart a-2'],
    ]);
  });
});

describe('a change of numbers', () => {
  test('makes new machines at the same time (T22)', () => {
    const plan = planOf({ pools: [servers, { ...workers, quantity: 5 }] });
    expect(plan.steps).toEqual([{ kind: 'create', pool: 'a', count: 3 }]);
    expect(plan.expectedSeconds).toBe(100);
  });

  test('deletes workers at the same time, and members of etcd one by one, chosen ones first (T24, T29, T31)', () => {
    const pools = [{ ...servers, quantity: 1 }, { ...workers, quantity: 0 }, aPool({ name: 'b', quantity: 1 })];
    const machines = ALL.map((one) => (one.name === 'servers-3' ? { ...one, isChosen: true } : one));
    expect(stepsOf({ pools, machines })).toEqual([
      ...['create 1 of b', 'delete servers-3', 'delete servers-1', 'delete a-1+a-2'],
    ]);
  });

  test('deletes the machines of a pool that is no longer wanted, after new ones were made (T11)', () => {
    const plan = planOf({ pools: [servers, aPool({ name: 'b', quantity: 2 })] });
    expect(plan.steps.map(words)).toEqual(['create 2 of b', 'delete a-1+a-2']);
    expect(plan.changes).toMatchObject([
      { pool: 'a', text: 'The pool and its machines are deleted.' },
      { pool: 'b', text: 'A pool is added.' },
    ]);
  });

  test('is not undone by another change while the autoscaler has its own number (T27)', () => {
    const scaled = { ...workers, autoscaling: { min: 1, max: 5 } };
    const machines = [...machinesOf(servers), ...machinesOf({ ...scaled, quantity: 4 })];
    const current = { spec: aPoolCluster(), pools: [servers, scaled] };
    expect(stepsOf({ current, machines, pools: [servers, { ...scaled, labels: { a: 'b' } }] })).toEqual([]);
    const narrow = { ...scaled, autoscaling: { min: 1, max: 3 } };
    expect(stepsOf({ current, machines, pools: [servers, narrow] })).toEqual(['delete a-1']);
    // Without the autoscaler's bounds, the pool returns to the number of machines that the user has set.
    expect(stepsOf({ current, machines, pools: [servers, workers] })).toEqual(['delete a-1+a-2']);
  });
});

test('without a measured pace nobody knows how long machines take', () => {
  expect(planOf({ pace: undefined, pools: [servers, { ...workers, quantity: 5 }] }).expectedSeconds).toBeNull();
});
