import nodeVault from 'node-vault';
import { z } from 'zod';
import type { Vault } from '../../ports/vault.ts';
import { type JsonCall, type JsonClient, path } from '../json-client.ts';
import { ignoreNotFound, unlessNotFound } from '../not-found.ts';

/** One request to Vault. `path` begins after the API's version, for example `sys/policy/x`. */
export type VaultCall<T> = Pick<JsonCall<T>, 'op' | 'path' | 'reply' | 'secrets'>;

export type VaultSession = {
  read<T>(call: VaultCall<T>): Promise<T>;
  /** Returns undefined if Vault answers 404. Then the object is unknown, or all versions of the secret are deleted. */
  find<T>(call: VaultCall<T>): Promise<T | undefined>;
  write<T>(call: VaultCall<T> & { body: unknown }): Promise<T>;
  /** Deletes an object. Also succeeds if the object is already gone, because Vault then answers 204, too. */
  remove(op: string, path: string): Promise<void>;
};

/** The request that node-vault passes to its transport. `call` is the request that Paddock made. */
type Asked = {
  method: JsonCall<unknown>['method'];
  path: string;
  json?: unknown;
  call: VaultCall<unknown>;
};

/**
 * Opens node-vault with the HTTP client for backends as its transport. This client has timeouts, certificates and
 * proxies, and throws the Backend* errors. Vault answers a successful write with 204 and no body, or with 200 and
 * `warnings`.
 */
export function vaultSession(client: JsonClient, token: string): VaultSession {
  const send = async ({ method, path: below, json, call }: Asked) => {
    const { secrets = [], ...named } = call;
    const { body } = await client({
      ...named,
      method,
      body: json,
      path: `/v1${below}`,
      // Drops the headers of node-vault. These headers may contain a namespace from the environment, which is meant for
      // another Vault.
      headers: { 'x-vault-token': token },
      secrets: [token, ...secrets],
    });
    // The client throws if Vault refuses the request, so here the request has succeeded.
    return { statusCode: 200, body };
  };
  // The default `debug` of node-vault would print requests with their secrets if the environment variable DEBUG is set.
  const vault = nodeVault({ token, debug: () => undefined, 'request-promise': { defaults: () => send } });
  const read = <T>(call: VaultCall<T>): Promise<T> => vault.read(call.path, { call });
  return {
    read,
    find: (call) => unlessNotFound(read(call)),
    write: ({ body, ...call }) => vault.write(call.path, body, { call }),
    remove: (op, below) => ignoreNotFound(vault.delete(below, { call: { op, path: below, reply: z.unknown() } })),
  };
}

export const policyPath = (name: string): string => `sys/policy${path`/${name}`}`;
export const rolePath = (name: string): string => `auth/approle/role${path`/${name}`}`;
/**
 * API path of a secret. KV version 2 has the versions of a secret under `data`, and its metadata under `metadata`.
 * Slashes in the secret's path are not encoded.
 */
export const secretPathIn = (part: 'data' | 'metadata', secretPath: string): string =>
  `secret/${part}${secretPath
    .split('/')
    .map((segment) => path`/${segment}`)
    .join('')}`;

const readOnly = (secretPath: string) =>
  JSON.stringify({ path: { [secretPathIn('data', secretPath)]: { capabilities: ['read'] } } });

/**
 * Limits of a role. A machine must log in within an hour, and can log in once. Its token can read the secret once
 * (docs/spec/backends.md#vault).
 */
const ONE_USE = {
  secret_id_ttl: '60m',
  secret_id_num_uses: 1,
  token_num_uses: 1,
  token_ttl: '60m',
  token_max_ttl: '60m',
} as const;

const dataOf = <T>(data: z.ZodType<T>) => z.object({ data }).transform((reply) => reply.data);
const secretData = dataOf(z.object({ data: z.record(z.string(), z.string()) }));

/** Policies, AppRoles and secrets in Vault. A write replaces an object that exists, but a role keeps its id. */
export const provisioningCredentials = ({
  find,
  write,
  remove,
}: VaultSession): Omit<Vault, 'address' | 'verifyTls' | 'check'> => ({
  async putReadPolicy(name, secretPath) {
    const body = { policy: readOnly(secretPath) };
    await write({ op: 'putPolicy', path: policyPath(name), body, reply: z.unknown() });
  },

  async putRole(name, policy) {
    const body = { token_policies: [policy], ...ONE_USE };
    await write({ op: 'putRole', path: rolePath(name), body, reply: z.unknown() });
  },

  async findRoleId(name) {
    const reply = dataOf(z.object({ role_id: z.string().min(1) }));
    return (await find({ op: 'findRoleId', path: `${rolePath(name)}/role-id`, reply }))?.role_id;
  },

  async issueSecretId(role) {
    const reply = dataOf(z.object({ secret_id: z.string().min(1) }));
    const path = `${rolePath(role)}/secret-id`;
    return (await write({ op: 'issueSecretId', path, body: {}, reply })).secret_id;
  },

  async putSecret(secretPath, data) {
    const path = secretPathIn('data', secretPath);
    const secrets = Object.values(data);
    await write({ op: 'putSecret', path, body: { data }, reply: z.unknown(), secrets });
  },

  findSecret: async (secretPath) =>
    (await find({ op: 'findSecret', path: secretPathIn('data', secretPath), reply: secretData }))?.data,

  async hasPolicy(name) {
    const reply = dataOf(z.object({ rules: z.string() }));
    return (await find({ op: 'findPolicy', path: policyPath(name), reply })) !== undefined;
  },

  deletePolicy: (name) => remove('deletePolicy', policyPath(name)),
  deleteRole: (name) => remove('deleteRole', rolePath(name)),
  deleteSecret: (secretPath) => remove('deleteSecret', secretPathIn('metadata', secretPath)),
});
