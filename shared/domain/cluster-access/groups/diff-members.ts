import type { Uuid } from '#shared/domain/_core/identifier';
import type { MembershipState } from './keycloak-membership.ts';

/** A recorded membership in a group. `keycloakUserId` is absent until Keycloak has had a user with the name. */
export type WantedMember = {
  uuid: Uuid;
  username: string;
  keycloakUserId?: string | undefined;
  state: MembershipState;
};
/** A member of the group in Keycloak. Keycloak stores usernames in lower case. */
export type FoundMember = { id: string; username: string; firstName?: string; lastName?: string };

export type MemberDiff<W, F> = {
  /**
   * Memberships that are recorded as PENDING, although their user is already in the group. The user was added by
   * somebody else, or by an earlier attempt whose answer was lost.
   */
  activate: { membership: W; user: F }[];
  /** Memberships whose user is not in the group. The user is added if Keycloak has the user. */
  missing: W[];
  /** Members of the group who have no recorded membership (S0-144). */
  extra: F[];
};

/**
 * Compares the members of a group with its memberships. A membership whose user is known matches this user only, under
 * whatever name. Any other membership matches a user with its username. The caller must read Keycloak's list first and the records
 * after it. Otherwise a user whose membership is granted between the two reads would look like somebody who was added
 * by hand.
 */
export function diffMembers<W extends WantedMember, F extends FoundMember>(
  wanted: readonly W[],
  found: readonly F[],
): MemberDiff<W, F> {
  const byId = new Map(found.map((user) => [user.id, user]));
  const byName = new Map(found.map((user) => [user.username.toLowerCase(), user]));
  const members = new Set<string>();
  const diff: MemberDiff<W, F> = { activate: [], missing: [], extra: [] };
  for (const membership of wanted) {
    const { keycloakUserId: id, username } = membership;
    const user = id === undefined ? byName.get(username.toLowerCase()) : byId.get(id);
    if (user) members.add(user.id);
    if (!user) diff.missing.push(membership);
    else if (membership.state === 'PENDING') diff.activate.push({ membership, user });
  }
  diff.extra.push(...found.filter(({ id }) => !members.has(id)));
  return diff;
}
