import { type RancherOptions, settingsSecretName, vaultSecret } from '../../domain/service-settings.ts';
import type { Secrets } from '../../ports/runtime.ts';
import type { VaultSessions } from '../../ports/vault.ts';
import { type Connect, connectJson } from '../json-client.ts';
import { parseSecret } from '../parse-secret.ts';
import { checkVault } from './check-vault.ts';
import { provisioningCredentials } from './provisioning-credentials.ts';
import { vaultSession } from './vault-session.ts';

type Options = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to reach a backend; tests look at, or disturb, what goes over it. */
  connect?: Connect;
};

/** Opening asks the secret store only; the token is sent, and may be refused, with each call. */
export const vaultSessions = ({ secrets, stage, connect = connectJson }: Options): VaultSessions => ({
  async open(settings) {
    const { version, name, options } = settings;
    const { vault } = options;
    if (vault === undefined) return undefined;
    const owner = `Vault of ${name}`;
    const { token } = parseSecret(
      vaultSecret,
      await secrets.find(settingsSecretName(stage, 'vault', settings), version),
      owner,
    );
    const address = vaultAddress(vault);
    const { verifyTls } = vault;
    const session = vaultSession(connect({ backend: owner, baseUrl: address, verifyTls }), token);
    return { address, verifyTls, ...provisioningCredentials(session), check: () => checkVault(session) };
  },
});

/** A host without a scheme is served over https, as Waldur has it. */
export function vaultAddress({ host, port }: Pick<NonNullable<RancherOptions['vault']>, 'host' | 'port'>): string {
  const origin = /^https?:\/\//.test(host) ? host : `https://${host}`;
  return `${origin.replace(/\/+$/, '')}:${port}`;
}
