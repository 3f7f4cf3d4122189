import { describe, expect, test } from 'vitest';
import type { StoredPool } from '#shared/domain/clusters/machine-pools';
import { aMachinePools } from '#test/builders/pool-builders';
import { amendedPools, amendmentsAfter } from './amended-pools.ts';

const stall: StoredPool['stall'] = {
  ...{ code: 'QUOTA_EXCEEDED', owner: 'user', retryable: true, message: 'No room.', nextStep: 'Wait.' },
};
const pools = aMachinePools();
const withFields = (fields: Partial<StoredPool>) => ({
  ...pools,
  pools: pools.pools.map((pool) => (pool.spec.name === 'workers' ? { ...pool, ...fields } : pool)),
});

describe('an observation', () => {
  test.each([
    ['that finds nothing new', {}, {}, undefined],
    ['that finds a stall', {}, { stall }, { paused: ['workers'], released: [] }],
    ['that finds a known stall', { stall }, { stall }, undefined],
    ['that finds a number reached', { isQuantityDue: true }, {}, { paused: [], released: ['workers'] }],
    ['that finds a number not yet reached', { isQuantityDue: true }, { isQuantityDue: true }, undefined],
  ])('%s amends Rancher’s pools accordingly (D3, T27)', (_what, before, after, amended) => {
    expect(amendmentsAfter(withFields(before), withFields(after))).toEqual(amended);
  });
});

describe('pools in Rancher', () => {
  const servers = { name: 'servers', quantity: 3, unknown: { kept: true } };
  const workers = { name: 'workers', quantity: 2, labels: { tier: 'blue' }, paused: false };

  test('are paused by name, and nothing else of them changes (D3)', () => {
    const amended = amendedPools([servers, workers], { paused: ['workers'], released: [] });
    expect(amended).toEqual([servers, { ...workers, paused: true }]);
  });
  test('lose the number that belongs to the autoscaler (T27)', () => {
    const { quantity, ...scaled } = workers;
    expect(amendedPools([servers, workers], { paused: [], released: ['workers'] })).toEqual([servers, scaled]);
  });
  test.each([
    ['if they are so already', [{ name: 'workers', paused: true }]],
    ['if the pool is gone', [servers]],
    ['if there are no pools', null],
  ])('are not written %s', (_what, written) => {
    expect(amendedPools(written, { paused: ['workers'], released: ['workers'] })).toBeUndefined();
  });
});
