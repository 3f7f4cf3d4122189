import { z } from 'zod';
import type { KeycloakUser, KeycloakUsers } from '../../ports/keycloak.ts';
import { NO_CRITERIA } from '../list-selection.ts';
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
const BRIEF = { briefRepresentation: true };
const PAGE_SIZE = 100;

export const users = ({ call, find, list }: AdminSession): KeycloakUsers => {
  async function findUser(username: string): Promise<KeycloakUser | undefined> {
    // The library omits an empty name, and Keycloak would then list all users.
    if (username === '') return undefined;
    const found = list({
      op: 'findUser',
      item: keycloakUser,
      where: { username: { is: username.toLowerCase(), of: (it) => it.username } },
      ask: (keycloak, page) => keycloak.users.find({ ...page, exact: true, ...BRIEF }),
    });
    for await (const user of found) return user;
    return undefined;
  }
  const listUsers = () =>
    list({
      op: 'listUsers',
      item: keycloakUser,
      where: NO_CRITERIA,
      ask: (keycloak, page) => keycloak.users.find({ ...page, ...BRIEF }),
    });
  const countUsers = () =>
    call({ op: 'countUsers', ask: (keycloak, at) => keycloak.users.count(at), reply: z.number() });

  async function* candidates(names: ReadonlySet<string>): AsyncGenerator<KeycloakUser> {
    if (names.size > 2 && names.size > Math.ceil((await countUsers()) / PAGE_SIZE)) return yield* listUsers();
    for (const name of names) {
      const user = await findUser(name);
      if (user) yield user;
    }
  }

  return {
    findUser,
    listUsers,
    findUserById: (id) =>
      find({
        op: 'findUserById',
        ids: { id },
        ask: (keycloak, at) => keycloak.users.findOne(at),
        reply: keycloakUser,
      }),
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
