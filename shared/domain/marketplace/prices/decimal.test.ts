import { describe, expect, it } from 'vitest';
import { decimalText, fractionOf } from './decimal.ts';

describe('a decimal', () => {
  it.each([
    [6n, 1n, 2, '6.00'],
    [1n, 3n, 2, '0.33'],
    [2n, 3n, 2, '0.67'],
    [1n, 200n, 2, '0.01'],
    [49n, 10_000n, 2, '0.00'],
    [999n, 1000n, 2, '1.00'],
    [5n, 2n, 0, '3'],
    [10n ** 30n + 1n, 10n ** 10n, 10, '100000000000000000000.0000000001'],
  ])('of %s/%s with %s digits is %s', (numerator, denominator, digits, text) => {
    expect(decimalText(numerator, denominator, digits)).toBe(text);
  });

  it.each([
    ['0.1', 1n, 10n],
    ['12', 12n, 1n],
    ['0.0125', 125n, 10_000n],
    ['3.50', 350n, 100n],
  ])('%s is read as it is written', (text, numerator, denominator) => {
    expect(fractionOf(text)).toEqual({ numerator, denominator });
  });
});
