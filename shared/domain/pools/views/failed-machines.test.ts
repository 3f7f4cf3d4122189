import { describe, expect, test } from 'vitest';
import type { FailedMachines } from '../../clusters/machine-pools.ts';
import { countFailed, poolStall, type SeenCreation } from './failed-machines.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const POOL = { name: 'workers', quantity: 1 };
const failing = (name: string, failure = 'Quota exceeded for instances'): SeenCreation => ({
  ...{ name, isReady: false, createdAt: NOW.toISOString(), failure },
});
const count = (before: FailedMachines | undefined, machines: SeenCreation[], configName = 'nc-1') =>
  countFailed(before, { configName, machines }, NOW);
/** Observes each failed machine separately, because Rancher creates the machines one after the other. */
const afterFailures = (names: string[], failure?: string) =>
  names.reduce<FailedMachines | undefined>((before, name) => count(before, [failing(name, failure)]), undefined);
const FIVE = ['m-1', 'm-2', 'm-3', 'm-4', 'm-5'];

describe('machines that Rancher cannot create', () => {
  test('stall their pool after five, with what helps (T53, D3)', () => {
    expect(poolStall(POOL, afterFailures(FIVE.slice(0, 4)))).toBeUndefined();
    expect(poolStall(POOL, afterFailures(FIVE))).toEqual({
      ...{ code: 'QUOTA_EXCEEDED', owner: 'user', retryable: true },
      message: 'Rancher could not create 5 machines of pool workers. The last error: Quota exceeded for instances',
      nextStep: 'Delete what is not needed in the tenant, or have its quota raised. Then resume the pool.',
    });
  });

  test('count once each, however often they are seen (T53)', () => {
    const once = count(undefined, [failing('m-1')]);
    expect(count(once, [failing('m-1')])).toEqual(once);
    expect(count(once, [])).toEqual(once);
  });

  test('stall a large pool after two rounds (T53)', () => {
    const names = Array.from({ length: 12 }, (_, index) => `m-${index}`);
    const large = { name: 'workers', quantity: 6 };
    expect(poolStall(large, afterFailures(names.slice(0, 11)))).toBeUndefined();
    expect(poolStall(large, afterFailures(names))).toBeDefined();
  });

  test('are forgotten when the pool changes, or a later machine is ready (T53)', () => {
    const failed = afterFailures(FIVE);
    expect(count(failed, [], 'nc-2')).toBeUndefined();
    expect(count(failed, [failing('m-6')], 'nc-2')).toMatchObject({ names: ['m-6'] });
    const ready = { name: 'm-6', isReady: true, createdAt: '2026-03-01T12:05:00.000Z' };
    expect(count(failed, [ready])).toBeUndefined();
    // A ready machine from before the failures does not clear them.
    expect(count(failed, [{ ...ready, createdAt: '2026-01-01T00:00:00.000Z' }])).toEqual(failed);
  });

  test('are remembered if a machine of the same second is ready: Kubernetes shows whole seconds', () => {
    const later = new Date('2026-03-01T12:00:00.790Z');
    const failed = countFailed(undefined, { configName: 'nc-1', machines: [failing('m-1')] }, later);
    const ready = { name: 'm-0', isReady: true, createdAt: '2026-03-01T12:00:00Z' };
    expect(count(failed, [ready])).toEqual(failed);
  });

  test.each([
    ['No valid host was found', 'RESOURCES_DEPLETED', 'provider'],
    ['The request you have made requires authentication (HTTP 401)', 'UNAUTHORIZED', 'operator'],
    ['Unable to find flavor named m1.large', 'CONFIGURATION', 'user'],
    ['timeout waiting for ssh', 'RESOURCES_DEPLETED', 'provider'],
    ['', 'RESOURCES_DEPLETED', 'provider'],
  ])('by "%s" stall with %s, for the %s (D3)', (failure, code, owner) => {
    expect(poolStall(POOL, afterFailures(FIVE, failure))).toMatchObject({ code, owner });
  });
});
