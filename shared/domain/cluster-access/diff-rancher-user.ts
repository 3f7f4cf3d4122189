import type { Uuid } from '../_core/identifier.ts';
import { fullNameOf, type User } from '../identity/user.ts';
import type { WantedLink } from './followed-roles.ts';
import type { RancherUser, RancherUserLink } from './rancher-user.ts';

export type FoundAccount = { id: string; username: string; isEnabled: boolean };
export type FoundBinding = { id: string; placeId: string; roleTemplateId: string };

/** All facts about one user at one provider. */
export type RancherUserFacts = {
  /** The user. Absent if there is no such user, or if the user may not sign in. */
  user?: User | undefined;
  wanted: readonly WantedLink[];
  record?: RancherUser | undefined;
  links: readonly RancherUserLink[];
  /** Clusters in which roles are neither granted nor revoked. */
  leftBe: ReadonlySet<Uuid>;
  /** The account that is marked as the user's in Rancher. */
  account?: FoundAccount | undefined;
  mayLogIn: boolean;
  /** Bindings of that account. */
  bindings: readonly FoundBinding[];
};
/** The actions. Records are written first, so that an object is found again if an answer is lost. */
export type RancherUserDiff = {
  /** Roles that are not recorded yet. */
  grant: WantedLink[];
  /** Recorded, and not in Rancher. */
  bind: RancherUserLink[];
  /** In Rancher, but with another id than the recorded one. */
  renote: { link: RancherUserLink; bindingId: string }[];
  /** Recorded, but no longer wanted; with the bindings to remove. */
  revoke: { link: RancherUserLink; bindingIds: string[] }[];
  makeAccount: boolean;
  /** Whether to restore Rancher's right to sign in, which somebody has removed. */
  allowLogin: boolean;
  /** `remove`: delete record and account. */
  account: 'keep' | 'unblock' | 'block' | 'remove';
  /** The user's name has changed. */
  rename: boolean;
};

/** A blocked account is kept this long. A user who gets a role again then has the same account in Rancher. */
export const KEPT_BLOCKED_MS = 24 * 3600 * 1000;

const keyOf = (placeId: string, role: string): string => `${placeId} ${role}`;
const keyOfLink = ({ placeId, role }: RancherUserLink): string => keyOf(placeId, role);

/**
 * Compares one user's account and roles in Rancher with the wanted ones. Roles that are not recorded were given by
 * others, and stay.
 */
export function diffRancherUser(facts: RancherUserFacts, now: Date): RancherUserDiff {
  const { user, wanted, links, leftBe, account, bindings } = facts;
  const needed = new Map(user ? wanted.map((it) => [keyOf(it.cluster.backendId, it.role), it]) : []);
  const recorded = new Set(links.map(keyOfLink));
  const present = Map.groupBy(bindings, (it) => keyOf(it.placeId, it.roleTemplateId));
  const idsOf = (link: RancherUserLink) => (present.get(keyOfLink(link)) ?? []).map(({ id }) => id);

  const kept = links.filter((link) => needed.has(keyOfLink(link)));
  const others = links.filter((link) => !needed.has(keyOfLink(link)));
  const gone = others.filter(({ clusterUuid }) => !leftBe.has(clusterUuid));
  const isWanted = user !== undefined && (needed.size > 0 || gone.length < others.length);
  return {
    grant: [...needed].filter(([key]) => !recorded.has(key)).map(([, it]) => it),
    bind: kept.filter((link) => idsOf(link).length === 0),
    renote: kept.flatMap((link) => {
      const ids = idsOf(link);
      const [first] = ids;
      return first === undefined || (link.bindingId !== undefined && ids.includes(link.bindingId))
        ? []
        : [{ link, bindingId: first }];
    }),
    revoke: gone.map((link) => ({ link, bindingIds: idsOf(link) })),
    makeAccount: needed.size > 0 && account === undefined,
    allowLogin: needed.size > 0 && !facts.mayLogIn,
    account: standingOf(facts, isWanted, now),
    rename:
      needed.size > 0 && facts.record !== undefined && user !== undefined && facts.record.fullName !== fullNameOf(user),
  };
}

/**
 * An account without any role is blocked at once, and deleted a day later. If all its clusters are gone, with their
 * links, it is deleted with them. An account that somebody else has blocked stays blocked.
 */
function standingOf({ record, links }: RancherUserFacts, isWanted: boolean, now: Date): RancherUserDiff['account'] {
  if (!record) return 'keep';
  const { blockedAt } = record;
  if (isWanted) return blockedAt === undefined ? 'keep' : 'unblock';
  if (blockedAt === undefined) return links.length === 0 ? 'remove' : 'block';
  return now.getTime() - Date.parse(blockedAt) >= KEPT_BLOCKED_MS ? 'remove' : 'keep';
}

/** Whether nothing has to be done. */
export const isReconciled = (diff: RancherUserDiff): boolean =>
  [diff.grant, diff.bind, diff.renote, diff.revoke].every((it) => it.length === 0) &&
  !(diff.makeAccount || diff.allowLogin || diff.rename) &&
  diff.account === 'keep';
