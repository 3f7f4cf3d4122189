import { expect, test } from 'vitest';
import { anOfferedCloud, someManagedAttributes, someManagedOptions } from '#test/builders/managed-inputs';
import { expandedLimits } from './expanded-quotas.ts';
import { managedMachines } from './managed-machines.ts';
import { machineLimits } from './tenant-quotas.ts';

const C = 4;
const R = 8192;

test('limits grow as far as more machines need, and limits that suffice stay (R-9b-W3)', () => {
  const limits = { cores: 2 * C, ram: R, storage: 20_480 };
  const used = { cores: C, ram: R, storage: 20_480 };
  expect(expandedLimits(limits, used, { cores: C, ram: R, storage: 20_480 + 20_480 })).toEqual({
    cores: 2 * C,
    ram: 2 * R,
    storage: 61_440,
  });
});

test('nothing changes if all limits suffice (R-9b-W3)', () => {
  const limits = { cores: 2 * C, ram: 2 * R, storage: 40_960 };
  expect(expandedLimits(limits, { cores: C, ram: R, storage: 20_480 }, { cores: C, ram: R, storage: 20_480 })).toBe(
    undefined,
  );
});

test('a volume type without a limit in the tenant gets one', () => {
  const limits = { cores: 9, ram: 9, gigabytes_ssd: 1024 };
  const used = { cores: 0, ram: 0, gigabytes_ssd: 1024 };
  expect(expandedLimits(limits, used, { cores: 1, ram: 1, gigabytes_hdd: 2048 })).toEqual({
    ...limits,
    gigabytes_hdd: 2048,
  });
});

test('limits that the machines do not use stay, even if exceeded, and unlimited ones get none', () => {
  const used = { cores: 90, ram: 9, storage: 9 };
  expect(expandedLimits({ cores: -1, ram: 5, storage: 10 }, used, { cores: 1, ram: 0, storage: 1 })).toBeUndefined();
});

test('one more worker needs what the order’s workers needed', () => {
  const { worker } = managedMachines(someManagedAttributes(), someManagedOptions());
  expect(machineLimits(worker, { vcpus: 4, ramMb: 8192 }, anOfferedCloud(), 1)).toEqual({
    cores: 4,
    ram: 8192,
    storage: 150 * 1024,
  });
});
