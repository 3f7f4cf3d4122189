import { describe, expect, test } from 'vitest';
import { Invalid } from '#shared/errors';
import { aUuid } from '#test/builders/builders';
import { changedEnd, dueOfEnd, orderedEnd, type ResourceEnd } from './resource-end.ts';

const end = (date: string, warnedDays?: number): ResourceEnd => ({
  ...{ date, requestedByUuid: aUuid(), updatedAt: '2026-11-01T00:00:00.000Z' },
  ...(warnedDays !== undefined && { warnedDays }),
});

describe('an end date', () => {
  const rows: [string, ResourceEnd, now: string, ReturnType<typeof dueOfEnd>][] = [
    ['is far away', end('2026-12-24'), '2026-12-16T23:59:59Z', undefined],
    ['is warned of seven days before', end('2026-12-24'), '2026-12-17T00:00:00Z', { warnDays: 7 }],
    ['is warned of once', end('2026-12-24', 7), '2026-12-18T00:00:00Z', undefined],
    ['is warned of again a day before', end('2026-12-24', 7), '2026-12-23T00:00:00Z', { warnDays: 1 }],
    ['is warned of once then, too', end('2026-12-24', 1), '2026-12-23T12:00:00Z', undefined],
    ['that is set late is warned of once', end('2026-12-24'), '2026-12-23T12:00:00Z', { warnDays: 1 }],
    ['terminates when its day comes', end('2026-12-24', 1), '2026-12-24T00:00:00Z', 'terminate'],
    ['terminates when it was missed', end('2026-12-24'), '2026-12-31T00:00:00Z', 'terminate'],
  ];
  test.each(rows)('%s', (_what, given, now, expected) => {
    expect(dueOfEnd(given, new Date(now))).toEqual(expected);
  });

  test('is set by somebody, kept when it is the same, and removed', () => {
    const by = { byUuid: aUuid(), now: new Date('2026-12-01T10:00:00.000Z'), as: 'buyer' as const };
    const set = changedEnd(undefined, '2026-12-24', by);
    expect(set).toEqual({ date: '2026-12-24', requestedByUuid: by.byUuid, updatedAt: '2026-12-01T10:00:00.000Z' });
    const warned = end('2026-12-24', 7);
    expect(changedEnd(warned, '2026-12-24', by)).toBe(warned);
    expect(changedEnd(warned, undefined, by)).toBe(warned);
    expect(changedEnd(warned, '2026-12-25', by)?.warnedDays).toBeUndefined();
    expect(changedEnd(warned, null, by)).toBeUndefined();
  });

  test('of the provider or of staff is removed, or set later, only by them or by those above', () => {
    const now = new Date('2026-12-01T10:00:00.000Z');
    const as = (setter: 'buyer' | 'seller' | 'staff') => ({ byUuid: aUuid(), now, as: setter });
    const bySeller = changedEnd(undefined, '2026-12-24', as('seller'));
    const byStaff = changedEnd(bySeller, '2026-12-24', as('staff'));
    for (const date of [null, '2026-12-25']) {
      expect(() => changedEnd(bySeller, date, as('buyer'))).toThrow(Invalid);
      expect(() => changedEnd(byStaff, date, as('seller'))).toThrow(Invalid);
      expect(changedEnd(bySeller, date, as('staff'))?.date).toBe(date ?? undefined);
    }
    const earlier = changedEnd(byStaff, '2026-12-10', as('buyer'));
    expect(earlier?.date).toBe('2026-12-10');
    expect(() => changedEnd(earlier, null, as('buyer'))).toThrow(Invalid);
    expect(changedEnd(earlier, '2026-12-24', as('buyer'))?.date).toBe('2026-12-24');
  });

  test('may be today, and not before', () => {
    const by = { byUuid: aUuid(), now: new Date('2026-12-01T10:00:00.000Z'), as: 'buyer' as const };
    expect(changedEnd(undefined, '2026-12-01', by)?.date).toBe('2026-12-01');
    expect(() => changedEnd(undefined, '2026-11-30', by)).toThrow(Invalid);
    expect(orderedEnd('2026-12-01', by)).toEqual(changedEnd(undefined, '2026-12-01', by));
    expect(orderedEnd(undefined, by)).toBeUndefined();
    expect(() => orderedEnd('2026-11-30', by)).toThrow(Invalid);
  });
});
