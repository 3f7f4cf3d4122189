import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Progress } from '#infra/local/local-cloud';
import { startProcess } from '#infra/local/processes';
import { freeBlock } from '../openstack/ports.ts';
import { answers, untilUp } from '../openstack/service.ts';
import { ensureKeycloak } from './install-keycloak.ts';

/** The JSON value of `PADDOCK_REAL_KEYCLOAK`. */
export const keycloakAccess = z.object({
  url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
});
export type KeycloakAccess = z.infer<typeof keycloakAccess>;

export interface KeycloakOptions {
  /** The folder that is kept between runs. Keycloak's data is in memory only. */
  readonly home: string;
  readonly logDir: string;
  readonly firstPort: number;
  readonly done: Progress;
  readonly signal: AbortSignal;
}

/**
 * Starts a real Keycloak on loopback. The administrator's password is generated for this run.
 * @throws OperatorError for a problem that the operator can fix
 */
export async function startKeycloak({ home, logDir, firstPort, done, signal }: KeycloakOptions): Promise<{
  access: KeycloakAccess;
  stop(): Promise<void>;
}> {
  const { folder, isNew } = await ensureKeycloak(home, { logDir, signal });
  if (isNew) done('Keycloak is fetched');
  const port = await freeBlock(firstPort, 1);
  const url = `http://127.0.0.1:${port}`;
  const admin = { username: 'admin', password: randomBytes(16).toString('hex') };
  const server = ['start-dev', '--http-host=127.0.0.1', `--http-port=${port}`, '--db=dev-mem', '--cache=local'];
  const keycloak = await startProcess({
    name: 'Keycloak',
    // The kernel ends Keycloak when this process ends, for whatever reason.
    command: 'setpriv',
    args: ['--pdeathsig', 'TERM', '--', join(folder, 'bin', 'kc.sh'), ...server],
    env: {
      ...process.env,
      JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx512m',
      KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    },
    logFile: join(logDir, 'keycloak.log'),
  });
  try {
    await untilUp(keycloak, signal, () => answers(`${url}/realms/master/.well-known/openid-configuration`));
  } catch (error) {
    await keycloak.stop();
    throw error;
  }
  done(`Keycloak answers at ${url}`);
  return { access: { url, admin }, stop: keycloak.stop };
}
