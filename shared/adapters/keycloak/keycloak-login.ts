import { z } from 'zod';
import { BackendUnauthorized, Misconfigured } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import { type Classify, type JsonClient, path } from '../json-client.ts';

export type Account = { userRealm: string; username: string; password: string };
export type KeycloakToken = { value: string; refreshToken: string | undefined; expiresAt: Date };

/** The client that every realm has, without a secret. Its tokens live a minute in the realm `master`. */
const CLIENT = 'admin-cli';
const reply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
});
/** Keycloak answers 400, not 401, for a wrong password, a disabled account and an ended session (measured on 26.7). */
const classify: Classify = (status) => {
  if (status === 400) return BackendUnauthorized;
  return status === 404 ? Misconfigured : undefined;
};

/**
 * A token of the account's realm. Throws BackendUnauthorized for a refused account, and Misconfigured for a missing
 * realm.
 */
export async function logIn(client: JsonClient, account: Account, clock: Clock): Promise<KeycloakToken> {
  const { username, password } = account;
  return ask(client, account, clock, { op: 'logIn', form: { grant_type: 'password', username, password } });
}

/**
 * Continues the same session, so that a long job leaves one session in Keycloak, not one for each minute. An ended
 * session is replaced.
 */
export async function renewLogin(
  client: JsonClient,
  account: Account,
  clock: Clock,
  { refreshToken }: KeycloakToken,
): Promise<KeycloakToken> {
  if (refreshToken === undefined) return logIn(client, account, clock);
  try {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return await ask(client, account, clock, { op: 'renewLogin', form });
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) throw error;
    return logIn(client, account, clock);
  }
}

async function ask(
  client: JsonClient,
  { userRealm, password }: Account,
  clock: Clock,
  { op, form }: { op: string; form: Record<string, string> },
): Promise<KeycloakToken> {
  const askedAt = clock.now().getTime();
  const { body } = await client({
    op,
    method: 'POST',
    path: path`/realms/${userRealm}/protocol/openid-connect/token`,
    form: { client_id: CLIENT, ...form },
    reply,
    classify,
    secrets: [password, ...(form.refresh_token === undefined ? [] : [form.refresh_token])],
  });
  const expiresAt = new Date(askedAt + body.expires_in * 1000);
  return { value: body.access_token, refreshToken: body.refresh_token, expiresAt };
}
