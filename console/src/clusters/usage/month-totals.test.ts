import { expect, test } from 'vitest';
import { barLengths, monthTotals } from './month-totals.ts';

const usage = (billing_period: string, name: string, cost: string | null) => ({
  ...{ billing_period, name, measured_unit: 'hours', usage: '10', cost, currency: 'EUR' },
});

test('parts of a month are one row, and the newest month is the first', () => {
  const usages = [usage('2026-10-01', 'CPU', '4'), usage('2026-11-01', 'CPU', '1.5'), usage('2026-11-01', 'RAM', '0')];
  expect(monthTotals(usages)).toEqual([
    { month: '2026-11', lines: ['CPU: 10 hours', 'RAM: 10 hours'], cost: 1.5, currency: 'EUR' },
    { month: '2026-10', lines: ['CPU: 10 hours'], cost: 4, currency: 'EUR' },
  ]);
});

test('a month with a part without a price has no cost', () => {
  const usages = [usage('2026-11-01', 'CPU', '1.5'), usage('2026-11-01', 'RAM', null)];
  expect(monthTotals(usages)).toMatchObject([{ month: '2026-11', cost: null }]);
});

test('the longest bar is the most expensive month, and without cost there is no bar', () => {
  const month = (cost: number | null) => ({ month: '2026-11', lines: [], cost, currency: 'EUR' });
  expect([barLengths([month(1), month(4)]), barLengths([month(0), month(null)]), barLengths([])]).toEqual([
    [25, 100],
    [0, 0],
    [],
  ]);
});
