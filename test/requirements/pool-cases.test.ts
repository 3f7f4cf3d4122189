import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirementsIn } from './coverage.ts';

const page = readFileSync('docs/pool-cases.md', 'utf8');
const cases = requirementsIn(page);

test('the page of pools has T1 to T63, each once', () => {
  expect(cases.map(({ id }) => id)).toEqual(Array.from({ length: 63 }, (_, index) => `T${index + 1}`));
});
