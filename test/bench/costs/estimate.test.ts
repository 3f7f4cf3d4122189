import { expect, test } from 'vitest';
import { addedUsage, costLines, totalOf } from './estimate.ts';

test('a cost is amount times price, the dearest first, and what is not used is left out', () => {
  const usage = { lambdaRequest: 1_000_000, transition: 1_000_000, event: 0 };
  expect(costLines(usage)).toEqual([
    { name: 'transition', amount: 1_000_000, usd: 25 },
    { name: 'lambdaRequest', amount: 1_000_000, usd: 0.2 },
  ]);
  expect(totalOf(usage)).toBeCloseTo(25.2);
});

test('a creation and a deletion are added up', () => {
  expect(addedUsage({ transition: 1, event: 2 }, { transition: 3 })).toMatchObject({ transition: 4, event: 2, key: 0 });
});
