import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONG_PATTERNS } from '#test/suites/long-files';

test.each(LONG_PATTERNS)('%s still names a test file that `npm test` leaves to `npm run test:full`', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
