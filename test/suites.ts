import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { RECORDINGS } from './rights/recordings.ts';
import { REPORTS, ranIn, readReports } from './vitest-reports.ts';

/**
 * `npm test`: all suites, one after the other. Each is a run of its own, so that no deployed stack is at work, minute by minute, beside
 * tests that do not need it. Arguments go to every run: `npm test -- order` runs the files whose path has it. What deployed functions asked
 * of AWS meanwhile is held against their rights at last.
 */
const SUITES = {
  integration: ['integration'],
  'by-itself': ['unit', 'build', 'contracts'],
  e2e: ['e2e'],
  faults: ['faults'],
  bench: ['bench'],
} as const;

/** Simulators, builds and deployments are programs, started hundreds of times: they read what the first of them has compiled. */
const env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node-compile'), ...process.env };
for (const folder of [REPORTS, RECORDINGS]) rmSync(folder, { recursive: true, force: true });
const given = process.argv.slice(2);
const failed: string[] = Object.entries(SUITES).flatMap(([name, projects]) => {
  process.stdout.write(`\n== ${projects.join(', ')}\n`);
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/${name}.json`];
  const chosen = [...projects.flatMap((project) => ['--project', project]), ...given];
  const args = ['run', ...chosen, ...report, ...(given.length > 0 ? ['--passWithNoTests'] : [])];
  return spawnSync('vitest', args, { stdio: 'inherit', env }).status === 0 ? [] : [name];
});
process.stdout.write('\n== rights\n');
const rights = ['test/rights/main.ts', ...(given.length === 0 ? ['--whole'] : [])];
if (spawnSync('node', rights, { stdio: 'inherit', env }).status !== 0) failed.push('rights');
if (given.length > 0 && ranIn(readReports()) === 0) {
  process.stderr.write(
    `No test ran: "${given.join(' ')}" is in no test file's path. \`git ls-files '*.test.ts'\` lists them.\n`,
  );
  process.exitCode = 1;
}
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join(', ')}. What failed stands above, under each of these.\n`);
  process.exitCode = 1;
}
