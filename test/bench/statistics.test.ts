import { expect, test } from 'vitest';
import { lineThrough, median, percentile, sum } from './statistics.ts';

test('a percentile is one of the values: the smallest that so many do not exceed', () => {
  const values = [50, 10, 40, 20, 30];
  expect(median(values)).toBe(30);
  expect(percentile(values, 0.95)).toBe(50);
  expect(percentile(values, 0.2)).toBe(10);
  expect(percentile(values, 0)).toBe(10);
  expect(() => median([])).toThrow(RangeError);
});

test('a line is given by what there is of it without any unit, and by what each unit adds', () => {
  const points = [1, 6, 21].map((x) => ({ x, y: 40 + 5 * x }));
  expect(lineThrough(points)).toEqual({ fixed: 40, perUnit: 5 });
  expect(() => lineThrough([{ x: 1, y: 2 }])).toThrow(RangeError);
});

test('a sum of nothing is 0', () => {
  expect(sum([])).toBe(0);
  expect(sum([1, 2, 3.5])).toBe(6.5);
});
