import { z } from 'zod';
import { vaultNames } from '#shared/domain/planning/naming';
import { type CredentialCheck, failedCheck } from '#shared/domain/providers/credential-check';
import { AppError, BackendNotFound, BackendUnauthorized } from '../../errors.ts';
import { policyPath, rolePath, secretPathIn, type VaultSession } from './vault-session.ts';

/**
 * Names for a uuid that no cluster has. The names are only used to check rights. Nothing is written under these names.
 */
const { policy, role, secretPath } = vaultNames('0'.repeat(32));

/**
 * Rights that the token needs, by API path. Vault distinguishes `create` from `update`; roles and secrets need both.
 */
const NEEDED: readonly (readonly [path: string, rights: readonly string[]])[] = [
  [policyPath(policy), ['read', 'update', 'delete']],
  [rolePath(role), ['create', 'update', 'delete']],
  [`${rolePath(role)}/role-id`, ['read']],
  [`${rolePath(role)}/secret-id`, ['update']],
  [secretPathIn('data', secretPath), ['create', 'update', 'read']],
  [secretPathIn('metadata', secretPath), ['delete']],
];

/**
 * Checks that Vault accepts the token, and reports when the token expires. Then checks the rights of the token, and
 * that AppRole and the secrets engine are mounted as expected.
 */
export async function checkVault(session: VaultSession): Promise<CredentialCheck[]> {
  const token = await checkToken(session);
  if (!token.every((check) => check.ok)) return token;
  return [...token, ...(await Promise.all([checkRights(session), checkAppRole(session), checkSecretsEngine(session)]))];
}

const passed = (option: string, message: string): CredentialCheck => ({ option, ok: true, message });
const failed = (option: string, message: string): CredentialCheck => ({ option, ok: false, message });
/** Runs one check. The result of a failed check shows Vault's message, which contains no secret. */
async function tried(option: string, check: () => Promise<CredentialCheck>): Promise<CredentialCheck> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError) return failed(option, error.message);
    throw error;
  }
}

async function checkToken({ read }: VaultSession): Promise<CredentialCheck[]> {
  const reply = z.object({ data: z.object({ expire_time: z.string().nullish() }) });
  const reached = passed('vault_host', 'Vault answers.');
  try {
    const { data } = await read({ op: 'lookUpToken', path: 'auth/token/lookup-self', reply });
    const validity = data.expire_time ? `is valid until ${data.expire_time}` : 'does not expire';
    return [reached, passed('vault_token', `The token ${validity}.`)];
  } catch (error) {
    if (error instanceof BackendUnauthorized) {
      return [
        reached,
        failed(
          'vault_token',
          `Vault does not accept the token, or the token lacks the policy "default", which it needs to look itself up. Create a new token. ${error.message}`,
        ),
      ];
    }
    return [unreached(error)];
  }
}

const TRIED = { name: 'Vault', address: 'vault_host', tls: 'vault_tls_verify', credential: 'vault_token' };
/**
 * The result for a Vault that cannot be reached. Vault's own message is shown only if it is "Vault is sealed", because
 * other messages may have details that the provider's operator should not read.
 */
const unreached = (error: unknown): CredentialCheck =>
  error instanceof AppError && /Vault is sealed/.test(error.message)
    ? failed('vault_host', 'Vault is sealed: unseal it.')
    : failedCheck(error, TRIED);

const checkRights = ({ write }: VaultSession) =>
  tried('vault_token', async () => {
    const body = { paths: NEEDED.map(([path]) => path) };
    const reply = z.object({ data: z.record(z.string(), z.unknown()) });
    const path = 'sys/capabilities-self';
    const { data } = await write({ op: 'readCapabilities', path, body, reply });
    const lacking = NEEDED.flatMap(([path, rights]) => {
      const has = z.array(z.string()).catch([]).parse(data[path]);
      const lacks = has.includes('root') ? [] : rights.filter((right) => !has.includes(right));
      return lacks.length === 0 ? [] : [`${lacks.join(', ')} on ${patternOf(path)}`];
    });
    if (lacking.length === 0) return passed('vault_token', 'The token has all rights that provisioning needs.');
    return failed('vault_token', `The token lacks these rights: ${lacking.join('; ')}. Grant them by a policy.`);
  });

/**
 * The path as an operator writes it in a policy for all clusters: `*` matches the end of a path, `+` matches one
 * segment.
 */
const patternOf = (path: string): string => path.replace(/[^/]*0{32}(?=\/)/, '+').replace(/0{32}$/, '*');

const checkAppRole = ({ read }: VaultSession) =>
  tried('vault_host', async () => {
    const path = `${rolePath(role)}/role-id`;
    const missing = 'AppRole is not enabled at auth/approle, where machines log in. Run: vault auth enable approle.';
    try {
      await read({ op: 'probeAppRole', path, reply: z.unknown() });
    } catch (error) {
      // If AppRole is not mounted, Vault answers 404 with a message, or 403 to a token that is not a root token. A 404
      // without a message only means that the role does not exist.
      const isUnserved = error instanceof BackendNotFound ? /no handler/.test(error.message) : false;
      if (isUnserved || error instanceof BackendUnauthorized) return failed('vault_host', missing);
      if (!(error instanceof BackendNotFound)) throw error;
    }
    return passed('vault_host', 'AppRole is enabled at auth/approle.');
  });

const checkSecretsEngine = ({ read }: VaultSession) =>
  tried('vault_host', async () => {
    const missing =
      'There is no KV engine of version 2 at secret/. Run: vault secrets enable -path=secret -version=2 kv.';
    const mount = z.object({ type: z.string(), options: z.record(z.string(), z.string()).nullish() });
    const path = 'sys/internal/ui/mounts/secret';
    try {
      const { data } = await read({ op: 'readMount', path, reply: z.object({ data: mount }) });
      if (data.type === 'kv' && data.options?.version === '2') {
        return passed('vault_host', 'A KV engine of version 2 is at secret/.');
      }
    } catch (error) {
      if (!(error instanceof BackendUnauthorized || error instanceof BackendNotFound)) throw error;
    }
    return failed('vault_host', missing);
  });
