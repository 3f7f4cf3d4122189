import { secretName } from '#shared/domain/_core/secret-name';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Secrets } from '#shared/ports/runtime';
import { someRancherSettings } from './builders/builders.ts';
import type { OpenedKeycloak } from './contracts/keycloak/keycloak-under-test.ts';
import { storedSecrets } from './contracts/stored-secrets.ts';

type Rancher = { url: string; key: { username: string; password: string } };

/**
 * The settings of a provider with this Rancher and the suite's Keycloak realm, and the secrets of that provider in the
 * stage.
 */
export function accessProvider(
  stage: string,
  { keycloak: { realm, backend }, rancher }: { keycloak: OpenedKeycloak; rancher: Rancher },
): { provider: RancherSettings; secrets: Pick<Secrets, 'find' | 'remove'> } {
  const provider = someRancherSettings();
  provider.options.backendUrl = rancher.url;
  const names = { realm, userRealm: 'master', username: backend.admin.username };
  provider.options.keycloak = { url: backend.url, ...names, syncFrequency: 15, verifyTls: true };
  const secrets = storedSecrets({
    [secretName(stage, 'keycloak', provider.uuid)]: { password: backend.admin.password },
    [secretName(stage, 'rancher', provider.uuid)]: rancher.key,
  });
  return { provider, secrets };
}
