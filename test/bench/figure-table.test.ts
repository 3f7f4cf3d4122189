import { expect, test } from 'vitest';
import { resultOf } from './figure.ts';
import { figureTable } from './figure-table.ts';

const MEASURED = { command: 'npm run bench', commit: 'abc1234' };

test('a figure says whether its target is met, and has none where there is none', () => {
  expect(resultOf({ name: 'a', value: 9.999, unit: 'ms', atMost: 10 }, MEASURED)).toEqual({
    name: 'a',
    value: 10,
    unit: 'ms',
    target: 10,
    met: true,
    ...MEASURED,
  });
  expect(resultOf({ name: 'a', value: 10.1, unit: 'ms', atMost: 10 }, MEASURED)).toMatchObject({ met: false });
  expect(resultOf({ name: 'a', value: 12_345.6, unit: 'ms' }, MEASURED)).toMatchObject({
    value: 12_346,
    target: null,
    met: null,
  });
});

test('the table has numbers to the right, targets, and a word for what was missed', () => {
  const figures = [
    { name: 'list page', value: 12, unit: 'ms', atMost: 10, waldur: '145 ms' },
    { name: 'calls', value: 3, unit: 'calls', atMost: 3 },
    { name: 'deep page', value: 250, unit: 'ms', note: 'page 100' },
  ];
  expect(figureTable(figures).split('\n')).toEqual([
    'figure     value  unit   target  met     Waldur  note',
    'list page     12  ms      <= 10  MISSED  145 ms',
    'calls          3  calls    <= 3  yes',
    'deep page    250  ms                             page 100',
  ]);
});
