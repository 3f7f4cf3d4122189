import type { Uuid } from '../_core/identifier.ts';
import { CLUSTER_LABEL } from '../planning/naming.ts';

/** What an account that opens one cluster was made for. */
export type AccessPurpose = 'argocd' | 'kubeconfig';
/** `userUuid`: who has got it; nobody has Argo CD's. */
type Access = { clusterUuid: Uuid; purpose: AccessPurpose; endsAt: Date; userUuid?: Uuid | undefined };
type Labelled = { labels: Readonly<Record<string, string>> };

const PURPOSE = 'paddock.cloud/access';
const HOLDER = 'paddock.cloud/access-user';
/** Seconds since the epoch: a label holds no colons. */
const ENDS = 'paddock.cloud/access-ends';

/** Labels on an account of Rancher's that opens one cluster, by which it is found again and removed. */
export const accessLabels = ({ clusterUuid, purpose, endsAt, userUuid }: Access): Record<string, string> => ({
  [CLUSTER_LABEL]: clusterUuid,
  [PURPOSE]: purpose,
  [ENDS]: String(Math.ceil(endsAt.getTime() / 1000)),
  ...(userUuid !== undefined && { [HOLDER]: userUuid }),
});

/** The accounts that were made to open the cluster, for this purpose or for any. */
export const accessAccountsOf = <A extends Labelled>(
  accounts: readonly A[],
  clusterUuid: Uuid,
  purpose?: AccessPurpose,
): A[] =>
  accounts.filter(
    ({ labels }) =>
      labels[CLUSTER_LABEL] === clusterUuid &&
      labels[PURPOSE] !== undefined &&
      (purpose === undefined || labels[PURPOSE] === purpose),
  );

/** Whether it was made to open a cluster, and its time is over. An account that says nothing of an end is none of these. */
export function isEndedAccess({ labels }: Labelled, now: Date): boolean {
  const ends = labels[ENDS];
  return labels[PURPOSE] !== undefined && ends !== undefined && Number(ends) * 1000 <= now.getTime();
}

/** Who has got which cluster's kubeconfig; undefined for all else, and for one of an earlier release, which its time alone ends. */
export function holderOfAccess({ labels }: Labelled): { userUuid: Uuid; clusterUuid: Uuid } | undefined {
  const [userUuid, clusterUuid] = [labels[HOLDER], labels[CLUSTER_LABEL]];
  return userUuid === undefined || clusterUuid === undefined ? undefined : { userUuid, clusterUuid };
}
