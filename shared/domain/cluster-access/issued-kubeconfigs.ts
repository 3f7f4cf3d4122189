import type { Uuid } from '../_core/identifier.ts';
import { type AccessPurpose, accessAccountsOf, isEndedAccess } from './cluster-access.ts';

/** What a kubeconfig lives when nobody says how long. */
const USUAL_TTL_SECONDS = 3600;
export const usualTtl = (maxSeconds: number): number => Math.min(USUAL_TTL_SECONDS, maxSeconds);

const PURPOSE: AccessPurpose = 'kubeconfig';
type Account = { labels: Readonly<Record<string, string>> };

/** The accounts that were made for the cluster's kubeconfigs: those that open it still, and those that are over. */
export function issuedKubeconfigs<A extends Account>(accounts: readonly A[], clusterUuid: Uuid, now: Date) {
  const ours = accessAccountsOf(accounts, clusterUuid, PURPOSE);
  const isOver = (account: A): boolean => isEndedAccess(account, now);
  return { live: ours.filter((account) => !isOver(account)), over: ours.filter(isOver) };
}
