import nodeVault from 'node-vault';
import { z } from 'zod';
import { type JsonCall, type JsonClient, path } from '../json-client.ts';
import { ignoreNotFound, unlessNotFound } from '../not-found.ts';

/** One request to Vault. `path` is below the API's version: `sys/policy/x`. */
export type VaultCall<T> = Pick<JsonCall<T>, 'op' | 'path' | 'reply' | 'secrets'>;

export type VaultSession = {
  read<T>(call: VaultCall<T>): Promise<T>;
  /** Answers undefined for 404: an unknown object, or a secret with deleted versions only. */
  find<T>(call: VaultCall<T>): Promise<T | undefined>;
  write<T>(call: VaultCall<T> & { body: unknown }): Promise<T>;
  /** Succeeds when it is gone; Vault answers 204 then, too. */
  remove(op: string, path: string): Promise<void>;
};

/** The request that node-vault passes to its transport, with our own call. */
type Asked = {
  method: JsonCall<unknown>['method'];
  path: string;
  json?: unknown;
  call: VaultCall<unknown>;
};

/**
 * node-vault over the shared client of all backends, with timeouts, certificates, proxies and named errors. Vault
 * answers 204 without a body, or 200 with `warnings`.
 */
export function vaultSession(client: JsonClient, token: string): VaultSession {
  const send = async ({ method, path: below, json, call }: Asked) => {
    const { secrets = [], ...named } = call;
    const { body } = await client({
      ...named,
      method,
      body: json,
      path: `/v1${below}`,
      // Without the library's own headers, which may contain the environment's namespace for another Vault.
      headers: { 'x-vault-token': token },
      secrets: [token, ...secrets],
    });
    // The client has thrown for a refusal.
    return { statusCode: 200, body };
  };
  // Without `debug` the library would print what it writes when the environment has DEBUG.
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
/** KV version 2 keeps versions under `data` and everything else under `metadata`. Slashes of the path stay. */
export const secretPathIn = (part: 'data' | 'metadata', secretPath: string): string =>
  `secret/${part}${secretPath
    .split('/')
    .map((segment) => path`/${segment}`)
    .join('')}`;
