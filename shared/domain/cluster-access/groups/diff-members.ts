import type { Uuid } from '#shared/domain/_core/identifier';
import type { MembershipState } from './keycloak-membership.ts';

/** A membership of one group, as recorded. */
export type WantedMember = { uuid: Uuid; username: string; state: MembershipState };
/** A member of the group in Keycloak; names are in lower case there. */
export type FoundMember = { id: string; username: string; firstName?: string; lastName?: string };

export type MemberDiff<W, F> = {
  /** In the group and recorded as PENDING: somebody else, or an earlier attempt, put them in. */
  activate: { membership: W; user: F }[];
  /** Not in the group: whether they can be put in depends on whether there is such a user. */
  missing: W[];
  /** In the group, and nothing recorded says so (S0-144). */
  extra: F[];
};

/**
 * What one group's members lack. Keycloak's list is to be read before the records: who was granted access in between is then
 * recorded, and not taken for one who was put in by hand.
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
