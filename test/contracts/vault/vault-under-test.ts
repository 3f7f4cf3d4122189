import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Connect } from '#shared/adapters/json-client';
import { vaultSessions } from '#shared/adapters/vault/vault-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import { vaultNames } from '#shared/domain/planning/naming';
import type { Vault } from '#shared/ports/vault';
import { someRancherSettings } from '#test/builders/builders';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';

export type VaultUnderTest = {
  url: string;
  /** The root token, or another token with all rights. */
  token: string;
  /** Undefined for a real Vault, in which tests cannot inject failures. */
  simulator?: Simulator;
  stop(): Promise<void>;
};
export type Answer = { status: number; body: unknown };
export type OpenedVault = {
  backend: VaultUnderTest;
  vault: Vault;
  /**
   * Opens a session with another token, or without a token if `secret` is undefined. `connect` replaces the usual
   * connections.
   */
  open(secret: unknown, connect?: Connect): Promise<Vault>;
  /** Calls Vault's own API, without the adapter. */
  ask(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  /** Names for a new cluster. The suite removes the objects with these names when it closes. */
  newNames(): ReturnType<typeof vaultNames>;
  /**
   * Creates a policy, a role and a secret, and returns their new names. `logIn` logs a machine in and returns Vault's
   * answer.
   */
  aCluster(token: string): Promise<ReturnType<typeof vaultNames> & { logIn(secretId: string): Promise<Answer> }>;
  close(): Promise<void>;
};

export async function openVault(backend: VaultUnderTest): Promise<OpenedVault> {
  const ask = askerOf(backend);
  const open = openerOf(backend.url);
  const vault = await open({ token: backend.token });
  const made: ReturnType<typeof vaultNames>[] = [];
  const newNames = () => {
    const names = vaultNames(randomUUID().replaceAll('-', ''));
    made.push(names);
    return names;
  };
  return {
    ...{ backend, vault, ask, open, newNames },
    async aCluster(token) {
      const names = newNames();
      await vault.putReadPolicy(names.policy, names.secretPath);
      await vault.putRole(names.role, names.policy);
      await vault.putSecret(names.secretPath, { token });
      const role_id = await vault.findRoleId(names.role);
      return { ...names, logIn: (secret_id) => ask('POST', 'auth/approle/login', { role_id, secret_id }, '') };
    },
    async close() {
      for (const { role, policy, secretPath } of made) {
        await vault.deleteRole(role);
        await vault.deletePolicy(policy);
        await vault.deleteSecret(secretPath);
      }
      await backend.stop();
    },
  };
}

const askerOf =
  (backend: VaultUnderTest): OpenedVault['ask'] =>
  async (method, path, body, token = backend.token) => {
    const answer = await fetch(`${backend.url}/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== '' && { 'x-vault-token': token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };

const openerOf =
  (url: string): OpenedVault['open'] =>
  async (secret, connect) => {
    const { protocol, hostname, port } = new URL(url);
    const settings = someRancherSettings();
    const host = `${protocol}//${hostname}`;
    settings.options.vault = { host, port: Number(port || (protocol === 'https:' ? 443 : 80)), verifyTls: true };
    const secrets = storedSecrets(secret === undefined ? {} : { [secretName('test', 'vault', settings.uuid)]: secret });
    const vault = await vaultSessions({ secrets, stage: 'test', ...(connect && { connect }) }).open(settings);
    if (!vault) throw new Error('the settings have a Vault');
    return vault;
  };

const loggedIn = z.object({ auth: z.object({ client_token: z.string() }) });
export const tokenIn = ({ body }: Answer): string => loggedIn.parse(body).auth.client_token;
