import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { runToEnd } from '#infra/local/run-to-end';
import { folderOf, type Installation, seededMark } from './installation.ts';
import { programEnvironment, type ServiceGroup, startService, untilUp } from './service.ts';

const DATABASES = ['keystone', 'glance', 'placement', 'neutron', 'nova_api', 'nova', 'nova_cell0', 'cinder'];
const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/** Starts MariaDB with OpenStack's databases. Its settings favour speed over safety against a loss of power. */
export async function startDatabase(group: ServiceGroup): Promise<void> {
  const { installation, signal } = group;
  const data = folderOf(installation, 'database');
  if (!existsSync(join(data, 'mysql'))) await makeDataFolder(installation, data, signal);
  const socketDir = mkdtempSync(join(tmpdir(), 'paddock-real-')); // short, since a socket's path may have 107 characters at most
  ownFolder(socketDir);
  const database = await startService(group, {
    name: 'mariadb',
    command: 'mariadbd',
    args: [
      '--no-defaults',
      ...asRoot,
      `--datadir=${data}`,
      `--socket=${join(socketDir, 'socket')}`,
      '--bind-address=127.0.0.1',
      `--port=${installation.ports.database}`,
      `--init-file=${initFile(installation)}`,
      ...['--skip-name-resolve', '--skip-log-bin', '--performance-schema=OFF', '--max-connections=500'],
      ...['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--innodb-buffer-pool-size=128M'],
      ...['--character-set-server=utf8mb3', '--collation-server=utf8mb3_general_ci'],
    ],
  });
  void database.exited.then(() => removeFolder(socketDir));
  await untilUp(database, signal, () => accepts(installation.ports.database));
}

async function makeDataFolder(installation: Installation, data: string, signal: AbortSignal): Promise<void> {
  await runToEnd({
    name: 'making the database',
    command: 'mariadb-install-db',
    args: [
      ...asRoot,
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    env: programEnvironment(installation),
    onFailure: 'look at what it says',
    timeoutMs: 120_000,
    logFile: join(installation.logDir, 'mariadb-install-db.log'),
    signal,
  });
}

/** The SQL that the database runs before it accepts connections, one statement a line. */
function initFile(installation: Installation): string {
  const file = join(installation.home, 'init.sql');
  const statements = existsSync(seededMark(installation)) ? afterAnotherRun(installation) : atFirst(installation);
  writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''), { mode: 0o600 });
  return file;
}

const atFirst = ({ password }: Installation): string[] => [
  `CREATE OR REPLACE USER openstack@'127.0.0.1' IDENTIFIED BY '${password}'`,
  `GRANT ALL ON *.* TO openstack@'127.0.0.1'`,
  ...DATABASES.map((name) => `CREATE OR REPLACE DATABASE ${name}`),
];

/**
 * SQL for a restart. The endpoints in the catalogue get this run's ports. All heartbeats become old: otherwise a
 * service that is still starting would count as up, and the first server would end in ERROR.
 */
function afterAnotherRun({ ports }: Installation): string[] {
  const services = {
    identity: ports.keystone,
    image: ports.glance,
    placement: ports.placement,
    network: ports.neutron,
  };
  const all = { ...services, compute: ports.nova, 'block-storage': ports.cinder, volumev3: ports.cinder };
  const moved = Object.entries(all).map(
    ([type, port]) =>
      'UPDATE keystone.endpoint e JOIN keystone.service s ON e.service_id = s.id ' +
      `SET e.url = REGEXP_REPLACE(e.url, ':[0-9]+', ':${port}') WHERE s.type = '${type}'`,
  );
  return [
    ...moved,
    "UPDATE nova.services SET updated_at = '2000-01-01', last_seen_up = '2000-01-01'",
    "UPDATE cinder.services SET updated_at = '2000-01-01'",
  ];
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Deletes all data, e.g. after an interrupted first start. */
export function removeData({ home }: Installation): void {
  for (const folder of ['database', 'state']) rmSync(join(home, folder), { recursive: true, force: true });
}
