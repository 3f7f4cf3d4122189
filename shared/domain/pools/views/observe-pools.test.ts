import { describe, expect, test } from 'vitest';
import { aMachinePools, aPool, aShownMachine } from '#test/builders/pool-builders';
import { observePools, type SeenPools } from './observe-pools.ts';

const NOW = new Date('2026-11-26T08:00:00Z');
const known = aMachinePools([aPool({ quantity: 1 })]);
const seenWith = (machines: SeenPools['machines'], replicas = 1): SeenPools => ({
  machines,
  deployments: [
    { poolName: 'workers', templateName: 't-1', desired: 1, replicas, upToDate: replicas, available: replicas },
  ],
});
const failed = (name: string) => aShownMachine({ name, failure: 'Quota exceeded' });

test('names of machines and of their servers are kept, also when the machines are gone (S2-001)', () => {
  const first = observePools(known, seenWith([aShownMachine({ name: 'm-1', serverName: 's-1' })]), NOW);
  const later = observePools(first, seenWith([aShownMachine({ name: 'm-2', serverName: 'm-2' })]), NOW);
  expect(later.machineNames).toEqual(['m-1', 's-1', 'm-2']);
});

test('five machines that could not be created stall a pool, which stays so when they are gone (D3)', () => {
  const names = ['m-1', 'm-2', 'm-3', 'm-4', 'm-5'];
  const seen = names.reduce((pools, name) => observePools(pools, seenWith([failed(name)]), NOW), known);
  expect(seen.pools[0]?.stall).toMatchObject({ code: 'QUOTA_EXCEEDED', owner: 'user' });
  const after = observePools(seen, seenWith([]), NOW);
  expect(after.pools[0]?.stall).toEqual(seen.pools[0]?.stall);
});

test('a number that a person has set belongs to the autoscaler once Rancher has reached it (T27)', () => {
  const due = { ...known, pools: known.pools.map((pool) => ({ ...pool, isQuantityDue: true })) };
  expect(observePools(due, seenWith([], 0), NOW).pools[0]?.isQuantityDue).toBe(true);
  expect(observePools(due, seenWith([], 1), NOW).pools[0]?.isQuantityDue).toBeUndefined();
});

describe('a pool is unhealthy', () => {
  const LATER = new Date('2026-11-26T08:05:00Z');
  const since = (pools: typeof known) => pools.pools[0]?.unhealthySince;

  test('since the first observation that misses a ready machine, until one finds all (T35)', () => {
    const first = observePools(known, seenWith([], 0), NOW);
    const second = observePools(first, seenWith([], 0), LATER);
    expect([since(first), since(second)]).toEqual([NOW.toISOString(), NOW.toISOString()]);
    expect(since(observePools(second, seenWith([], 1), LATER))).toBeUndefined();
  });

  test('if Rancher has made nothing of it, but not while it is paused (T35)', () => {
    const nothing: SeenPools = { machines: [], deployments: [] };
    expect(since(observePools(known, nothing, NOW))).toBe(NOW.toISOString());
    const paused = aMachinePools([aPool({ paused: true })]);
    expect(since(observePools(paused, nothing, NOW))).toBeUndefined();
  });
});

test('an observation that finds nothing new changes nothing (S2-014)', () => {
  const machine = aShownMachine({ nodeName: 'm-1', flavorId: 'f-1' });
  const seen = { ...seenWith([machine]), flavors: [{ id: 'f-1', vcpus: 4, ramMb: 8192 }] };
  const first = observePools(known, seen, NOW);
  expect(first.pools[0]?.running).toMatchObject({ count: 1, vcpus: 4 });
  expect(observePools(first, seenWith([machine]), new Date('2026-11-26T09:00:00Z'))).toEqual(first);
});
