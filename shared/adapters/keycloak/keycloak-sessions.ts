import { keycloakSecret, settingsSecretName } from '../../domain/service-settings.ts';
import type { KeycloakSessions } from '../../ports/keycloak.ts';
import type { Secrets } from '../../ports/runtime.ts';
import { type Connect, connectJson } from '../json-client.ts';
import { parseSecret } from '../parse-secret.ts';
import { checkKeycloak } from './check-keycloak.ts';

type Options = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to reach a backend; tests look at, or disturb, what goes over it. */
  connect?: Connect;
};

/** Opening asks the secret store only; the password is sent, and may be refused, with each login. */
export const keycloakSessions = ({ secrets, stage, connect = connectJson }: Options): KeycloakSessions => ({
  async open(settings) {
    const { version, name, options } = settings;
    const { keycloak } = options;
    if (!keycloak) return undefined;
    const stored = await secrets.find(settingsSecretName(stage, 'keycloak', settings), version);
    const { password } = parseSecret(keycloakSecret, stored, `Keycloak of ${name}`);
    const { url, verifyTls } = keycloak;
    const client = connect({ backend: `Keycloak of ${name}`, baseUrl: url, verifyTls });
    return { check: () => checkKeycloak(client, { ...keycloak, password }) };
  },
});
