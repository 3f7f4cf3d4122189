/** A user of Keycloak, as far as memberships need it. */
type RealmUser = { id: string; username: string };

/** The form of user ids in Keycloak: a UUID, or `f:…` for a user of a user federation provider. */
const ID = /^(?:f:|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i;

/**
 * The users of these usernames who are in the group already, by username in lower case. They need no look-up. With
 * `isById`, a username may be the id of a user. A username that has the form of an id then stands for that user only.
 */
export function usersAmongMembers<U extends RealmUser>(
  usernames: readonly string[],
  members: readonly U[],
  isById: boolean,
): Map<string, U> {
  const byId = new Map(members.map((user) => [user.id.toLowerCase(), user]));
  const byName = new Map(members.map((user) => [user.username.toLowerCase(), user]));
  const among = new Map<string, U>();
  for (const username of usernames.map((name) => name.toLowerCase())) {
    const user =
      (isById ? byId.get(username) : undefined) ?? (isById && ID.test(username) ? undefined : byName.get(username));
    if (user) among.set(username, user);
  }
  return among;
}

export type MemberChanges<U extends RealmUser> = {
  add: U[];
  remove: U[];
  /** Usernames that Keycloak does not have. They get access by a later run, once Keycloak has them. */
  missing: string[];
};

/** The changes after which a group has exactly the users with a role in the project. Users are compared by id. */
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
