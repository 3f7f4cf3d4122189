import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import { keycloakSecret } from '#shared/domain/providers/service-settings';
import type { KeycloakSessions } from '../../ports/keycloak.ts';
import type { Clock } from '../../ports/runtime.ts';
import { connectJson, withCallTimeout } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { adminSession } from './admin-session.ts';
import { checkKeycloak } from './check-keycloak.ts';
import { events } from './events.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

type Options = SessionOptions & { clock: Clock };

/** Opening reads the secret store only. The first call sends the password and may be refused. */
export const keycloakSessions = ({ connect = connectJson, clock, ...stored }: Options): KeycloakSessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { keycloak } = options;
    if (!keycloak) return undefined;
    const owner = `Keycloak of ${name}`;
    const { password } = await readSettingsSecret(stored, settings, 'keycloak', keycloakSecret, owner);
    const { url, verifyTls } = keycloak;
    const client = connect({ backend: owner, baseUrl: url, verifyTls });
    const account = { ...keycloak, password };
    const session = adminSession(client, account, clock);
    const check = () =>
      checkKeycloak(adminSession(withCallTimeout(client, CHECK_TIMEOUT_MS), account, clock), keycloak);
    return { ...groups(session), ...users(session), ...events(session), check };
  },
});
