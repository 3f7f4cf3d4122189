import { z } from 'zod';
import { type CredentialCheck, failedCheck, passedCheck, type Tried } from '#shared/domain/providers/credential-check';
import { BackendRejected, BackendUnauthorized, Misconfigured } from '../../errors.ts';
import type { AdminSession } from './admin-session.ts';
import { events } from './events.ts';

type Names = { realm: string; userRealm: string; username: string; syncFrequency: number };

const TRIED: Tried = {
  name: 'Keycloak',
  address: 'keycloak_url',
  tls: 'keycloak_ssl_verify',
  credential: 'keycloak_password',
};

/** Checks that the account can log in to `userRealm`, and manage groups of `realm`. Writes nothing. */
export async function checkKeycloak(session: AdminSession, names: Names): Promise<CredentialCheck[]> {
  const { userRealm, username } = names;
  try {
    await session.logIn();
  } catch (error) {
    return [failedLogin(error, names)];
  }
  const login = [
    passedCheck('keycloak_url', 'Keycloak answers.'),
    passedCheck('keycloak_password', `${username} can log in to realm ${userRealm}.`),
  ];
  const realm = await checkRealm(session, names);
  return [...login, realm, ...(realm.ok ? [await checkEvents(session, names)] : [])];
}

function failedLogin(error: unknown, { userRealm, username }: Names): CredentialCheck {
  if (error instanceof Misconfigured) {
    const message = `Keycloak has no realm ${userRealm}, or is not at this address (before Keycloak 17 the address ends with /auth).`;
    return { option: 'keycloak_user_realm', ok: false, message };
  }
  if (error instanceof BackendRejected || error instanceof BackendUnauthorized) {
    const message = `Realm ${userRealm} does not let ${username} log in with this password: check user name and password.`;
    return { option: 'keycloak_password', ok: false, message };
  }
  return failedCheck(error, TRIED);
}

/**
 * Tries to create a group without a name. Keycloak checks rights before it checks the request. So it answers 400 if the
 * account may create groups, and 403 if not. A list of groups would not show that the right is missing, because
 * Keycloak then returns an empty list (measured on 26.7).
 */
export async function tryGroupRights(session: AdminSession): Promise<void> {
  try {
    await session.call({ op: 'probeGroups', ask: ({ groups }, at) => groups.create(at), reply: z.unknown() });
  } catch (error) {
    if (!(error instanceof BackendRejected)) throw error;
  }
}

async function checkRealm(session: AdminSession, { realm, username }: Names): Promise<CredentialCheck> {
  const passed = passedCheck('keycloak_realm', `${username} may manage groups and members in realm ${realm}.`);
  try {
    await tryGroupRights(session);
    return passed;
  } catch (error) {
    if (error instanceof Misconfigured) {
      return { option: 'keycloak_realm', ok: false, message: `Keycloak has no realm ${realm}: check its name.` };
    }
    if (error instanceof BackendUnauthorized) {
      const message = `${username} may not manage groups in realm ${realm}: give that user the role manage-users of the client realm-management.`;
      return { option: 'keycloak_username', ok: false, message };
    }
    return failedCheck(error, TRIED);
  }
}

/**
 * Reports whether Paddock can read sign-in events from Keycloak. With these events, users who were given access before
 * their first sign-in get this access sooner. The events are not necessary, so the check also passes without them.
 */
async function checkEvents(session: AdminSession, { realm, syncFrequency }: Names): Promise<CredentialCheck> {
  try {
    const { signIns } = await events(session).readEventSources();
    const message = signIns
      ? 'Paddock sees sign-ins: users who are given access before their first sign-in get this access right after they sign in.'
      : `Paddock does not see sign-ins: users who are given access before their first sign-in get this access up to ${syncFrequency} minutes after they sign in. To let Paddock see sign-ins, let realm ${realm} save user events and give the account the role view-events.`;
    return passedCheck('keycloak_sync_frequency', message);
  } catch (error) {
    return failedCheck(error, TRIED);
  }
}
