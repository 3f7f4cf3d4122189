import { accessSync, constants, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OperatorError } from '#infra/local/operator-error';
import { runToEnd } from '#infra/local/run-to-end';
import type { InstallOptions } from '../openstack/system-packages.ts';

export const KEYCLOAK_VERSION = '26.7.3';
const NAME = 'keycloak-quarkus-dist';
const ARTIFACT = `org.keycloak:${NAME}:${KEYCLOAK_VERSION}:tar.gz`;

/**
 * The folder of Keycloak's programs, downloaded once for each version from Maven Central. The file that is written last
 * marks the folder as complete.
 * @throws OperatorError when Maven or Java is not there, or the download fails
 */
export async function ensureKeycloak(
  home: string,
  { logDir, signal }: InstallOptions,
): Promise<{ folder: string; isNew: boolean }> {
  const folder = join(home, `keycloak-${KEYCLOAK_VERSION}`);
  needJava();
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return { folder, isNew: false };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const other of globSync(join(home, 'keycloak-*'))) rmSync(other, { recursive: true, force: true });
  const run = (name: string, command: string, args: string[], onFailure: string) =>
    runToEnd({
      ...{ name, command, args, onFailure, signal, timeoutMs: 600_000 },
      logFile: join(logDir, `${name.replaceAll(/\W+/g, '-')}.log`),
    });
  const copy = ['--batch-mode', '-q', 'dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${home}`];
  await run('fetching Keycloak', 'mvn', copy, 'check that Maven Central can be reached');
  const archive = join(home, `${NAME}-${KEYCLOAK_VERSION}.tar.gz`);
  await run('unpacking Keycloak', 'tar', ['-xzf', archive, '-C', home], 'look whether the disk is full');
  rmSync(archive);
  writeFileSync(mark, '');
  return { folder, isNew: true };
}

function needJava(): void {
  const missing = ['java', 'mvn'].filter((program) => !isOnPath(program));
  if (missing.length === 0) return;
  throw new OperatorError(
    `A real Keycloak needs ${missing.join(' and ')}: install a JDK of 17 or later and Maven (Debian: apt-get install maven), ` +
      'or give PADDOCK_REAL_KEYCLOAK.',
  );
}

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
