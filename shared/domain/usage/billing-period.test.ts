import { describe, expect, it } from 'vitest';
import { endOf, periodOf, startOf } from './billing-period.ts';

describe('a billing period', () => {
  it.each([
    ['2026-11-30T23:59:59.999Z', '2026-11'],
    ['2026-12-01T00:00:00.000Z', '2026-12'],
    ['2026-12-31T23:59:59.999Z', '2026-12'],
    ['2027-01-01T00:00:00.000Z', '2027-01'],
  ])('has %s in %s, in any time zone of the machine', (at, period) => {
    expect(periodOf(new Date(at))).toBe(period);
  });

  it.each([
    ['2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ])('%s ends where the next begins', (period, start, end) => {
    expect([startOf(period).toISOString(), endOf(period).toISOString()]).toEqual([start, end]);
  });
});
