import { readFileSync, writeFileSync } from 'node:fs';
import { coverageOf, requirementsIn } from './coverage.ts';
import { testNames } from './test-names.ts';
import { withShownBy } from './waldur-cases.ts';

/**
 * `npm run requirements [-- --brief | --write]`: reports which ids have a test, which have none, and which tests name
 * an id that does not exist. `--write` also updates the column of docs/waldur-cases.md that lists the test files for
 * each case.
 */
const CASES = 'docs/waldur-cases.md';
const PAGES = {
  requirements: 'docs/requirements.md',
  'of Waldur’s cases': CASES,
  'of what pools do': 'docs/pool-cases.md',
  'of what the site agent does': 'docs/site-agent-cases.md',
};
const tests = testNames();
if (process.argv.includes('--write')) writeFileSync(CASES, withShownBy(readFileSync(CASES, 'utf8'), tests));

const requirementsOf = (path: string) => requirementsIn(readFileSync(path, 'utf8'));
const { shown, missing, unknown } = coverageOf(Object.values(PAGES).flatMap(requirementsOf), tests);
if (!process.argv.includes('--brief')) {
  for (const { requirement, tests: by } of shown) {
    console.log(`${requirement.id}  shown by ${by.map((test) => test.at).join(', ')}`);
  }
  for (const { id, text } of missing) console.log(`${id}  NO TEST  ${text}`);
}
for (const { id, test } of unknown) console.log(`${id}  UNKNOWN  named by ${test.at}: ${test.name}`);
for (const [what, path] of Object.entries(PAGES)) {
  const page = coverageOf(requirementsOf(path), tests);
  console.log(`${page.shown.length} of ${page.shown.length + page.missing.length} ${what} have a test.`);
}
console.log(`${unknown.length} unknown ids are named.`);
process.exitCode = unknown.length > 0 ? 1 : 0;
