import { describe, expect, it } from 'vitest';
import { aResource } from '#test/builders/builders';
import type { ComponentType } from '../marketplace/prices/plan-prices.ts';
import {
  begunUsage,
  costText,
  hoursText,
  isOverdue,
  type MeteredUsage,
  measuredAt,
  monthRollover,
  withRate,
} from './component-usage.ts';

const resource = aResource();
const at = (text: string): Date => new Date(`2026-${text}Z`);
const begun = (rate: number, since: string, type: ComponentType = 'cpu_hours'): MeteredUsage =>
  begunUsage(resource, { type, rate, since: at(since), now: at(since) });

describe('what is used', () => {
  it('is the amount times the duration: 90 minutes of 4 vCPUs are 6 hours', () => {
    expect(hoursText(begun(4, '11-10T10:00:00'), at('11-10T11:30:00'))).toBe('6.00');
  });

  it.each(['ram_hours', 'storage_hours'] as const)('counts GB of 1024 MB (%s)', (type) => {
    expect(hoursText(begun(1536, '11-10T10:00:00', type), at('11-10T12:00:00'))).toBe('3.00');
  });

  it('belongs to one month; later usage belongs to the next', () => {
    const usage = begun(2, '11-30T22:00:00');
    expect(hoursText(usage, at('12-05T00:00:00'))).toBe('4.00');
    expect(measuredAt(usage, at('12-05T00:00:00'))).toEqual(at('11-30T23:59:59.999'));
  });

  it('never shrinks, whatever the clock (R-9-143)', () => {
    const usage = withRate(begun(4, '11-10T10:00:00'), 8, at('11-10T11:00:00'));
    expect(hoursText(usage, at('11-10T10:30:00'))).toBe('4.00');
    expect(hoursText(withRate(usage, 0, at('11-10T10:30:00')), at('11-10T12:00:00'))).toBe('4.00');
    expect(hoursText(withRate(usage, 4, at('11-10T10:30:00')), at('11-10T12:00:00'))).toBe('8.00');
  });

  it('is the sum over all amounts, however often they changed', () => {
    const grown = withRate(begun(4, '11-10T10:00:00'), 8, at('11-10T11:00:00'));
    const ended = withRate(grown, 0, at('11-10T11:15:00'));
    expect(hoursText(ended, at('11-20T00:00:00'))).toBe('6.00');
    expect(measuredAt(ended, at('11-20T00:00:00'))).toEqual(at('11-10T11:15:00'));
    expect(ended.version).toBe(2);
  });

  it('is exact beyond the precision of numbers', () => {
    const storage = begun(3_500_000_001, '11-01T00:00:00', 'storage_hours');
    expect(withRate(storage, 0, at('11-30T23:59:59.999')).settled).toBe('9071999999091999999');
  });
});

describe('the cost of a usage', () => {
  const priced = (price: string, rate: number, type: ComponentType = 'cpu_hours') =>
    begunUsage(resource, {
      type,
      rate,
      since: at('11-10T10:00:00'),
      now: at('11-10T10:00:00'),
      prices: { [type]: price },
    });

  it.each([
    ['0.02', 4, 'cpu_hours', '0.12'],
    ['0.0125', 1536, 'ram_hours', '0.03'],
    ['999999999999.9999999999', 1, 'cpu_hours', '1500000000000.00'],
  ] as const)('is hours times price: at %s of %i pieces (%s) for 90 minutes %s', (price, rate, type, cost) => {
    expect(costText(priced(price, rate, type), at('11-10T11:30:00'))).toBe(cost);
  });

  it('is zero for a component without a price, and unknown if there were no prices yet', () => {
    const unnamed = begunUsage(resource, {
      type: 'cpu_hours',
      rate: 4,
      since: at('11-10T10:00:00'),
      now: at('11-10T10:00:00'),
      prices: {},
    });
    expect(costText(unnamed, at('11-10T11:00:00'))).toBe('0.00');
    expect(costText(begun(4, '11-10T10:00:00'), at('11-10T11:00:00'))).toBeUndefined();
  });

  it('keeps its price for the month, and takes the new one with the next', () => {
    const more = withRate(priced('0.02', 4), 8, at('11-10T11:00:00'));
    const { ended, begun: next } = monthRollover(more, at('12-01T01:00:00'), { cpu_hours: '0.03' });
    expect([more.price, ended.price, next.price]).toEqual(['0.02', '0.02', '0.03']);
  });
});

describe('the end of a month', () => {
  const now = at('12-03T05:00:00');
  const { ended, begun: next } = monthRollover(begun(3, '11-30T20:00:00'), now);

  it('divides a running usage exactly, however late it is noticed', () => {
    expect([ended.billingPeriod, hoursText(ended, now)]).toEqual(['2026-11', '12.00']);
    expect([next.billingPeriod, hoursText(next, now)]).toEqual(['2026-12', '159.00']);
  });

  it('leaves open only usages of a month that is over', () => {
    expect([isOverdue(ended, now), isOverdue(next, now), isOverdue(next, new Date('2027-01-01T00:00:00Z'))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('makes the same record, whoever does it', () => {
    const other = monthRollover(begun(3, '11-30T20:00:00'), at('12-04T00:00:00')).begun;
    expect([other.uuid, other.resourceUuid, other.since]).toEqual([next.uuid, resource.uuid, next.since]);
    expect(next.uuid).not.toBe(ended.uuid);
  });
});
