import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Connection } from '#shared/adapters/backend-request';
import { type Connect, connectJson, type JsonCall } from '#shared/adapters/json-client';
import { vaultAddress, vaultSessions } from '#shared/adapters/vault/vault-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import { someRancherSettings } from '#test/builders/builders';
import { startSimulator } from './start-simulator.ts';
import { storedSecrets } from './stored-secrets.ts';
import type { VaultUnderTest } from './vault/vault-under-test.ts';
import { vaultContract } from './vault.contract.ts';

async function simulated(): Promise<VaultUnderTest> {
  const simulator = await startSimulator('vault');
  const { root_token } = z.object({ root_token: z.string() }).parse(simulator.printed);
  return { url: simulator.url, token: root_token, simulator, stop: simulator.stop };
}

/** `{url, token}` of a real Vault that tests may use. It has AppRole at `auth/approle` and KV version 2 at `secret`. */
const real = process.env.PADDOCK_REAL_VAULT;
if (real === undefined) {
  vaultContract('the Vault simulator', simulated, true);
} else {
  const { url, token } = z.object({ url: z.string(), token: z.string() }).parse(JSON.parse(real));
  vaultContract('a real Vault', async () => ({ url, token, stop: async () => {} }), false);
}

test.each([
  ['vault.example.org', 'https://vault.example.org:8200'],
  ['https://vault.example.org/', 'https://vault.example.org:8200'],
  ['http://127.0.0.1', 'http://127.0.0.1:8200'],
])('a provider’s Vault at %s is asked at %s (S0-284, S0-285)', (host, address) => {
  expect(vaultAddress({ host, port: 8200 })).toBe(address);
});

test.each([true, false])('its certificate is verified as the settings say: %s (S0-287)', async (verifyTls) => {
  const settings = someRancherSettings();
  settings.options.vault = { host: 'vault.example.org', port: 8200, verifyTls };
  const secrets = storedSecrets({ [secretName('test', 'vault', settings.uuid)]: { token: 'hvs.x' } });
  const connected: Connection[] = [];
  const connect: Connect = (connection) => {
    connected.push(connection);
    return connectJson(connection);
  };
  expect(await vaultSessions({ secrets, stage: 'test', connect }).open(settings)).toMatchObject({ verifyTls });
  expect(connected).toMatchObject([{ baseUrl: 'https://vault.example.org:8200', verifyTls }]);
});

async function recordedVault() {
  const settings = someRancherSettings();
  settings.options.vault = { host: 'vault.example.org', port: 8200, verifyTls: true };
  const secrets = storedSecrets({ [secretName('test', 'vault', settings.uuid)]: { token: 'hvs.x' } });
  const sent: JsonCall<unknown>[] = [];
  const connect: Connect = () => async (call) => {
    sent.push(call);
    return { body: call.reply.parse(undefined), bytes: 0, header: () => undefined };
  };
  const vault = await vaultSessions({ secrets, stage: 'test', connect }).open(settings);
  if (!vault) throw new Error('the settings have a Vault');
  return { vault, sent };
}
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('what the environment says of another Vault is not sent', async () => {
  for (const name of ['VAULT_NAMESPACE', 'VAULT_PREFIX', 'VAULT_TOKEN', 'VAULT_ADDR'])
    vi.stubEnv(name, `other-${name}`);
  const { vault, sent } = await recordedVault();
  await vault.putSecret('rancher/cluster-x', { token: 'registration-1' });
  expect(sent).toMatchObject([{ method: 'POST', path: '/v1/secret/data/rancher/cluster-x' }]);
  expect(sent[0]?.headers).toEqual({ 'x-vault-token': 'hvs.x' });
});

test('what is written is not printed, whatever is being debugged', async () => {
  const library = createRequire(createRequire(import.meta.url).resolve('node-vault'));
  const debug: { enable(names: string): void } = library('debug');
  debug.enable('node-vault');
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await (await recordedVault()).vault.putSecret('rancher/cluster-x', { token: 'registration-1' });
  expect(printed).not.toHaveBeenCalled();
});

test('a provider without a Vault has no session, and its secret is not looked for (S0-296)', async () => {
  const sessions = vaultSessions({ secrets: storedSecrets({}), stage: 'test' });
  expect(await sessions.open(someRancherSettings())).toBeUndefined();
});
