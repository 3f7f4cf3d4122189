import { holderOfAccess, isEndedAccess } from '#shared/domain/cluster-access/cluster-access';
import { may } from '#shared/domain/organizations/permission';
import type { RancherAccount } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { inTurns } from '../_core/in-turns.ts';

type Deps = { store: Pick<Store, 'access' | 'clusters'>; clock: Clock };
const AT_A_TIME = 8;

/** A cluster that is not known here may be another stage's, which shares the Rancher: its accounts are its own to end. */
async function hasLostRight({ store }: Deps, account: RancherAccount): Promise<boolean> {
  const held = holderOfAccess(account);
  const cluster = held && (await store.clusters.find(held.clusterUuid));
  if (!held || !cluster) return false;
  const { user, grants } = await store.access.of(held.userUuid);
  return !user?.isActive || !may({ user, grants }, 'cluster.kubeconfig', cluster);
}

/** Accounts that opened a cluster and are to go: their time is over, or the right of who has got them (S0-161). Two reads for each that is live. */
export async function endedKubeconfigs(deps: Deps, accounts: readonly RancherAccount[]): Promise<RancherAccount[]> {
  const isOver = (account: RancherAccount) => isEndedAccess(account, deps.clock.now());
  const live = accounts.filter((account) => holderOfAccess(account) && !isOver(account));
  const lost = await inTurns(live, AT_A_TIME, (account) => hasLostRight(deps, account));
  return [...accounts.filter(isOver), ...live.filter((_, index) => lost[index])];
}
