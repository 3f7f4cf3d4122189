import nodeVault from 'node-vault';
import { z } from 'zod';
import { ignoreNotFound } from '../ignore-not-found.ts';
import { type JsonCall, type JsonClient, path } from '../json-client.ts';
import { unlessNotFound } from '../unless-not-found.ts';

/** One request to Vault. `path` is below the API's version: `sys/policy/x`. */
export type VaultCall<T> = Pick<JsonCall<T>, 'op' | 'path' | 'reply' | 'secrets'>;

export type VaultSession = {
  read<T>(call: VaultCall<T>): Promise<T>;
  /** What is there, or undefined: 404 for what is unknown and for a secret of which only deleted versions are left. */
  find<T>(call: VaultCall<T>): Promise<T | undefined>;
  write<T>(call: VaultCall<T> & { body: unknown }): Promise<T>;
  /** Gone is fine, although Vault answers 204 then too. */
  remove(op: string, path: string): Promise<void>;
};

/** What node-vault asks its transport for, and our call, which it passes on. */
type Asked = {
  method: JsonCall<unknown>['method'];
  path: string;
  json?: unknown;
  call: VaultCall<unknown>;
};

/**
 * node-vault over the client that all backends share, which has timeouts, certificates, proxies and named errors. 204 where there is
 * nothing to say, 200 with `warnings` where Vault would rather have it otherwise.
 */
export function vaultSession(client: JsonClient, token: string): VaultSession {
  const send = async ({ method, path: below, json, call }: Asked) => {
    const { secrets = [], ...named } = call;
    const { body } = await client({
      ...{ ...named, method, body: json },
      path: `/v1${below}`,
      // The library's own headers may name a namespace that the environment has for another Vault.
      headers: { 'x-vault-token': token },
      secrets: [token, ...secrets],
    });
    // A refusal has been thrown by now.
    return { statusCode: 200, body };
  };
  // Without `debug` the library would print what it writes where the environment has DEBUG.
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
/** KV version 2 keeps a secret's versions under `data` and all else under `metadata`; the path's slashes stay. */
export const secretPathIn = (part: 'data' | 'metadata', secretPath: string): string =>
  `secret/${part}${secretPath
    .split('/')
    .map((segment) => path`/${segment}`)
    .join('')}`;
