import { expect, test } from 'vitest';
import { runsPerMonth } from './usage.ts';

test.each([
  ['rate(1 minute)', 43_200],
  ['rate(5 minutes)', 8_640],
  ['rate(1 hour)', 720],
  ['cron(35 * * * ? *)', 720],
])('%s comes %i times in a month of thirty days', (expression, runs) => {
  expect(runsPerMonth(expression)).toBe(runs);
});

test('what is no rate is refused rather than free', () => {
  expect(() => runsPerMonth('cron(0 3 * * ? *)')).toThrow('is no rate');
});
