import { expect, test } from 'vitest';
import { mergedResults } from './results-file.ts';

const one = (name: string, command: string) => ({
  name,
  value: 1,
  unit: 'ms',
  target: null,
  met: null,
  command,
  commit: 'abc1234',
});

test('a part that is run alone replaces its own figures, in their place, and leaves the others', () => {
  const earlier = [one('old list', 'lists'), one('old order', 'orders'), one('of a part that is gone', 'gone')];
  const merged = mergedResults(earlier, [one('new list', 'lists')], ['lists', 'orders']);
  expect(merged.map(({ name }) => name)).toEqual(['new list', 'old order']);
});
