import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import { keycloakSecret } from '#shared/domain/providers/service-settings';
import type { KeycloakSessions } from '../../ports/keycloak.ts';
import type { Clock } from '../../ports/runtime.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { type AdminClient, type ConnectAdmin, connectAdmin } from './admin-client.ts';
import { adminSession } from './admin-session.ts';
import { checkKeycloak, tryGroupRights } from './check-keycloak.ts';
import { events } from './events.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

type Options = Omit<SessionOptions, 'connect'> & { connect?: ConnectAdmin; clock: Clock };

/**
 * Opens sessions with a provider's Keycloak. `open` only reads the stored password. Keycloak checks the password at the
 * first call.
 */
export const keycloakSessions = ({ connect = connectAdmin, clock, ...stored }: Options): KeycloakSessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { keycloak } = options;
    if (!keycloak) return undefined;
    const owner = `Keycloak of ${name}`;
    const { password } = await readSettingsSecret(stored, settings, 'keycloak', keycloakSecret, owner);
    const { url, verifyTls } = keycloak;
    const client = connect({ backend: owner, baseUrl: url, verifyTls });
    // Calls of a check have a shorter timeout, because a user waits for the result.
    const impatient: AdminClient = (call) => client({ timeoutMs: CHECK_TIMEOUT_MS, ...call });
    const account = { ...keycloak, password };
    const session = adminSession(client, account, clock);
    const checked = adminSession(impatient, account, clock);
    return {
      ...{ ...groups(session), ...users(session), ...events(session) },
      check: () => checkKeycloak(adminSession(impatient, account, clock), keycloak),
      logIn: () => checked.logIn(),
      tryGroupRights: () => tryGroupRights(checked),
    };
  },
});
