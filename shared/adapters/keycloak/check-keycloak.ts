import { z } from 'zod';
import { CHECK_TIMEOUT_MS, type CredentialCheck, passedCheck } from '../../domain/credential-check.ts';
import { failedCheck, type Tried } from '../../domain/failed-check.ts';
import { BackendNotFound, BackendRejected, BackendUnauthorized } from '../../errors.ts';
import { type Classify, type JsonClient, path } from '../json-client.ts';

type Account = { realm: string; userRealm: string; username: string; password: string };

const TRIED: Tried = {
  name: 'Keycloak',
  address: 'keycloak_url',
  tls: 'keycloak_ssl_verify',
  credential: 'keycloak_password',
};
/** The client that every realm has and that needs no secret. */
const CLIENT = 'admin-cli';
const token = z.object({ access_token: z.string() });
/** A wrong password is 400 invalid_grant, not 401 (measured on 26.7). */
const wrongPassword: Classify = (status, message) =>
  status === 400 && /invalid/i.test(message) ? BackendUnauthorized : undefined;

function logIn(client: JsonClient, { userRealm, username, password }: Account) {
  return client({
    op: 'logIn',
    method: 'POST',
    path: path`/realms/${userRealm}/protocol/openid-connect/token`,
    form: { grant_type: 'password', client_id: CLIENT, username, password },
    reply: token,
    classify: wrongPassword,
    secrets: [password],
    timeoutMs: CHECK_TIMEOUT_MS,
  });
}

/** Whether the administrator can log in to the realm of users and may look after the realm of groups; nothing is written. */
export async function checkKeycloak(client: JsonClient, account: Account): Promise<CredentialCheck[]> {
  let bearer: string;
  try {
    bearer = (await logIn(client, account)).body.access_token;
  } catch (error) {
    return [failedLogin(error, account)];
  }
  const login = [
    passedCheck('keycloak_url', 'Keycloak answers.'),
    passedCheck('keycloak_password', `${account.username} can log in to realm ${account.userRealm}.`),
  ];
  return [...login, await checkRealm(client, bearer, account)];
}

function failedLogin(error: unknown, { userRealm, username }: Account): CredentialCheck {
  if (error instanceof BackendNotFound) {
    const message = `Keycloak has no realm ${userRealm}, or is not at this address (before 17 it ends with /auth).`;
    return { option: 'keycloak_user_realm', ok: false, message };
  }
  if (error instanceof BackendRejected || error instanceof BackendUnauthorized) {
    const message = `Realm ${userRealm} does not let ${username} log in with this password: check user name and password.`;
    return { option: 'keycloak_password', ok: false, message };
  }
  return failedCheck(error, TRIED);
}

async function checkRealm(client: JsonClient, bearer: string, { realm, username }: Account): Promise<CredentialCheck> {
  try {
    await client({
      op: 'readRealm',
      method: 'GET',
      path: path`/admin/realms/${realm}`,
      headers: { authorization: `Bearer ${bearer}` },
      reply: z.unknown(),
      secrets: [bearer],
      timeoutMs: CHECK_TIMEOUT_MS,
    });
    return passedCheck('keycloak_realm', `${username} may administer realm ${realm}.`);
  } catch (error) {
    if (error instanceof BackendNotFound) {
      return { option: 'keycloak_realm', ok: false, message: `Keycloak has no realm ${realm}: check its name.` };
    }
    if (error instanceof BackendUnauthorized) {
      const message = `${username} may not administer realm ${realm}: give that user the role realm-admin there.`;
      return { option: 'keycloak_username', ok: false, message };
    }
    return failedCheck(error, TRIED);
  }
}
