import type { Uuid } from '#shared/domain/_core/identifier';
import type { MembershipState } from './keycloak-membership.ts';

/** A membership of one group, as recorded. */
export type WantedMember = { uuid: Uuid; username: string; state: MembershipState };
/** A member of the group in Keycloak. Keycloak keeps user names in lower case. */
export type FoundMember = { id: string; username: string; firstName?: string; lastName?: string };

export type MemberDiff<W, F> = {
  /**
   * Memberships that are recorded as PENDING although the user is in the group. Somebody else, or an earlier attempt,
   * has added the user.
   */
  activate: { membership: W; user: F }[];
  /** Memberships whose user is not in the group. The user is added if Keycloak knows the user name. */
  missing: W[];
  /** Members of the group without a membership on record (S0-144). */
  extra: F[];
};

/**
 * Compares the members of one group with its memberships. Read Keycloak's list before the records. In the other order,
 * a user whose membership is granted between the two reads would look like a member that somebody added by hand.
 */
export function diffMembers<W extends WantedMember, F extends FoundMember>(
  wanted: readonly W[],
  found: readonly F[],
): MemberDiff<W, F> {
  const members = new Map(found.map((user) => [user.username.toLowerCase(), user]));
  const names = new Set(wanted.map(({ username }) => username.toLowerCase()));
  const diff: MemberDiff<W, F> = { activate: [], missing: [], extra: [] };
  for (const membership of wanted) {
    const user = members.get(membership.username.toLowerCase());
    if (!user) diff.missing.push(membership);
    else if (membership.state === 'PENDING') diff.activate.push({ membership, user });
  }
  diff.extra.push(...found.filter(({ username }) => !names.has(username.toLowerCase())));
  return diff;
}
