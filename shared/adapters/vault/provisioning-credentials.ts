import { z } from 'zod';
import type { Vault } from '../../ports/vault.ts';
import { policyPath, rolePath, secretPathIn, type VaultSession } from './vault-session.ts';

const readOnly = (secretPath: string) =>
  JSON.stringify({ path: { [secretPathIn('data', secretPath)]: { capabilities: ['read'] } } });

/** A machine logs in once, within the hour, and its token reads once (docs/spec/backends.md#vault). */
const ONE_USE = {
  secret_id_ttl: '60m',
  secret_id_num_uses: 1,
  token_num_uses: 1,
  token_ttl: '60m',
  token_max_ttl: '60m',
} as const;

const dataOf = <T>(data: z.ZodType<T>) => z.object({ data }).transform((reply) => reply.data);
const secretData = dataOf(z.object({ data: z.record(z.string(), z.string()) }));

/** Policies, AppRoles and secrets. Writing an existing one replaces it; a role keeps its id. */
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
