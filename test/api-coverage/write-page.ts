import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPage } from './api-page.ts';
import { recordedCall } from './record-calls.ts';
import { COVERED, RECORDED, type RecordedRoutes, recordedRoutes, routeOf } from './recorded-routes.ts';

/** `npm run api-docs [-- <folder of tests> …]`: asks the integration suite and writes what it has found, or adds what a part of it shows. */
const parts = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'paddock-api-calls-'));
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', ...parts];
spawnSync(process.execPath, vitest, { stdio: 'inherit', env: { ...process.env, PADDOCK_API_CALLS: folder } });

const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
const calls = lines
  .filter((line) => line !== '')
  .map((line) => recordedCall.parse(JSON.parse(line)))
  .flatMap((call) => ({ ...call, route: routeOf(call.method, call.path)?.name ?? '' }));
rmSync(folder, { recursive: true, force: true });

const known = parts.length > 0 ? recordedRoutes() : {};
const byRoute = Map.groupBy(calls, ({ route }) => route);
const found: RecordedRoutes = Object.fromEntries(
  COVERED.flatMap(({ name }) => {
    const its = byRoute.get(name) ?? [];
    const { files = [], rancher = [] } = known[name] ?? {};
    if (its.length + files.length === 0) return [];
    const sorted = (all: string[]) => [...new Set(all)].filter((it) => it !== '').sort();
    return [
      [
        name,
        {
          files: sorted([...files.filter((file) => existsSync(file)), ...its.map(({ file }) => file)]),
          rancher: sorted([...rancher, ...its.flatMap((it) => it.rancher)]),
        },
      ],
    ];
  }),
);
writeFileSync(RECORDED, `${JSON.stringify(found, null, 2)}\n`);
writeFileSync('docs/api.md', apiPage(found));
