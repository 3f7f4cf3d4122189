import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverageOf, requirementsIn } from './coverage.ts';
import { testNames } from './test-names.ts';

const page = readFileSync('docs/pool-cases.md', 'utf8');
const cases = requirementsIn(page);
const withReason = [...page.matchAll(/^\| (T\d+) \| .* \| \S.* \|$/gm)].map(([, id = '']) => id);

test('the page of pools has T1 to T63, each once', () => {
  expect(cases.map(({ id }) => id)).toEqual(Array.from({ length: 63 }, (_, index) => `T${index + 1}`));
});

test('each row of the page of pools has a test, or else a reason', () => {
  const { missing } = coverageOf(cases, testNames());
  expect(missing.map(({ id }) => id)).toEqual(withReason);
});

test('each requirement of machine pools has a test', () => {
  const requirements = requirementsIn(readFileSync('docs/requirements.md', 'utf8'));
  const { missing } = coverageOf(
    requirements.filter(({ id }) => id.startsWith('S2-')),
    testNames(),
  );
  expect(missing).toEqual([]);
});
