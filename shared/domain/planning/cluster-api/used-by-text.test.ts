import { expect, test } from 'vitest';
import { usedByText } from './used-by-text.ts';

test.each([
  [['prod'], 1, 'The template is used by prod.'],
  [['prod', 'test'], 2, 'The template is used by prod, test.'],
  [['prod'], 3, 'The template is used by prod, 2 more.'],
  [[], 1, 'The template is used by 1 cluster.'],
  [[], 4, 'The template is used by 4 clusters.'],
])('a reader who sees the clusters %j of %i reads which use the template', (names, total, text) => {
  expect(usedByText(names, total)).toBe(text);
});

test('a reader who sees many clusters reads ten names and how many more there are', () => {
  const names = Array.from({ length: 12 }, (_, at) => `c${at}`);
  expect(usedByText(names, 12)).toBe('The template is used by c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, 2 more.');
});
