import { describe, expect, test } from 'vitest';
import type { StoredPool } from '#shared/domain/clusters/machine-pools';
import type { Stall } from '#shared/domain/clusters/waits/stall';
import { aMachinePools, aPool, aShownMachine } from '#test/builders/pool-builders';
import { compare, made, NOW } from '#test/observed-cluster';
import { poolDrift } from './pool-drift.ts';

const stall: Stall = {
  ...{ code: 'QUOTA_EXCEEDED', owner: 'user', retryable: true, message: 'No room.', nextStep: 'Delete a server.' },
};
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const workers = (fields: Partial<StoredPool>) => {
  const pools = aMachinePools([aPool()]);
  return { ...pools, pools: pools.pools.map((pool) => ({ ...pool, ...fields })) };
};

describe('a pool differs from what is wanted', () => {
  test('if it is stalled, with what helps (D3)', () => {
    const message = 'No room. Delete a server.';
    expect(poolDrift(workers({ stall, unhealthySince: ago(60) }), NOW)).toEqual([
      { kind: 'POOL_STALLED', name: 'workers', message },
    ]);
  });

  test('if machines are away for longer than a new one takes, and not before (T35)', () => {
    const kinds = (minutes: number) =>
      poolDrift(workers({ unhealthySince: ago(minutes) }), NOW).map(({ kind }) => kind);
    expect([kinds(19), kinds(20)]).toEqual([[], ['POOL_NOT_HEALTHY']]);
  });

  test('not if it is as wanted, or if there are no pools', () => {
    expect([poolDrift(workers({}), NOW), poolDrift(undefined, NOW)]).toEqual([[], []]);
  });
});

describe('the check of a cluster with pools', () => {
  const deployment = { poolName: 'workers', templateName: 't-1', desired: 3, replicas: 3, upToDate: 3 };
  const machine = aShownMachine({ nodeName: 'm-1', flavorId: 'f-1' });
  const flavors = [{ id: 'f-1', vcpus: 4, ramMb: 8192 }];
  const seen = (available: number) => ({ machines: [machine], deployments: [{ ...deployment, available }], flavors });
  const known = made(0, 0);
  const checked = (cluster: typeof known.cluster, pools: ReturnType<typeof seen> | undefined, now = NOW) =>
    compare({ ...known, cluster, observation: { ...known.observation, ...(pools && { pools }) } }, now).cluster;
  const pooled = { ...known.cluster, machinePools: workers({}) };

  test('takes in the machines that Rancher has, and writes nothing the next time (S2-014)', () => {
    const first = checked(pooled, seen(3));
    expect(first.machinePools?.pools[0]?.running).toMatchObject({ count: 1, vcpus: 4 });
    expect(first.drift).toEqual([]);
    expect(checked(first, seen(3), new Date(NOW.getTime() + 86_400_000))).toBe(first);
  });

  test('shows a pool that stays unhealthy, with the time from which it was (T35)', () => {
    const first = checked(pooled, seen(2));
    const later = checked(first, seen(2), new Date(NOW.getTime() + 30 * 60_000));
    expect(later.drift).toMatchObject([{ kind: 'POOL_NOT_HEALTHY', name: 'workers', since: NOW.toISOString() }]);
    expect(checked(later, seen(3), new Date(NOW.getTime() + 31 * 60_000)).drift).toEqual([]);
  });

  test('keeps pools as they are while Rancher does not show them', () => {
    const first = checked(pooled, seen(3));
    expect(checked(first, undefined).machinePools).toEqual(first.machinePools);
  });

  test('goes on after a change of pools that has failed, and leaves its failure (D3)', () => {
    const { nextStep, ...said } = stall;
    const lastError = { ...said, step: 'watch.watchPools', at: ago(1) };
    const failed = {
      ...pooled,
      state: 'ERRED' as const,
      poolChange: { rolling: [], rolled: 0, chosen: [], deleted: [], forced: [] },
      lastError,
    };
    const after = checked(failed, seen(3));
    expect([after.state, after.lastError]).toEqual(['ERRED', lastError]);
    expect(after.machinePools?.pools[0]?.running?.count).toBe(1);
  });
});
