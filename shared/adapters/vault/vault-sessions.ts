import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import { type RancherOptions, vaultSecret } from '#shared/domain/providers/service-settings';
import type { VaultSessions } from '../../ports/vault.ts';
import { connectJson, withCallTimeout } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { checkVault } from './check-vault.ts';
import { provisioningCredentials, vaultSession } from './vault-session.ts';

/** Opens sessions with a provider's Vault. `open` only reads the stored token. Vault checks the token at each call. */
export const vaultSessions = ({ connect = connectJson, ...stored }: SessionOptions): VaultSessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { vault } = options;
    if (vault === undefined) return undefined;
    const owner = `Vault of ${name}`;
    const { token } = await readSettingsSecret(stored, settings, 'vault', vaultSecret, owner);
    const address = vaultAddress(vault);
    const { verifyTls } = vault;
    const client = connect({ backend: owner, baseUrl: address, verifyTls });
    const check = () => checkVault(vaultSession(withCallTimeout(client, CHECK_TIMEOUT_MS), token));
    return { address, verifyTls, ...provisioningCredentials(vaultSession(client, token)), check };
  },
});

/** Address of a Vault. If the host has no scheme, https is used, as in Waldur. */
export function vaultAddress({ host, port }: Pick<NonNullable<RancherOptions['vault']>, 'host' | 'port'>): string {
  const origin = /^https?:\/\//.test(host) ? host : `https://${host}`;
  return `${origin.replace(/\/+$/, '')}:${port}`;
}
