import { z } from 'zod';
import { type JsonCall, type JsonClient, path } from '#shared/adapters/json-client';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { BackendNotFound, BackendUnauthorized } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterKey, LoginRight, RancherAccount } from '#shared/ports/rancher/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';

const USERS = '/v3/users';
const GLOBAL_BINDINGS = '/v3/globalrolebindings';
/** Rancher's global role for signing in, without any other right. Role bindings give access to clusters. */
const LOGIN_ROLE = 'user-base';

const text = z.string().nullish();
const account = z
  .object({
    id: z.string().min(1),
    username: text,
    name: text,
    enabled: z.boolean().nullish(),
    labels: z.record(z.string(), z.string()).nullish(),
  })
  .transform(
    ({ id, username, name, enabled, labels }): RancherAccount => ({
      id,
      username: username ?? '',
      name: name ?? '',
      // Rancher omits `enabled` for an account that was never blocked.
      isEnabled: enabled ?? true,
      labels: labels ?? {},
    }),
  );
const loginRight = z
  .object({ id: z.string().min(1), globalRoleId: text, userId: text })
  .transform(({ id, globalRoleId, userId }): LoginRight & { role: string } => ({
    id,
    userId: userId ?? '',
    role: globalRoleId ?? '',
  }));

type Accounts = Pick<
  Rancher,
  | 'listAccounts'
  | 'findAccount'
  | 'listAccountsNamed'
  | 'createAccount'
  | 'changeAccount'
  | 'deleteAccount'
  | 'listLoginRights'
  | 'allowLogin'
>;

export const accounts = (session: RancherSession): Accounts => ({
  listAccounts: () => session.list({ op: 'listAccounts', path: USERS, item: account, where: NO_CRITERIA }),

  findAccount: (id) => session.find({ op: 'findAccount', path: `${USERS}${path`/${id}`}`, reply: account }),

  listAccountsNamed: (username) =>
    session.list({
      op: 'listAccountsNamed',
      path: USERS,
      item: account,
      where: { username: { is: username, of: (it) => it.username } },
    }),

  createAccount(wanted) {
    const body = { ...wanted, enabled: true };
    return session.call({ op: 'createAccount', method: 'POST', path: USERS, body, reply: account });
  },

  async changeAccount(id, { isEnabled, ...change }) {
    const body = { ...(isEnabled !== undefined && { enabled: isEnabled }), ...change };
    const to = `${USERS}${path`/${id}`}`;
    await session.call({ op: 'changeAccount', method: 'PUT', path: to, body, reply: z.unknown() });
  },

  deleteAccount: (id) =>
    ignoreNotFound(
      session.call({ op: 'deleteAccount', method: 'DELETE', path: `${USERS}${path`/${id}`}`, reply: z.unknown() }),
    ),

  async listLoginRights() {
    const listed = await session.list({
      op: 'listLoginRights',
      path: GLOBAL_BINDINGS,
      item: loginRight,
      where: { globalRoleId: { is: LOGIN_ROLE, of: (it) => it.role } },
    });
    return listed.flatMap(({ id, userId }) => (userId !== '' ? [{ id, userId }] : []));
  },

  async allowLogin(userId) {
    const body = { globalRoleId: LOGIN_ROLE, userId };
    await session.call({ op: 'allowLogin', method: 'POST', path: GLOBAL_BINDINGS, body, reply: z.unknown() });
  },
});

type AccountKeys = Pick<Rancher, 'createAccountKey' | 'opensCluster'>;
const TOKENS = '/v3/tokens';
/**
 * Lifetime of the session in which a key is created. The lifetime is short, so that no request is needed to end the
 * session.
 */
const SESSION_MS = 60_000;

const session = z.object({ token: z.string().min(1) });
/**
 * The answer when Rancher creates a key. Only this answer contains the key, as `name:secret`. Rancher sets `expiresAt`
 * later, so it is computed here. `ttl` is the lifetime in milliseconds; 0 means no expiry.
 */
const madeKey = z
  .object({ id: z.string().min(1), token: z.string().min(1), createdTS: z.number(), ttl: z.number() })
  .transform(
    ({ id, token, createdTS, ttl }): ClusterKey => ({
      id,
      bearer: token,
      ...(ttl > 0 && { expiresAt: new Date(createdTS + ttl).toISOString() }),
    }),
  );

/**
 * API keys for all accounts except the provider's own account. Rancher creates a key only for the account that is
 * signed in. So Paddock signs in at `/v3-public` with the name and password of the account that needs a key.
 */
export function accountKeys(client: JsonClient): AccountKeys {
  const as = async <T>(bearer: string, call: JsonCall<T>): Promise<T> =>
    (await client({ ...call, headers: { authorization: `Bearer ${bearer}` } })).body;

  async function signIn({ username, password }: { username: string; password: string }) {
    const login = { username, password, responseType: 'json', ttl: SESSION_MS, description: 'making a key' };
    const { body } = await client({
      op: 'signInAsAccount',
      method: 'POST',
      path: '/v3-public/localProviders/local',
      query: { action: 'login' },
      body: login,
      reply: session,
      secrets: [password],
    });
    return body;
  }

  return {
    async createAccountKey(account, { clusterId, description, ttlMs }): Promise<ClusterKey> {
      const { token: bearer } = await signIn(account);
      const body = { type: 'token', clusterId, description, ttl: ttlMs };
      return as(bearer, { op: 'createAccountKey', method: 'POST', path: TOKENS, body, reply: madeKey });
    },

    async opensCluster(bearer, clusterId) {
      try {
        await as(bearer, {
          op: 'openCluster',
          method: 'GET',
          path: path`/v3/clusters/${clusterId}`,
          reply: z.unknown(),
        });
        return true;
      } catch (error) {
        if (error instanceof BackendUnauthorized || error instanceof BackendNotFound) return false;
        throw error;
      }
    },
  };
}
