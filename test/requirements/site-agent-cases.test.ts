import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverageOf, requirementsIn } from './coverage.ts';
import { testNames } from './test-names.ts';

const page = readFileSync('docs/site-agent-cases.md', 'utf8');
const cases = requirementsIn(page);
const withReason = [...page.matchAll(/^\| (U\d+) \| .* \| \S.* \|$/gm)].map(([, id = '']) => id);

test('the page of the site agent has U1 to U65, each once', () => {
  expect(cases.map(({ id }) => id)).toEqual(Array.from({ length: 65 }, (_, index) => `U${index + 1}`));
});

test('each row of the page of the site agent has a test, or else a reason', () => {
  const { missing } = coverageOf(cases, testNames());
  expect(missing.map(({ id }) => id)).toEqual(withReason);
});
