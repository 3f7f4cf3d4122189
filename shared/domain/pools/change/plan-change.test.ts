import { describe, expect, test } from 'vitest';
import { aPool, aPoolCluster, aServerPool, machinesOf, OFFERED } from '#test/pool-builders';
import type { PoolClusterSpec } from '../order/cluster-spec.ts';
import type { PoolSpec } from '../order/pool-spec.ts';
import type { ChangeFacts, MachineStep } from './change-plan.ts';
import { planChange } from './plan-change.ts';

const PACE = { createSeconds: 100, deleteSeconds: 10, restartSeconds: 30 };
const POOLS = [aServerPool(), aPool({ name: 'a', quantity: 2 })];
const ALL = POOLS.flatMap((pool) => machinesOf(pool));

function facts(
  fields: Partial<ChangeFacts> & { pools?: PoolSpec[]; spec?: Partial<PoolClusterSpec> } = {},
): ChangeFacts {
  const { pools = POOLS, spec = {}, ...others } = fields;
  const current = { spec: aPoolCluster(), pools: POOLS };
  return {
    current,
    wanted: { spec: aPoolCluster(spec), pools },
    machines: ALL,
    offered: OFFERED,
    pace: PACE,
    ...others,
  };
}
const [servers = aServerPool(), workers = aPool()] = POOLS;
const planOf = (fields: Parameters<typeof facts>[0]) => planChange(facts(fields));
/** Steps as texts: `replace servers-1`, `create 2 of a`. */
const words = (step: MachineStep): string =>
  step.kind === 'create' ? `create ${step.count} of ${step.pool}` : `${step.kind} ${step.machines.join('+')}`;
const stepsOf = (fields: Parameters<typeof facts>[0]) => planOf(fields).steps.map(words);
const strategy = (controlPlaneConcurrency: string, workerConcurrency: string) => ({
  upgradeStrategy: { ...aPoolCluster().upgradeStrategy, controlPlaneConcurrency, workerConcurrency },
});

test('an unchanged form has an empty plan, whatever the order of keys and the number of machines (T17, S2-013)', () => {
  const reversed = POOLS.map((pool) => Object.fromEntries(Object.entries(pool).reverse()) as PoolSpec);
  const empty = { changes: [], steps: [], expectedSeconds: 0, refused: [] };
  expect(planOf({ pools: reversed })).toEqual(empty);
  expect(planOf({ machines: ALL.slice(1) })).toEqual(empty);
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
    const plan = planOf({ spec: { kubernetesVersion: 'v1.32.3+rke2r1' } });
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

  test('leaves out machines that leave', () => {
    const pools = [servers, { ...workers, quantity: 1, rootVolume: { sizeGb: 50 } }];
    expect(stepsOf({ pools })).toEqual(['delete a-1', 'replace a-2']);
  });
});

describe('a change of numbers', () => {
  test('makes new machines at the same time (T22)', () => {
    const plan = planOf({ pools: [servers, { ...workers, quantity: 5 }] });
    expect(plan.steps).toEqual([{ kind: 'create', pool: 'a', count: 3 }]);
    expect(plan.expectedSeconds).toBe(100);
  });

  test('deletes the oldest workers at the same time, and members of etcd one by one (T24, T31)', () => {
    const pools = [{ ...servers, quantity: 1 }, { ...workers, quantity: 0 }, aPool({ name: 'b', quantity: 1 })];
    expect(stepsOf({ pools })).toEqual([
      ...['create 1 of b', 'delete servers-1', 'delete servers-2', 'delete a-1+a-2'],
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
  });
});

test('without a measured pace nobody knows how long machines take', () => {
  expect(planOf({ pace: undefined, pools: [servers, { ...workers, quantity: 5 }] }).expectedSeconds).toBeNull();
});

describe('a change is refused, and has no steps,', () => {
  const refused = (fields: Parameters<typeof facts>[0]) => {
    const plan = planOf(fields);
    expect([plan.steps, plan.expectedSeconds]).toEqual([[], null]);
    return plan.refused;
  };

  test('when it deletes the last machine of a role (D8, T23)', () => {
    expect(refused({ pools: [workers] })).toEqual([
      { field: 'pools', message: 'A cluster needs at least one machine with etcd.' },
      { field: 'pools', message: 'A cluster needs at least one machine with controlplane.' },
    ]);
    expect(refused({ pools: [{ ...servers, quantity: 0 }, workers] })).toContainEqual({
      ...{ pool: 'servers', field: 'quantity', message: 'Only a pool of workers may have no machine.' },
    });
  });

  test('when a field never changes (T37)', () => {
    const roles = { ...servers, roles: ['etcd', 'controlplane', 'worker'] as PoolSpec['roles'] };
    expect(refused({ pools: [roles, workers], spec: { dataDirectory: '/data' } })).toEqual([
      { field: 'data_directory', message: 'The directories of Kubernetes are chosen once. Order another cluster.' },
      {
        ...{ pool: 'servers', field: 'roles' },
        message: 'The roles of a machine never change. Add a pool with other roles and delete this one.',
      },
    ]);
  });

  test('when it touches members of etcd and one is away (D8)', () => {
    const machines = ALL.map((one) => (one.name === 'servers-2' ? { ...one, isReady: false } : one));
    const message = '2 of 3 members of etcd are ready. Wait for, or delete: servers-2.';
    expect(refused({ machines, pools: [{ ...servers, rootVolume: { sizeGb: 50 } }, workers] })).toEqual([
      { field: 'pools', message },
    ]);
    expect(refused({ machines, spec: { tlsSans: ['api.test'] } })).toEqual([{ field: 'pools', message }]);
    expect(planOf({ machines, pools: [servers, { ...workers, quantity: 5 }] }).refused).toEqual([]);
  });

  test('when it needs machines of a paused pool (T28)', () => {
    const paused = { ...workers, paused: true };
    expect(refused({ pools: [servers, { ...paused, quantity: 5 }] })).toEqual([
      {
        ...{ pool: 'a', field: 'paused' },
        message: 'Pool a is paused, and this change makes or deletes machines of it. Resume the pool first.',
      },
    ]);
    expect(planOf({ pools: [servers, paused] }).refused).toEqual([]);
  });
});
