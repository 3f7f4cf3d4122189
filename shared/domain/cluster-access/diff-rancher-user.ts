import type { Uuid } from '../_core/identifier.ts';
import type { LifecycleState } from '../_core/lifecycle-state.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { fullNameOf, type User } from '../identity/user.ts';
import type { RoleGrant, RoleName } from '../organizations/role.ts';
import type { ProjectRole } from './project-roles.ts';
import type { RancherUser, RancherUserLink } from './rancher-user.ts';

export type FoundAccount = { id: string; username: string; isEnabled: boolean };
export type FoundUserBinding = { id: string; placeId: string; roleTemplateId: string };

/** All facts about one user at one provider. */
export type RancherUserFacts = {
  /** The user. Undefined if the user no longer exists or is not allowed to sign in. */
  user?: User | undefined;
  wanted: readonly WantedLink[];
  record?: RancherUser | undefined;
  links: readonly RancherUserLink[];
  /** Clusters in which this sync changes no roles. */
  leftBe: ReadonlySet<Uuid>;
  /** The account in Rancher that has the user's label. */
  account?: FoundAccount | undefined;
  mayLogIn: boolean;
  /** The account's role bindings in clusters. */
  bindings: readonly FoundUserBinding[];
  projectRoles: readonly ProjectRole[];
};
/**
 * Everything that must be done so that records and Rancher match. A record is written before Rancher is called, so that
 * the next run finds a new object even if Rancher's answer is lost.
 */
export type RancherUserDiff = {
  /** Wanted roles that are not recorded yet. */
  grant: WantedLink[];
  /** Recorded roles for which Rancher has no role binding. */
  bind: RancherUserLink[];
  /** Roles whose role binding in Rancher has another id than the record says. */
  renote: { link: RancherUserLink; bindingId: string }[];
  /** Recorded roles that the user must lose, with their role bindings in Rancher. */
  revoke: { link: RancherUserLink; bindingIds: string[] }[];
  makeAccount: boolean;
  /** Somebody has removed the account's right to sign in to Rancher, so the account gets it back. */
  allowLogin: boolean;
  /** What to do with the account. `remove` deletes the account and its record. */
  account: 'keep' | 'unblock' | 'block' | 'remove';
  /** The user's name has changed, so the account gets the new name. */
  rename: boolean;
  /** The account's roles in projects of Rancher have changed, so they are recorded. */
  noteProjectRoles: boolean;
};

/** How long a blocked account is kept. A user who gets a role again in this time gets the old account back. */
export const KEPT_BLOCKED_MS = 24 * 3600 * 1000;

const keyOf = (placeId: string, role: string): string => `${placeId} ${role}`;
const keyOfLink = ({ placeId, role }: RancherUserLink): string => keyOf(placeId, role);

/**
 * Compares a user's account and roles in Rancher with the account and roles that the user should have. A role binding
 * without a record stays, because somebody else has made the binding.
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
    noteProjectRoles: facts.record !== undefined && !isSameValue(facts.record.projectRoles ?? [], facts.projectRoles),
  };
}

/**
 * What to do with a user's account. If the user should have no role any more, the account is blocked at once and
 * deleted a day later. If the account has no recorded roles, because the clusters of all roles are gone, the account is
 * deleted at once. An account that somebody else has blocked stays blocked.
 */
function standingOf({ record, links }: RancherUserFacts, isWanted: boolean, now: Date): RancherUserDiff['account'] {
  if (!record) return 'keep';
  const { blockedAt } = record;
  if (isWanted) return blockedAt === undefined ? 'keep' : 'unblock';
  if (blockedAt === undefined) return links.length === 0 ? 'remove' : 'block';
  return now.getTime() - Date.parse(blockedAt) >= KEPT_BLOCKED_MS ? 'remove' : 'keep';
}

export const isReconciled = (diff: RancherUserDiff): boolean =>
  [diff.grant, diff.bind, diff.renote, diff.revoke].every((it) => it.length === 0) &&
  !(diff.makeAccount || diff.allowLogin || diff.rename || diff.noteProjectRoles) &&
  diff.account === 'keep';

/**
 * The role in a Rancher cluster for each role in Paddock, as in Waldur. Project members may only read. Rancher has no
 * role that only reads a whole cluster, so project members get no role in the cluster.
 */
const RANCHER_ROLE: Readonly<Record<RoleName, 'cluster-owner' | 'cluster-member' | undefined>> = {
  'CUSTOMER.OWNER': 'cluster-owner',
  'PROJECT.MANAGER': 'cluster-owner',
  'PROJECT.ADMIN': 'cluster-member',
  'PROJECT.MEMBER': undefined,
};

const FOLLOWED: readonly LifecycleState[] = ['OK', 'UPDATE_SCHEDULED', 'UPDATING', 'ERRED'];
/**
 * Whether the sync leaves the cluster's roles alone, because the cluster is being created or deleted, or is not in
 * Rancher yet.
 */
export const isIgnored = ({ state, backendId }: Pick<Cluster, 'state' | 'backendId'>): boolean =>
  !FOLLOWED.includes(state) || backendId === '';

type WantedLink = { cluster: Cluster; role: string };

/** The role in Rancher that each user should have in each cluster. Of several roles, the strongest counts. */
export function followedRoles(
  clusters: readonly Cluster[],
  grantsOf: (scopeUuid: Uuid) => readonly RoleGrant[],
): Map<Uuid, WantedLink[]> {
  const wanted = new Map<Uuid, WantedLink[]>();
  for (const cluster of clusters) {
    for (const [userUuid, role] of rolesIn(cluster, grantsOf)) {
      wanted.set(userUuid, [...(wanted.get(userUuid) ?? []), { cluster, role }]);
    }
  }
  return wanted;
}

function rolesIn(
  { customerUuid, projectUuid }: Cluster,
  grantsOf: (scopeUuid: Uuid) => readonly RoleGrant[],
): Map<Uuid, string> {
  const roles = new Map<Uuid, string>();
  for (const { userUuid, role } of [...grantsOf(customerUuid), ...grantsOf(projectUuid)]) {
    const given = RANCHER_ROLE[role];
    if (given && roles.get(userUuid) !== 'cluster-owner') roles.set(userUuid, given);
  }
  return roles;
}
