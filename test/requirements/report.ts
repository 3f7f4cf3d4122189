import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { coverageOf, requirementsIn } from './coverage.ts';
import { testNamesIn } from './test-names.ts';

/** `npm run requirements [-- --brief]`: which ids have a test, which do not, which tests name an id that does not exist. */
const isBrief = process.argv.includes('--brief');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /(\.test|^test\/.*)\.ts$/.test(path));
const { shown, missing, unknown } = coverageOf(
  requirementsIn(readFileSync('docs/requirements.md', 'utf8')),
  files.flatMap(testNamesIn),
);

if (!isBrief) {
  for (const { requirement, tests } of shown) {
    console.log(`${requirement.id}  shown by ${tests.map((test) => test.at).join(', ')}`);
  }
  for (const { id, text } of missing) console.log(`${id}  NO TEST  ${text}`);
}
for (const { id, test } of unknown) console.log(`${id}  UNKNOWN  named by ${test.at}: ${test.name}`);
console.log(
  `${shown.length} of ${shown.length + missing.length} requirements have a test; ${unknown.length} unknown ids are named.`,
);
process.exitCode = unknown.length > 0 ? 1 : 0;
