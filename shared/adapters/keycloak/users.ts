import { z } from 'zod';
import type { KeycloakUser, KeycloakUsers } from '../../ports/keycloak.ts';
import { path } from '../json-client.ts';
import { EVERYTHING } from '../selection.ts';
import type { AdminSession } from './admin-session.ts';

export const keycloakUser = z
  .object({
    id: z.string().min(1),
    username: z.string().min(1),
    email: z.string().optional(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    enabled: z.boolean(),
  })
  .transform(
    ({ id, username, enabled, email, firstName, lastName }): KeycloakUser => ({
      ...{ id, username, enabled },
      ...(email !== undefined && { email }),
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    }),
  );
const BRIEF = { briefRepresentation: 'true' };
const PAGE_SIZE = 100;

export const users = ({ call, find, list }: AdminSession): KeycloakUsers => {
  async function findUser(username: string): Promise<KeycloakUser | undefined> {
    const found = list({
      ...{ op: 'findUser', path: '/users', item: keycloakUser, view: { exact: 'true', ...BRIEF } },
      where: { username: { is: username.toLowerCase(), of: (it) => it.username } },
    });
    for await (const user of found) return user;
    return undefined;
  }
  const listUsers = () => list({ op: 'listUsers', path: '/users', view: BRIEF, item: keycloakUser, where: EVERYTHING });
  const countPages = async () =>
    Math.ceil((await call({ op: 'countUsers', method: 'GET', path: '/users/count', reply: z.number() })) / PAGE_SIZE);

  async function* candidates(names: ReadonlySet<string>): AsyncGenerator<KeycloakUser> {
    if (names.size > 2 && names.size > (await countPages())) return yield* listUsers();
    for (const name of names) {
      const user = await findUser(name);
      if (user) yield user;
    }
  }

  return {
    findUser,
    listUsers,
    findUserById: (id) => find({ op: 'findUserById', path: path`/users/${id}`, reply: keycloakUser }),
    async findUsers(usernames) {
      const names = new Set(usernames.map((name) => name.toLowerCase()));
      const found = new Map<string, KeycloakUser>();
      for await (const user of candidates(names)) {
        if (names.has(user.username)) found.set(user.username, user);
        if (found.size === names.size) break;
      }
      return found;
    },
  };
};
