import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { RECORDINGS } from '#test/rights/recordings';
import { REPORTS, ranIn, readReports } from './vitest-reports.ts';

/**
 * `npm test` runs all suites without their long files. `npm run test:full` runs the long files and the suites that are
 * long as a whole (`test/suites/long-files.ts`). Each suite runs alone, so that a deployed stack does not slow down
 * tests that do not need it. Arguments are passed to every run and select long files too: `npm test -- order` runs the
 * files with `order` in their path. At the end, the AWS calls of the deployed functions are compared with the
 * functions' permissions.
 */
type Suite = { projects: readonly string[]; env?: Record<string, string>; files?: readonly string[] };
type Suites = Readonly<Record<string, Suite>>;

const SHORT: Suites = {
  integration: { projects: ['integration'] },
  'by-itself': { projects: ['unit', 'build', 'contracts'] },
  e2e: { projects: ['e2e'] },
};
const WHOLE: Suites = { faults: { projects: ['faults'] }, bench: { projects: ['bench'] } };
const REST: Suites = {
  'long-integration': { projects: ['integration', 'contracts'] },
  // Runs the store's tests again, on the tables that the deployed stacks of the other suites use.
  'emulated-tables': {
    ...{ projects: ['integration'], files: ['test/integration/store/'] },
    env: { PADDOCK_TABLES: 'emulator', PADDOCK_TESTS: 'all' },
  },
  'long-e2e': { projects: ['e2e'] },
  browser: { projects: ['browser'] },
  ...WHOLE,
};

const isRest = process.argv.includes('--rest');
const given = process.argv.slice(2).filter((it) => it !== '--rest');
const isChosen = given.length > 0;

/**
 * Simulators, builds and deployments are programs that the tests start hundreds of times. With a compile cache, later
 * starts reuse the compiled code of the first start.
 */
const env = {
  ...{ NODE_COMPILE_CACHE: resolve('node_modules/.cache/node-compile'), ...process.env },
  ...(!isChosen && { PADDOCK_TESTS: isRest ? 'rest' : 'short' }),
};

function suitesToRun(): Suites {
  if (isChosen) return { ...SHORT, ...WHOLE };
  return isRest ? REST : SHORT;
}

/** A run with `--rest` keeps the reports and recorded calls of the short run, and adds its own. */
function removeOldResults(): void {
  const old = isRest ? Object.keys(REST).map((name) => `${REPORTS}/${name}.json`) : [REPORTS, RECORDINGS];
  for (const path of old) rmSync(path, { recursive: true, force: true });
}

/**
 * Bundles the functions once for all clouds that the suites deploy. With arguments this step is skipped, because the
 * chosen files may deploy no cloud. If bundling fails, each cloud bundles for itself, and the first cloud reports the
 * error.
 */
function bundledOnce(): Record<string, string> {
  if (isChosen) return {};
  const folder = resolve('test-results/functions');
  const { status } = spawnSync('node', ['infra/build.ts', folder], { stdio: 'ignore', env });
  return status === 0 ? { PADDOCK_FUNCTIONS: folder } : {};
}

/** Runs a suite. Returns whether it passed. */
function run(name: string, suite: Suite, bundles: Record<string, string>): boolean {
  process.stdout.write(`\n== ${[...suite.projects, ...(suite.env ? [name] : [])].join(', ')}\n`);
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/${name}.json`];
  const chosen = [...suite.projects.flatMap((project) => ['--project', project]), ...(suite.files ?? []), ...given];
  const args = ['run', ...chosen, ...report, ...(isChosen ? ['--passWithNoTests'] : [])];
  return spawnSync('vitest', args, { stdio: 'inherit', env: { ...env, ...bundles, ...suite.env } }).status === 0;
}

removeOldResults();
const bundles = bundledOnce();
const failed = Object.entries(suitesToRun()).flatMap(([name, suite]) => (run(name, suite, bundles) ? [] : [name]));
process.stdout.write('\n== rights\n');
// Only the short and the long suites together use every permission of the functions. Therefore, an unused permission is
// a failure only after both have run.
const isWhole = isRest && globSync(`${REPORTS}/e2e.json`).length > 0;
const rights = ['test/rights/main.ts', ...(isWhole ? ['--whole'] : [])];
if (spawnSync('node', rights, { stdio: 'inherit', env }).status !== 0) failed.push('rights');
if (isChosen && ranIn(readReports()) === 0) {
  process.stderr.write(
    `No test ran: "${given.join(' ')}" is in no test file's path. \`git ls-files '*.test.ts'\` lists them.\n`,
  );
  process.exitCode = 1;
}
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join(', ')}. What failed stands above, under each of these.\n`);
  process.exitCode = 1;
}
