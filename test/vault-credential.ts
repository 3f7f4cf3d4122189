import { z } from 'zod';
import type { JoinCredential } from '#shared/drivers/user-data-input';
import type { TestVault } from './simulators/vault/vault-client.ts';

const idIn = (body: unknown, field: string): string =>
  z
    .object({ data: z.record(z.string(), z.unknown()) })
    .transform(({ data }) => String(data[field]))
    .parse(body);

/**
 * Writes a cluster's token into Vault, where only the cluster's AppRole may read it. Returns the credential with which
 * one machine reads the token.
 */
export async function vaultCredential(
  { admin, writePolicy, url }: TestVault,
  registrationToken: string,
): Promise<Extract<JoinCredential, { from: 'vault' }>> {
  const secretPath = 'rancher/cluster-1';
  await writePolicy('p', { [`secret/data/${secretPath}`]: ['read'] });
  const limits = { secret_id_num_uses: 1, token_num_uses: 1, token_ttl: '60m' };
  await admin('POST', 'auth/approle/role/r', { token_policies: ['p'], ...limits });
  await admin('POST', `secret/data/${secretPath}`, { data: { token: registrationToken } });
  const roleId = idIn((await admin('GET', 'auth/approle/role/r/role-id')).body, 'role_id');
  const secretId = idIn((await admin('POST', 'auth/approle/role/r/secret-id')).body, 'secret_id');
  return { from: 'vault', address: url, verifyTls: true, roleId, secretId, secretPath };
}
