import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { EVERYTHING } from '#shared/adapters/selection';
import type { Rancher } from '#shared/ports/rancher';
import type { LoginRight, RancherAccount } from '#shared/ports/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';

const USERS = '/v3/users';
const GLOBAL_BINDINGS = '/v3/globalrolebindings';
/** Permits signing in, nothing else. Role bindings decide about clusters. */
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
      // Rancher omits the field for accounts that were never blocked.
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
  'listAccounts' | 'createAccount' | 'changeAccount' | 'deleteAccount' | 'listLoginRights' | 'allowLogin'
>;

/** Rancher's own accounts, and which of them may sign in. */
export const accounts = (session: RancherSession): Accounts => ({
  listAccounts: () => session.list({ op: 'listAccounts', path: USERS, item: account, where: EVERYTHING }),

  createAccount(wanted) {
    const body = { ...wanted, enabled: true };
    return session.call({ op: 'createAccount', method: 'POST', path: USERS, body, reply: account });
  },

  async changeAccount(id, { isEnabled, name }) {
    const body = { ...(isEnabled !== undefined && { enabled: isEnabled }), ...(name !== undefined && { name }) };
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
