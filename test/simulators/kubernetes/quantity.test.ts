import { expect, test } from 'vitest';
import { addQuantities, canonicalQuantity, formatQuantity } from './quantity.ts';

test.each([
  ['1000m', '1'],
  ['500m', '500m'],
  ['0.5', '500m'],
  ['1024Mi', '1Gi'],
  ['1536Mi', '1536Mi'],
  ['2000', '2k'],
  ['0', '0'],
  ['none', 'none'],
])('%s is written as %s', (given, written) => {
  expect(canonicalQuantity(given)).toBe(written);
});

test.each([
  [['1000m', '100m', '1'], '2100m'],
  [['1Gi', '1Gi', '10Mi'], '2058Mi'],
  [['0', '9000m', '2'], '11'],
])('%j are %s', (amounts, sum) => {
  expect(formatQuantity(addQuantities(amounts))).toBe(sum);
});
