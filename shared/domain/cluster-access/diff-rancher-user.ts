import type { Uuid } from '../_core/identifier.ts';
import { fullNameOf, type User } from '../identity/user.ts';
import type { WantedLink } from './followed-roles.ts';
import type { RancherUser, RancherUserLink } from './rancher-user.ts';

export type FoundAccount = { id: string; username: string; isEnabled: boolean };
export type FoundBinding = { id: string; placeId: string; roleTemplateId: string };

/** All that is known of one user at one provider. */
export type RancherUserFacts = {
  /** Who he is here; absent when there is no such user any more, or he may not sign in. */
  user?: User | undefined;
  wanted: readonly WantedLink[];
  record?: RancherUser | undefined;
  links: readonly RancherUserLink[];
  /** Clusters in which roles are neither given nor taken. */
  leftBe: ReadonlySet<Uuid>;
  /** The account that is marked as his in Rancher. */
  account?: FoundAccount | undefined;
  mayLogIn: boolean;
  /** Of that account. */
  bindings: readonly FoundBinding[];
};
/** What is to be done, in records first: what is recorded is found again when an answer is lost. */
export type RancherUserDiff = {
  /** Roles that are not recorded yet. */
  grant: WantedLink[];
  /** Recorded, and not in Rancher. */
  bind: RancherUserLink[];
  /** In Rancher under another id than is recorded. */
  renote: { link: RancherUserLink; bindingId: string }[];
  /** Recorded, and wanted by nobody; with the bindings that go. */
  revoke: { link: RancherUserLink; bindingIds: string[] }[];
  makeAccount: boolean;
  /** Rancher's right to sign in, which somebody may have taken away. */
  allowLogin: boolean;
  /** `remove`: record and account. */
  account: 'keep' | 'unblock' | 'block' | 'remove';
  /** The user's name has changed. */
  rename: boolean;
};

/** A blocked account is kept for so long, so that who gets a role again is who he was in Rancher. */
export const KEPT_BLOCKED_MS = 24 * 3600 * 1000;

const keyOf = (placeId: string, role: string): string => `${placeId} ${role}`;
const keyOfLink = ({ placeId, role }: RancherUserLink): string => keyOf(placeId, role);

/** What one user's account and its roles in Rancher lack. Roles that are not recorded are somebody else's doing, and stay. */
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
 * Who has lost every role is blocked at once, and deleted a day later; whose clusters are all gone, links and all, is deleted with them.
 * Who was blocked by somebody else stays so.
 */
function standingOf({ record, links }: RancherUserFacts, isWanted: boolean, now: Date): RancherUserDiff['account'] {
  if (!record) return 'keep';
  const { blockedAt } = record;
  if (isWanted) return blockedAt === undefined ? 'keep' : 'unblock';
  if (blockedAt === undefined) return links.length === 0 ? 'remove' : 'block';
  return now.getTime() - Date.parse(blockedAt) >= KEPT_BLOCKED_MS ? 'remove' : 'keep';
}

/** Whether there is nothing to be done. */
export const isReconciled = (diff: RancherUserDiff): boolean =>
  [diff.grant, diff.bind, diff.renote, diff.revoke].every((it) => it.length === 0) &&
  !(diff.makeAccount || diff.allowLogin || diff.rename) &&
  diff.account === 'keep';
