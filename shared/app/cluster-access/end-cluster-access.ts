import pMap from 'p-map';
import { actingRoleOf } from '#shared/domain/cluster-access/acting-role';
import { hasOtherRole, holderOfAccess, isEndedAccess } from '#shared/domain/cluster-access/cluster-access';
import { may } from '#shared/domain/organizations/permission';
import type { RancherAccount } from '#shared/ports/rancher/rancher-objects';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { Pass } from '../providers/sync-job.ts';
import { revokeClusterAccess } from './cluster-access.ts';

type Deps = { store: Pick<Store, 'access' | 'clusters'>; clock: Clock };
const AT_A_TIME = 8;

/**
 * Whether the account's user has lost the role that the account has in the cluster. False if the cluster is unknown,
 * because it may belong to another stage that uses the same Rancher. That stage deletes the account.
 */
async function hasLostRight({ store }: Deps, account: RancherAccount): Promise<boolean> {
  const held = holderOfAccess(account);
  const cluster = held && (await store.clusters.find(held.clusterUuid));
  if (!held || !cluster) return false;
  const { user, grants } = await store.access.of(held.userUuid);
  if (!user?.isActive) return true;
  const caller = { user, grants };
  if (held.isKubeconfig && !may(caller, 'cluster.kubeconfig', cluster)) return true;
  const role = actingRoleOf(caller, cluster);
  return role === undefined || hasOtherRole(account, role);
}

/**
 * Finds accounts with access to one cluster that have ended: they have expired, or their user has lost the role
 * (S0-161). Makes two reads for each account that has not expired.
 */
async function endedAccess(deps: Deps, accounts: readonly RancherAccount[]): Promise<RancherAccount[]> {
  const isOver = (account: RancherAccount) => isEndedAccess(account, deps.clock.now());
  const live = accounts.filter((account) => holderOfAccess(account) && !isOver(account));
  const lost = await pMap(live, (account) => hasLostRight(deps, account), { concurrency: AT_A_TIME });
  return [...accounts.filter(isOver), ...live.filter((_, index) => lost[index])];
}

/**
 * Deletes the accounts in Rancher whose access to one cluster has ended, which ends all their keys: accounts of
 * kubeconfigs, and accounts with which Paddock acts for users. An event starts this job as soon as a user loses a role,
 * so that a kubeconfig ends within seconds.
 */
export const endClusterAccess: Pass = async (deps, provider, last) => {
  const rancher = await deps.rancher.open(provider);
  const ended = await endedAccess(deps, await rancher.listAccounts());
  await revokeClusterAccess(rancher, ended);
  return { report: { written: 0, removed: ended.length, failed: 0 }, memory: last };
};
