import { describe, expect, test } from 'vitest';
import { aMachinePools, aPool, aServerPool, aShownMachine } from '#test/builders/pool-builders';
import { type ExpectedPools, poolsText, poolsVerdict, type WatchedPools } from './pools-verdict.ts';

const { pools } = aMachinePools([aServerPool({ quantity: 1 }), aPool({ quantity: 2 })]);
const expected: ExpectedPools = {
  pools,
  configNames: new Map([
    ['servers', 'c-s'],
    ['workers', 'c-w'],
  ]),
  templateConfigs: new Map([
    ['t-s', 'c-s'],
    ['t-w', 'c-w'],
    ['t-old', 'c-old'],
  ]),
};
const deployment = (poolName: string, count: number, fields: object = {}) => ({
  ...{ poolName, templateName: poolName === 'servers' ? 't-s' : 't-w' },
  ...{ desired: count, replicas: count, upToDate: count, available: count, ...fields },
});
const machine = (poolName: string, fields: object = {}) => aShownMachine({ poolName, nodeName: 'n', ...fields });
const done: WatchedPools = {
  ...{ state: 'active', message: '' },
  machines: [machine('servers', { roles: ['etcd', 'controlplane'] }), machine('workers'), machine('workers')],
  deployments: [deployment('servers', 1), deployment('workers', 2)],
};
const TIME = { waitedMs: 0, deadlineMs: 60_000 };
const workersAre = (fields: object): WatchedPools => ({
  ...done,
  deployments: [deployment('servers', 1), deployment('workers', 2, fields)],
});

test('the wait is over when all pools are as wanted and the cluster is active (S2-001)', () => {
  expect(poolsVerdict(expected, done, TIME)).toEqual({ kind: 'ready' });
  expect(poolsText(expected, done)).toBe('Waiting for the cluster to become active');
});

describe('it goes on', () => {
  const waits: [what: string, seen: WatchedPools, text: string][] = [
    ['while the cluster is not active', { ...done, state: 'provisioning' }, 'Waiting for the cluster to become active'],
    ['for a machine that is missing', workersAre({ available: 1 }), 'Waiting for machines: 1 to become ready.'],
    ['for a machine of the old template', workersAre({ upToDate: 1 }), 'Waiting for machines: 1 to be replaced.'],
    [
      'for a machine that is being deleted',
      { ...done, machines: [...done.machines, machine('workers', { isBeingDeleted: true })] },
      'Waiting for machines: 1 to be deleted.',
    ],
    [
      'for machines of a pool that is no longer wanted',
      { ...done, machines: [...done.machines, machine('gone')] },
      'Waiting for machines: 1 to be deleted.',
    ],
    [
      'until Rancher has taken the wanted machines',
      workersAre({ templateName: 't-old' }),
      'Waiting for Rancher to accept the pools',
    ],
  ];
  test.each(waits)('%s (S2-001, S2-008)', (_what, seen, text) => {
    expect(poolsVerdict(expected, seen, TIME)).toEqual({ kind: 'waiting' });
    expect(poolsText(expected, seen)).toBe(text);
  });

  test('and says which role Rancher waits for (T44)', () => {
    const seen = { ...workersAre({ available: 0 }), machines: done.machines.slice(0, 1) };
    expect(poolsText(expected, seen)).toContain('a machine with each of these roles has registered: worker');
  });
});

test('a paused pool is not waited for (T28)', () => {
  const paused = pools.map((pool) => ({ ...pool, spec: { ...pool.spec, paused: true } }));
  expect(poolsVerdict({ ...expected, pools: paused }, workersAre({ available: 0 }), TIME)).toEqual({ kind: 'ready' });
});

test('an autoscaled pool has the number that the autoscaler has chosen (T27)', () => {
  const scaled = pools.map((pool) =>
    pool.spec.name === 'workers' ? { ...pool, spec: { ...pool.spec, autoscaling: { min: 1, max: 5 } } } : pool,
  );
  const seen = { ...done, deployments: [deployment('servers', 1), deployment('workers', 4)] };
  expect(poolsVerdict({ ...expected, pools: scaled }, seen, TIME)).toEqual({ kind: 'ready' });
});

test('a stalled pool ends the wait with its cause and the next step (D3)', () => {
  const stall = {
    ...{ code: 'QUOTA_EXCEEDED' as const, owner: 'user' as const, retryable: true },
    ...{ message: 'No room.', nextStep: 'Delete something.' },
  };
  const stalled = pools.map((pool) => ({ ...pool, stall }));
  expect(poolsVerdict({ ...expected, pools: stalled }, done, TIME)).toEqual({
    ...{ kind: 'failed', error: 'BackendQuotaExceeded', message: 'No room. Delete something.' },
  });
});

test('the deadline ends the wait and says what is missing (S2-001)', () => {
  const late = { waitedMs: 60_000, deadlineMs: 60_000 };
  const seen = { ...workersAre({ available: 1 }), state: 'provisioning', message: 'waiting for etcd' };
  expect(poolsVerdict(expected, seen, late)).toEqual({
    ...{ kind: 'failed', error: 'BootstrapTimeout' },
    message:
      'The machine pools did not reach their wanted state within 60 s. Waiting for machines: 1 to become ready. The cluster is provisioning: waiting for etcd.',
  });
});
