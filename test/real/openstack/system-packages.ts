import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '#infra/local/operator-error';
import { runToEnd } from '#infra/local/run-to-end';

/**
 * Debian's packages with the database and the message queue. The package that runs the database as a service is not
 * needed.
 */
const PACKAGES = {
  'mariadb-client-core': '/usr/bin/my_print_defaults',
  'mariadb-server-core': '/usr/sbin/mariadbd',
  'rabbitmq-server': '/usr/lib/rabbitmq/bin/rabbitmq-server',
};
/** Debian asks this program whether an installation may start a service. Exit code 101 means no. */
const POLICY = '/usr/sbin/policy-rc.d';

export interface InstallOptions {
  readonly logDir: string;
  readonly signal: AbortSignal;
}

/**
 * Installs the database and the message queue without starting Debian's services for them. Returns the packages that
 * were missing.
 * @throws OperatorError when something is missing and cannot be installed from here
 */
export async function ensureSystemPackages(options: InstallOptions): Promise<string[]> {
  const missing = Object.entries(PACKAGES).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
  if (missing.length === 0) return [];
  if (!existsSync('/usr/bin/apt-get'))
    throw new OperatorError(
      `A real OpenStack needs ${missing.join(' and ')} as Debian 12 or later packages them, and there is no apt-get here: ` +
        'run on Debian, or give PADDOCK_REAL_OPENSTACK.',
    );
  if (process.getuid?.() !== 0)
    throw new OperatorError(
      `A real OpenStack needs ${missing.join(' and ')}, and only root may install: run apt-get install ` +
        `--no-install-recommends ${missing.join(' ')} as root, or give PADDOCK_REAL_OPENSTACK.`,
    );
  await withoutStartingServices(async () => {
    await aptGet(options, ['update', '--quiet']);
    await aptGet(options, ['install', '--yes', '--quiet', '--no-install-recommends', ...missing]);
  });
  return missing;
}

async function aptGet({ logDir, signal }: InstallOptions, args: string[]): Promise<void> {
  await runToEnd({
    name: `apt-get ${args[0]}`,
    command: 'apt-get',
    args,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    onFailure: 'check that the Debian mirror can be reached',
    timeoutMs: 600_000,
    logFile: join(logDir, `apt-get-${args[0]}.log`),
    signal,
  });
}

async function withoutStartingServices(work: () => Promise<void>): Promise<void> {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await work();
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}

export async function systemPackageVersions(): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('dpkg-query', ['--show', ...Object.keys(PACKAGES)]);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  return Object.fromEntries(rows);
}
