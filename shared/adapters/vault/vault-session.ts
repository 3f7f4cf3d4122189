import { z } from 'zod';
import { ignoreNotFound } from '../ignore-not-found.ts';
import { type JsonCall, type JsonClient, path } from '../json-client.ts';
import { unlessNotFound } from '../unless-not-found.ts';

export type VaultSession = {
  call<T>(call: JsonCall<T>): Promise<T>;
  /** What is there, or undefined: 404 for what is unknown and for a secret of which only deleted versions are left. */
  find<T>(call: Omit<JsonCall<T>, 'method'>): Promise<T | undefined>;
  /** Gone is fine, although Vault answers 204 then too. */
  remove(op: string, path: string): Promise<void>;
};

/** Calls under a token. 204 where there is nothing to say, 200 with `warnings` where Vault would rather have it otherwise. */
export function vaultSession(client: JsonClient, token: string): VaultSession {
  const call = async <T>({ secrets = [], ...request }: JsonCall<T>): Promise<T> =>
    (await client({ ...request, headers: { 'x-vault-token': token }, secrets: [token, ...secrets] })).body;
  return {
    call,
    find: (request) => unlessNotFound(call({ ...request, method: 'GET' })),
    remove: (op, below) => ignoreNotFound(call({ op, method: 'DELETE', path: below, reply: z.unknown() })),
  };
}

export const policyPath = (name: string): string => `/v1/sys/policy${path`/${name}`}`;
export const rolePath = (name: string): string => `/v1/auth/approle/role${path`/${name}`}`;
/** KV version 2 keeps a secret's versions under `data` and all else under `metadata`; the path's slashes stay. */
export const secretPathIn = (part: 'data' | 'metadata', secretPath: string): string =>
  `/v1/secret/${part}${secretPath
    .split('/')
    .map((segment) => path`/${segment}`)
    .join('')}`;
