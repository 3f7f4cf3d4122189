import type { Uuid } from '../_core/identifier.ts';
import { type AccessPurpose, accessAccountsOf, isEndedAccess } from './cluster-access.ts';

/** Default lifetime of a kubeconfig. */
const USUAL_TTL_SECONDS = 3600;
export const usualTtl = (maxSeconds: number): number => Math.min(USUAL_TTL_SECONDS, maxSeconds);

const PURPOSE: AccessPurpose = 'kubeconfig';
type Account = { labels: Readonly<Record<string, string>> };

/** The accounts of the cluster's kubeconfigs: valid and expired ones. */
export function issuedKubeconfigs<A extends Account>(accounts: readonly A[], clusterUuid: Uuid, now: Date) {
  const ours = accessAccountsOf(accounts, clusterUuid, PURPOSE);
  const isOver = (account: A): boolean => isEndedAccess(account, now);
  return { live: ours.filter((account) => !isOver(account)), over: ours.filter(isOver) };
}
