import { expect, test } from 'vitest';
import { aMachinePools, aPool, aShownMachine } from '#test/pool-builders';
import { observePools, type SeenPools } from './observe-pools.ts';

const NOW = new Date('2026-11-26T08:00:00Z');
const known = aMachinePools([aPool({ quantity: 1 })]);
const seenWith = (machines: SeenPools['machines'], replicas = 1): SeenPools => ({
  machines,
  deployments: [{ poolName: 'workers', replicas, templateName: 't-1' }],
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
