import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('each scheduled function runs under its lease, so that its runs do not overlap', () => {
  const handlers = globSync('functions/syncs/*/index.ts');
  expect(handlers.length).toBeGreaterThan(5);
  expect(handlers.filter((file) => !readFileSync(file, 'utf8').includes('runScheduled('))).toEqual([]);
});
