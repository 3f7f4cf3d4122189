import { expect, test } from 'vitest';
import { beginningElsewhere } from './beginning-elsewhere.ts';

const BEGIN = Date.parse('2026-03-01T12:00:00Z');
const ITEMS = Array.from({ length: 1000 }, (_, index) => index);
const FIVE_MINUTES = 300_000;

test.each([1, 2, 3, 12, 48, 288])(
  'where a pass gets through a fifth of all, every one is reached within a dozen: passes each %i times five minutes',
  (stride) => {
    const passes = Array.from({ length: 12 }, (_, pass) =>
      beginningElsewhere(ITEMS, new Date(BEGIN + pass * stride * FIVE_MINUTES)).slice(0, 200),
    );
    expect(new Set(passes.flat()).size).toBe(1000);
  },
);

test('each is there once, and what is empty stays so', () => {
  expect(beginningElsewhere(ITEMS, new Date(BEGIN)).toSorted((a, b) => a - b)).toEqual(ITEMS);
  expect(beginningElsewhere([], new Date(BEGIN))).toEqual([]);
});
