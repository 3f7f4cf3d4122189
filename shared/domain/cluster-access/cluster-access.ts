import type { Uuid } from '../_core/identifier.ts';
import { CLUSTER_LABEL } from '../planning/naming.ts';
import type { ActingRole } from './acting-role.ts';

/**
 * The purpose of an account that has access to one cluster. `charts`: Paddock asks for charts on behalf of a user.
 * `acting`: Paddock does everything else on behalf of a user.
 */
export type AccessPurpose = 'acting' | 'argocd' | 'charts' | 'kubeconfig';
/** `userUuid` is the user on whose behalf the access exists. Argo CD's access belongs to no user. */
type Access = {
  clusterUuid: Uuid;
  purpose: AccessPurpose;
  role: ActingRole;
  endsAt: Date;
  userUuid?: Uuid | undefined;
};
type Labelled = { labels: Readonly<Record<string, string>> };

const PURPOSE = 'paddock.cloud/access';
const HOLDER = 'paddock.cloud/access-user';
const ROLE = 'paddock.cloud/access-role';
/**
 * Label with the end of the access in seconds since 1970. An ISO 8601 time is not possible, because the value of a
 * label must not contain colons.
 */
const ENDS = 'paddock.cloud/access-ends';

/** The roles as the value of a label, which must not contain slashes or colons. */
const roleText = ({ cluster, project }: ActingRole): string =>
  project === undefined ? cluster : `${cluster}.${project}`;

/**
 * Labels on an account in Rancher that gives access to one cluster. Paddock finds and removes the account by these
 * labels.
 */
export const accessLabels = ({ clusterUuid, purpose, role, endsAt, userUuid }: Access): Record<string, string> => ({
  [CLUSTER_LABEL]: clusterUuid,
  [PURPOSE]: purpose,
  [ROLE]: roleText(role),
  [ENDS]: String(Math.ceil(endsAt.getTime() / 1000)),
  ...(userUuid !== undefined && { [HOLDER]: userUuid }),
});

/** The accounts with access to the cluster. If purposes are given, only accounts for one of them. */
export const accessAccountsOf = <A extends Labelled>(
  accounts: readonly A[],
  clusterUuid: Uuid,
  purposes: readonly AccessPurpose[] = [],
): A[] =>
  accounts.filter(
    ({ labels }) =>
      labels[CLUSTER_LABEL] === clusterUuid &&
      labels[PURPOSE] !== undefined &&
      (purposes.length === 0 || purposes.some((purpose) => labels[PURPOSE] === purpose)),
  );

/** The end of the account's access. Undefined for an account without an end. */
export function endOfAccess({ labels }: Labelled): Date | undefined {
  const ends = Number(labels[ENDS]);
  return labels[ENDS] !== undefined && Number.isFinite(ends) ? new Date(ends * 1000) : undefined;
}

/** Whether the account is this user's account of this purpose in this cluster. */
export const isAccessOf = (
  { labels }: Labelled,
  { clusterUuid, purpose, userUuid }: Pick<Access, 'clusterUuid' | 'purpose'> & { userUuid: Uuid },
): boolean => labels[CLUSTER_LABEL] === clusterUuid && labels[PURPOSE] === purpose && labels[HOLDER] === userUuid;

/** Whether the account's access to a cluster has ended. False for an account without an end. */
export function isEndedAccess({ labels }: Labelled, now: Date): boolean {
  const ends = labels[ENDS];
  return labels[PURPOSE] !== undefined && ends !== undefined && Number(ends) * 1000 <= now.getTime();
}

/** Whether the account has other roles than these. False for an account of an earlier release, which names no roles. */
export const hasOtherRole = ({ labels }: Labelled, role: ActingRole): boolean =>
  labels[ROLE] !== undefined && labels[ROLE] !== roleText(role);

/**
 * The user, the cluster and the purpose of an account that acts for a user. Undefined for all other accounts. Also undefined for accounts
 * that an earlier release made, because their labels name no user. A kubeconfig of such an account stays valid until it
 * expires, even if the user loses the right to the cluster.
 */
export function holderOfAccess({
  labels,
}: Labelled): { userUuid: Uuid; clusterUuid: Uuid; isKubeconfig: boolean } | undefined {
  const [userUuid, clusterUuid] = [labels[HOLDER], labels[CLUSTER_LABEL]];
  if (userUuid === undefined || clusterUuid === undefined) return undefined;
  return { userUuid, clusterUuid, isKubeconfig: labels[PURPOSE] === KUBECONFIG };
}

/**
 * The lifetime that Paddock requests for Argo CD's token: the lifetime of Rancher's kubeconfig tokens. Rancher may set
 * a shorter lifetime.
 */
export const ARGOCD_TOKEN_LIFE_MS = 30 * 24 * 3_600_000;
/**
 * A token is renewed when only this part of its lifetime is left, so that it stays valid even if a provider is down for
 * days.
 */
const RENEW_WITH_LEFT = 1 / 3;

/** The time at which a token must be renewed if it is created now. Undefined if the token never expires. */
export function renewalOf(now: Date, expiresAt: string | undefined): string | undefined {
  if (expiresAt === undefined) return undefined;
  const life = Date.parse(expiresAt) - now.getTime();
  return new Date(now.getTime() + life * (1 - RENEW_WITH_LEFT)).toISOString();
}

/** Default lifetime of a kubeconfig. */
const USUAL_TTL_SECONDS = 3600;
export const usualTtl = (maxSeconds: number): number => Math.min(USUAL_TTL_SECONDS, maxSeconds);

const KUBECONFIG: AccessPurpose = 'kubeconfig';
type Account = { labels: Readonly<Record<string, string>> };

/**
 * The accounts of the cluster's kubeconfigs. `live` has the accounts of valid kubeconfigs, and `over` has the accounts
 * of expired kubeconfigs.
 */
export function issuedKubeconfigs<A extends Account>(accounts: readonly A[], clusterUuid: Uuid, now: Date) {
  const ours = accessAccountsOf(accounts, clusterUuid, [KUBECONFIG]);
  const isOver = (account: A): boolean => isEndedAccess(account, now);
  return { live: ours.filter((account) => !isOver(account)), over: ours.filter(isOver) };
}
