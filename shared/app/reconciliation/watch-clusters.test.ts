import { expect, test } from 'vitest';
import { rotatedStart } from './watch-clusters.ts';

const BEGIN = Date.parse('2026-03-01T12:00:00Z');
const ITEMS = Array.from({ length: 1000 }, (_, index) => index);
const FIVE_MINUTES = 300_000;

test.each([1, 2, 3, 12, 48, 288])(
  'where a pass gets through a fifth of all, every one is reached within a dozen: passes each %i times five minutes',
  (stride) => {
    const passes = Array.from({ length: 12 }, (_, pass) =>
      rotatedStart(ITEMS, new Date(BEGIN + pass * stride * FIVE_MINUTES)).slice(0, 200),
    );
    expect(new Set(passes.flat()).size).toBe(1000);
  },
);

/**
 * The items that one run with eight parallel workers (`lanes`) handles within the time limit of the run. An item that
 * hangs blocks its worker until the time limit for one item has passed.
 */
function reached(items: readonly number[], hangs: (item: number) => boolean): number[] {
  const [syncMs, givenUpMs, lookMs] = [240_000, 30_000, 500];
  const lanes = Array.from({ length: 8 }, () => 0);
  return items.filter((item) => {
    const lane = lanes.indexOf(Math.min(...lanes));
    const beganMs = lanes[lane] ?? 0;
    if (syncMs - beganMs < givenUpMs) return false;
    lanes[lane] = beganMs + (hangs(item) ? givenUpMs : lookMs);
    return true;
  });
}

test.each([
  ['a third of them, one beside the other', (item: number) => item < 333],
  ['each third', (item: number) => item % 3 === 0],
])(
  'also where each pass is of a new process, which knows none that hang, the others have their turn: %s',
  (_, hangs) => {
    const healthy = ITEMS.filter((item) => !hangs(item));
    const seen = new Set<number>();
    for (let pass = 0; pass < 12; pass += 1) {
      for (const item of reached(rotatedStart(ITEMS, new Date(BEGIN + pass * FIVE_MINUTES)), hangs)) seen.add(item);
    }
    expect(healthy.filter((item) => !seen.has(item))).toEqual([]);
  },
);

test('each is there once, and what is empty stays so', () => {
  expect(rotatedStart(ITEMS, new Date(BEGIN)).toSorted((a, b) => a - b)).toEqual(ITEMS);
  expect(rotatedStart([], new Date(BEGIN))).toEqual([]);
});
