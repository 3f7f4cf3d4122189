import { decodeJwt } from 'jose';
import { z } from 'zod';
import { BackendUnauthorized, Misconfigured } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Classify } from '../backend-request.ts';
import type { AdminClient } from './admin-client.ts';

export type Account = { userRealm: string; username: string; password: string };
export type KeycloakToken = { value: string; refreshToken: string | undefined; expiresAt: Date };

/** A client that every realm has and that needs no secret. In the realm `master`, its tokens expire after a minute. */
const CLIENT = 'admin-cli';
const reply = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
});
/** Keycloak answers 400, not 401, for a wrong password, a disabled account and an ended session (measured on 26.7). */
const classify: Classify = (status) => {
  if (status === 400) return BackendUnauthorized;
  return status === 404 ? Misconfigured : undefined;
};

/**
 * Logs in to the account's realm. Throws BackendUnauthorized if the account is refused, and Misconfigured if the realm
 * is missing.
 */
export async function logIn(client: AdminClient, account: Account, clock: Clock): Promise<KeycloakToken> {
  const { username, password } = account;
  return ask(client, account, clock, { op: 'logIn', grant: { grantType: 'password', username, password } });
}

/**
 * Renews the token within the same session. With a new login for each token, a long job would open one session in
 * Keycloak for each minute. If the session has ended, logs in again.
 */
export async function renewLogin(
  client: AdminClient,
  account: Account,
  clock: Clock,
  { refreshToken }: KeycloakToken,
): Promise<KeycloakToken> {
  if (refreshToken === undefined) return logIn(client, account, clock);
  try {
    return await ask(client, account, clock, { op: 'renewLogin', grant: { grantType: 'refresh_token', refreshToken } });
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) throw error;
    return logIn(client, account, clock);
  }
}

type Grant =
  | { grantType: 'password'; username: string; password: string }
  | { grantType: 'refresh_token'; refreshToken: string };

async function ask(
  client: AdminClient,
  { userRealm, password }: Account,
  clock: Clock,
  { op, grant }: { op: string; grant: Grant },
): Promise<KeycloakToken> {
  const askedAt = clock.now().getTime();
  const { body } = await client({
    op,
    realm: userRealm,
    classify,
    secrets: [password, ...('refreshToken' in grant ? [grant.refreshToken] : [])],
    async ask(keycloak) {
      await keycloak.auth({ clientId: CLIENT, ...grant });
      const { accessToken, refreshToken } = keycloak;
      return { accessToken, refreshToken, ...decodeJwt(accessToken ?? '') };
    },
    reply,
  });
  // The token's lifetime is `exp` minus `iat`. So a difference between Keycloak's clock and ours does not matter.
  const expiresAt = new Date(askedAt + (body.exp - body.iat) * 1000);
  return { value: body.accessToken, refreshToken: body.refreshToken, expiresAt };
}
