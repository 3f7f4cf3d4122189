import { expect, test } from 'vitest';
import { isRoot } from './root-routes.ts';

test.each([
  ['/api/', true],
  ['/api', true],
  ['/', false],
  ['/api/nonsense/', false],
  ['/apix', false],
])('%s is the root document: %s', (path, expected) => {
  expect(isRoot(path)).toBe(expected);
});
