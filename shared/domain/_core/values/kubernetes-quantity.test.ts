import { expect, test } from 'vitest';
import { parseMebibytes, parseQuantity } from './kubernetes-quantity.ts';

test.each([
  ['380m', 0.38],
  ['57m', 0.057],
  ['2', 2],
  ['0', 0],
  ['1.5', 1.5],
  ['.5', 0.5],
  ['3.', 3],
  ['+3', 3],
  ['-2', -2],
  ['100n', 1e-7],
  ['250u', 0.00025],
  ['4k', 4000],
  ['1M', 1_000_000],
  ['2G', 2e9],
  ['1T', 1e12],
  ['1P', 1e15],
  ['1E', 1e18],
  ['1e3', 1000],
  ['12E2', 1200],
  ['5e-1', 0.5],
  ['1Ki', 1024],
  ['1.5Gi', 1_610_612_736],
  ['1Ti', 2 ** 40],
  ['1Pi', 2 ** 50],
  ['1Ei', 2 ** 60],
  [' 2 ', 2],
])('%s is %d', (text, value) => {
  expect(parseQuantity(text)).toBe(value);
});

test.each(['', 'lots', '1Zi', '1 Gi', '1ki', '1e', '--1', '1m5'])('"%s" is not a quantity', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});

test.each([
  ['8002Mi', 8002],
  ['16163180Ki', 15784],
  ['1Gi', 1024],
  ['1048575', 0],
  ['128M', 122],
])('%s are %d whole MiB', (text, value) => {
  expect(parseMebibytes(text)).toBe(value);
});
