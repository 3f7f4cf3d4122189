/** A user of Keycloak, as far as memberships need it. */
type RealmUser = { id: string; username: string };

export type MemberChanges<U extends RealmUser> = {
  add: U[];
  remove: U[];
  /** Usernames that Keycloak does not have. They get access by a later run, once Keycloak has them. */
  missing: string[];
};

/** What makes the members of a group those who have a role in the project. Users are compared by their ids. */
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
