import { keycloakSecret } from '../../domain/service-settings.ts';
import type { KeycloakSessions } from '../../ports/keycloak.ts';
import { connectJson } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { checkKeycloak } from './check-keycloak.ts';

/** Opening asks the secret store only; the password is sent, and may be refused, with each login. */
export const keycloakSessions = ({ connect = connectJson, ...stored }: SessionOptions): KeycloakSessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { keycloak } = options;
    if (!keycloak) return undefined;
    const owner = `Keycloak of ${name}`;
    const { password } = await readSettingsSecret(stored, settings, 'keycloak', keycloakSecret, owner);
    const { url, verifyTls } = keycloak;
    const client = connect({ backend: owner, baseUrl: url, verifyTls });
    return { check: () => checkKeycloak(client, { ...keycloak, password }) };
  },
});
