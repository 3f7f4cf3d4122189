import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { steps } from '#shared/contracts/steps';
import { apiPage } from './api-page.ts';
import { recordedLine } from './recorded-line.ts';
import { COVERED, RECORDED, type RecordedRoutes, recordedRoutes, routeOf } from './recorded-routes.ts';
import { RECORDED_STEPS, type RecordedSteps, recordedSteps } from './recorded-steps.ts';
import { scheduledBySteps } from './scheduled-machines.ts';

/**
 * `npm run api-docs [-- <folder of tests> …]`: runs the integration suite and writes the recorded calls and steps. A
 * run of some folders adds to the earlier recording.
 */
const parts = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'paddock-api-calls-'));
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', ...parts];
const { status } = spawnSync(process.execPath, vitest, {
  stdio: 'inherit',
  env: { ...process.env, PADDOCK_API_CALLS: folder },
});

const lines = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  .filter((line) => line !== '')
  .map((line) => recordedLine.parse(JSON.parse(line)));
rmSync(folder, { recursive: true, force: true });
// If tests fail, the page is still written, and the exit code is 1. The page may then lack entries, because failed
// calls are not recorded.
if (status !== 0) process.exitCode = 1;

const isPart = parts.length > 0;
const sorted = (all: readonly string[]): string[] => [...new Set(all)].sort();

function routesRecorded(known: RecordedRoutes): RecordedRoutes {
  const calls = lines.flatMap((line) => ('step' in line ? [] : [line]));
  const byRoute = Map.groupBy(calls, ({ method, path }) => routeOf(method, path)?.name ?? '');
  const entries = COVERED.flatMap(({ name }) => {
    const its = byRoute.get(name) ?? [];
    const { files, rancher, starts } = known[name] ?? { files: [], rancher: [], starts: [] };
    if (its.length + files.length === 0) return [];
    const route = {
      files: sorted([...files.filter((file) => existsSync(file)), ...its.map(({ file }) => file)]),
      rancher: sorted([...rancher, ...its.flatMap((it) => it.rancher)]),
      starts: sorted([...starts, ...its.flatMap((it) => it.starts)]),
    };
    return [[name, route]];
  });
  return Object.fromEntries(entries);
}

function stepsRecorded(known: RecordedSteps): RecordedSteps {
  const runs = Map.groupBy(
    lines.flatMap((line) => ('step' in line ? [line] : [])),
    ({ step }) => step,
  );
  const scheduled = scheduledBySteps();
  const names = Object.values(steps).flatMap((group) => Object.values(group).map(({ name }) => name));
  const entries = names.flatMap((name) => {
    const its = [...(runs.get(name) ?? []), ...(known[name] ? [known[name]] : [])];
    if (its.length === 0) return [];
    const step = {
      rancher: sorted(its.flatMap(({ rancher }) => rancher)),
      // In some tests, the API accepts other requests while a step runs. The operations of those requests are recorded,
      // too. So recorded operations only count if the step's own code commits operations.
      starts: scheduled.get(name)?.commits ? sorted(its.flatMap(({ starts }) => starts)) : [],
    };
    return [[name, step]];
  });
  return Object.fromEntries(entries);
}

const routes = routesRecorded(isPart ? recordedRoutes() : {});
const machineSteps = stepsRecorded(isPart ? recordedSteps() : {});
writeFileSync(RECORDED, `${JSON.stringify(routes, null, 2)}\n`);
writeFileSync(RECORDED_STEPS, `${JSON.stringify(machineSteps, null, 2)}\n`);
writeFileSync('docs/api.md', apiPage(routes, machineSteps));
