import { join } from 'node:path';
import { runToEnd } from '#infra/local/run-to-end';
import { keystoneUrl } from './config/shared-sections.ts';
import { configFile, type ServiceName } from './config-files.ts';
import type { Installation } from './installation.ts';
import { programEnvironment } from './service.ts';

/** Nova fills in these parts from its own configuration, so ports may change between runs. */
const CELL_URL = '{scheme}://{username}:{password}@{hostname}:{port}/';

/** Makes every service's tables, and Keystone's administrator, region and keys. */
export async function makeSchemas(installation: Installation, signal: AbortSignal): Promise<void> {
  const run = (service: ServiceName, program: string, ...args: string[]) =>
    runToEnd({
      name: `${program} ${args.slice(0, 2).join(' ')}`,
      command: join(installation.bin, program),
      args: ['--config-file', configFile(installation, service), ...args],
      env: programEnvironment(installation),
      onFailure: 'look at what it says',
      timeoutMs: 600_000,
      logFile: join(installation.logDir, `${program}-${args.slice(0, 2).join('-')}.log`),
      signal,
    });
  await Promise.all([
    bootstrapKeystone(installation, (...args) => run('keystone', 'keystone-manage', ...args)),
    makeCells((...args) => run('nova', 'nova-manage', ...args)),
    run('neutron', 'neutron-db-manage', 'upgrade', 'head'),
    run('cinder', 'cinder-manage', 'db', 'sync'),
    run('glance', 'glance-manage', 'db_sync'),
    run('placement', 'placement-manage', 'db', 'sync'),
  ]);
}

type Run = (...args: string[]) => Promise<string>;

async function bootstrapKeystone(installation: Installation, run: Run): Promise<void> {
  const url = keystoneUrl(installation);
  await run('db_sync');
  await run('fernet_setup', ...fileOwner);
  await run('credential_setup', ...fileOwner);
  const urls = ['admin', 'public', 'internal'].flatMap((kind) => [`--bootstrap-${kind}-url`, url]);
  await run('bootstrap', '--bootstrap-password', installation.password, ...urls, '--bootstrap-region-id', 'RegionOne');
}

const fileOwner = [
  ...['--keystone-user', String(process.getuid?.() ?? 0)],
  ...['--keystone-group', String(process.getgid?.() ?? 0)],
];

async function makeCells(run: Run): Promise<void> {
  await run('api_db', 'sync');
  await run('cell_v2', 'map_cell0', '--database_connection', `${CELL_URL}nova_cell0?{query}`);
  const urls = ['--transport-url', CELL_URL, '--database_connection', `${CELL_URL}nova?{query}`];
  await run('cell_v2', 'create_cell', '--name', 'cell1', ...urls);
  await run('db', 'sync');
}
