import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pythonVenv } from '#infra/local/emulator/python-venv';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { type Simulator, startSimulator } from '../start-simulator.ts';

/** Tests the simulators with the usual Python libraries, with typical calls. */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const INSTALL_MS = 300_000;
const DAY_MS = 60_000;
/**
 * Each command of `openstack` loads its modules separately. Some 450 commands take half a minute on an idle machine.
 */
const SHELL_MS = 240_000;
const execute = promisify(execFile);
const ofVault = z.object({ root_token: z.string() });
const ofCloud = z.object({
  auth_url: z.string(),
  admin: z.object({ password: z.string() }),
  external_network_id: z.string(),
});
const ofKeycloak = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });
let python: string;

beforeAll(async () => {
  const logDir = localLogDir('clients');
  mkdirSync(logDir, { recursive: true });
  const requirements = join(HERE, 'requirements.txt');
  python = await pythonVenv({ what: 'the Python clients', requirements }, { home: localHome(), logDir });
}, INSTALL_MS);

/** The output of the program. The program exits with a code other than 0 if an answer is unexpected. */
async function spend(program: string, simulator: Simulator, args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(python, ['-W', 'ignore', join(HERE, program), ...args], { timeout: SHELL_MS });
    return stdout.trim();
  } finally {
    await simulator.stop();
  }
}

test('hvac works with the Vault simulator', { timeout: DAY_MS }, async () => {
  const simulator = await startSimulator('vault');
  const { root_token } = ofVault.parse(simulator.printed);
  expect(await spend('hvac_day.py', simulator, [simulator.url, root_token])).toBe('done');
});

test('openstacksdk works with the OpenStack simulator', { timeout: DAY_MS }, async () => {
  const simulator = await startSimulator('openstack');
  await simulator.setDelays({ serverBuild: 100, serverDelete: 100, volumeCreate: 50, volumeDelete: 50 });
  const { auth_url, admin, external_network_id } = ofCloud.parse(simulator.printed);
  expect(await spend('openstacksdk_day.py', simulator, [auth_url, admin.password, external_network_id])).toBe('done');
});

test('python-keycloak works with the Keycloak simulator', { timeout: DAY_MS }, async () => {
  const simulator = await startSimulator('keycloak');
  const { username, password } = ofKeycloak.parse(simulator.printed).admin;
  expect(await spend('python_keycloak_day.py', simulator, [simulator.url, username, password])).toMatch(/^done/);
});

test('the command `openstack` works with the OpenStack simulator', { timeout: SHELL_MS }, async () => {
  const simulator = await startSimulator('openstack');
  await simulator.setDelays({ serverBuild: 100, serverDelete: 100, volumeCreate: 50, volumeDelete: 50 });
  const { auth_url, admin, external_network_id } = ofCloud.parse(simulator.printed);
  const script = join(HERE, 'openstackclient_day.txt');
  const args = [script, auth_url, admin.password, external_network_id];
  expect(await spend('openstackclient_day.py', simulator, args)).toMatch(/^done/);
});
