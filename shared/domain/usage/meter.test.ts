import { describe, expect, it } from 'vitest';
import { aResource } from '#test/builders/builders';
import { NOTHING } from '../marketplace/prices/footprint.ts';
import { hoursText } from './component-usage.ts';
import { metered } from './meter.ts';

const resource = aResource();
const CLUSTER = { vcpus: 12, ramMb: 24_576, storageMb: 204_800 };
const start = new Date('2026-11-10T10:00:00Z');
const later = new Date('2026-11-10T12:00:00Z');
const first = metered([], resource, CLUSTER, { now: start }).inserted;

describe('metering a resource', () => {
  it('starts one usage for each component, in whole units (R-9-117)', () => {
    expect(first.map(({ type, rate }) => [type, rate])).toEqual([
      ['cpu_hours', 12],
      ['ram_hours', 24_576],
      ['storage_hours', 204_800],
    ]);
  });

  it('writes nothing without a change', () => {
    expect(metered(first, resource, CLUSTER, { now: later })).toEqual({ replaced: [], inserted: [] });
    expect(metered([], resource, NOTHING, { now: later })).toEqual({ replaced: [], inserted: [] });
  });

  it('writes only the components that change (R-9-125)', () => {
    const { replaced, inserted } = metered(first, resource, { ...CLUSTER, vcpus: 16 }, { now: later });
    expect(inserted).toEqual([]);
    expect(replaced.map(({ type, rate }) => [type, rate])).toEqual([['cpu_hours', 16]]);
    expect(replaced.map((usage) => hoursText(usage, later))).toEqual(['24.00']);
  });

  it('continues in the same month after a pause, and in a new record after the month', () => {
    const stopped = metered(first, resource, NOTHING, { now: later }).replaced;
    expect(stopped.map(({ rate }) => rate)).toEqual([0, 0, 0]);
    expect(metered(stopped, resource, CLUSTER, { now: later }).replaced).toHaveLength(3);
    const next = metered(stopped, resource, CLUSTER, { now: new Date('2026-12-02T00:00:00Z') });
    expect([next.replaced.length, next.inserted.map(({ billingPeriod }) => billingPeriod)]).toEqual([
      0,
      ['2026-12', '2026-12', '2026-12'],
    ]);
  });

  it('stays in the month that has begun, for a clock that is behind', () => {
    const december = metered([], resource, CLUSTER, { now: new Date('2026-12-01T00:00:00Z') }).inserted;
    const behind = metered([...first, ...december], resource, NOTHING, { now: new Date('2026-11-30T23:59:59.990Z') });
    expect([behind.inserted, behind.replaced.map(({ billingPeriod, settled }) => [billingPeriod, settled])]).toEqual([
      [],
      [
        ['2026-12', '0'],
        ['2026-12', '0'],
        ['2026-12', '0'],
      ],
    ]);
  });
});
