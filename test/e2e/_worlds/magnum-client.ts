import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sellClusterApi, simulatedManagement } from '#infra/local/cluster-api-market';
import type { Endpoints } from '#infra/local/endpoints';
import { startSimulator } from '#test/contracts/start-simulator';
import { personAt } from './customer.ts';
import { simulatedKeystone } from './simulated-keystone.ts';

const execute = promisify(execFile);
/** The time limit for a command. Each command loads its modules separately, which takes seconds on busy cores. */
const COMMAND_MS = 60_000;
/** `coe cluster config` reads the variable `SHELL` and fails without it. Some machines do not set it. */
const SHELL = '/bin/sh';

const settingsOfTenant = z.object({ service_settings_uuid: z.string() });
const backendUrl = z.object({ options: z.object({ backend_url: z.string() }) });

/**
 * The environment variables with which a user of the project `demo` signs in to a cloud with Magnum's API in its
 * catalog.
 */
export type MagnumAccess = { authUrl: string; env: Record<string, string> };

/**
 * Makes an offering available through Magnum's API, and registers the API's address in the catalog of the tenant's
 * cloud.
 */
async function openMagnum(
  endpoints: Endpoints,
  { offering, tenant }: { offering: string; tenant: string },
): Promise<MagnumAccess> {
  const staff = personAt(endpoints, 'staff');
  const plugin_options = { magnum_api: 'members' };
  await staff.call('PATCH', `marketplace-provider-offerings/${offering}/`, { plugin_options });
  const found = await staff.call('GET', `openstack-tenants/${tenant}/`);
  const { service_settings_uuid: cloud } = settingsOfTenant.parse(found.body);
  const settings = await staff.call('GET', `service-settings/${cloud}/`);
  const authUrl = backendUrl.parse(settings.body).options.backend_url;
  await simulatedKeystone(authUrl).register('container-infra', `${endpoints.api}/magnum/${cloud}/v1`);
  return {
    authUrl,
    env: {
      ...{ OS_AUTH_URL: authUrl, OS_IDENTITY_API_VERSION: '3', OS_REGION_NAME: 'RegionOne', OS_USERNAME: 'demo' },
      ...{
        OS_PASSWORD: 'demo',
        OS_PROJECT_NAME: 'demo',
        OS_USER_DOMAIN_ID: 'default',
        OS_PROJECT_DOMAIN_ID: 'default',
      },
    },
  };
}

/**
 * Starts a separate management cluster, and creates an offering for Magnum's API. Call `close` at the end to pause the
 * offering. Magnum's API refuses orders if a later test file adds a second active offering.
 */
export async function magnumOn(endpoints: Endpoints): Promise<{ access: MagnumAccess; close(): Promise<void> }> {
  const management = await startSimulator('cluster-api');
  await management.setDelays({ pace: 0.01 });
  const offer = await sellClusterApi(endpoints, simulatedManagement(management.printed));
  const access = await openMagnum(endpoints, offer);
  return {
    access,
    async close() {
      await personAt(endpoints, 'staff').call('POST', `marketplace-provider-offerings/${offer.offering}/pause/`);
      await management.stop();
    },
  };
}

/** Runs the command `openstack` and returns its output. */
export const openstackCommand =
  (python: string, { env }: MagnumAccess) =>
  async (command: string): Promise<string> => {
    const args = ['-W', 'ignore', '-m', 'openstackclient.shell', ...command.split(' ')];
    const { stdout } = await execute(python, args, { timeout: COMMAND_MS, env: { ...process.env, SHELL, ...env } });
    return stdout.trim();
  };

export const hasGo = spawnSync('go', ['version']).status === 0;
export const BUILD_MS = 300_000;
/** The machine images that the programs use. Terraform needs only the first one. */
const IMAGES = ['ubuntu-2204-kube-v1.33.5', 'ubuntu-2204-kube-v1.34.2'];

/** Builds a program of `../magnum`, runs it as a user of the cloud, and returns its output. */
export async function runGo(name: 'gophercloud' | 'terraform', { env }: MagnumAccess): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `paddock-${name}-`));
  const program = join(folder, name);
  const source = fileURLToPath(new URL(`../magnum/${name}/`, import.meta.url));
  try {
    await execute('go', ['build', '-o', program, '.'], { cwd: source, timeout: BUILD_MS });
    const user = { ...process.env, ...env, OS_DOMAIN_ID: 'default' };
    return (await execute(program, IMAGES, { env: user, timeout: BUILD_MS })).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
