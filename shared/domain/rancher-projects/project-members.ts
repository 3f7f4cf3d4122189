/** A Keycloak user, with the fields that are needed to change the members of a group. */
type RealmUser = { id: string; username: string };

/** The format of user ids in Keycloak: a UUID, or `f:…` for a user of a user federation provider. */
const ID = /^(?:f:|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i;

/**
 * The users with these usernames who are already in the group. Paddock need not search for these users in Keycloak. The
 * key is the entry of `usernames` in lower case. An entry for which `isById` holds may also be the id of a user. If it
 * has the format of an id, it matches only the user with this id.
 */
export function usersAmongMembers<U extends RealmUser>(
  usernames: readonly string[],
  members: readonly U[],
  isById: (username: string) => boolean,
): Map<string, U> {
  const byId = new Map(members.map((user) => [user.id.toLowerCase(), user]));
  const byName = new Map(members.map((user) => [user.username.toLowerCase(), user]));
  const among = new Map<string, U>();
  for (const name of usernames) {
    const key = name.toLowerCase();
    const user = isById(name) ? (byId.get(key) ?? (ID.test(key) ? undefined : byName.get(key))) : byName.get(key);
    if (user) among.set(key, user);
  }
  return among;
}

export type MemberChanges<U extends RealmUser> = {
  add: U[];
  remove: U[];
  /** Usernames that Keycloak does not have yet. A later run adds these users to the group, once Keycloak has them. */
  missing: string[];
};

/**
 * The members to add and to remove, so that the group has exactly the users with a role in the project. Users are
 * compared by id.
 */
export function memberChanges<U extends RealmUser>(
  usernames: readonly string[],
  found: ReadonlyMap<string, U>,
  members: readonly U[],
): MemberChanges<U> {
  const wanted = new Map<string, U>();
  const missing: string[] = [];
  for (const username of usernames) {
    const user = found.get(username.toLowerCase());
    if (user) wanted.set(user.id, user);
    else missing.push(username);
  }
  const present = new Set(members.map(({ id }) => id));
  return {
    add: [...wanted.values()].filter(({ id }) => !present.has(id)),
    remove: members.filter(({ id }) => !wanted.has(id)),
    missing,
  };
}
