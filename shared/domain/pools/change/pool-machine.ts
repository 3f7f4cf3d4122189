import { hasControlPlane, hasEtcd, type WithRoles } from '../../planning/pools/pool-spec.ts';
import type { RancherRole } from '../../planning/rancher-role.ts';

/** A machine of a pool as Rancher shows it. */
export type PoolMachine = {
  name: string;
  poolName: string;
  roles: readonly RancherRole[];
  /** Whether its node is ready. */
  isReady: boolean;
  isBeingDeleted: boolean;
  createdAt: string;
  /** Whether somebody has chosen it to leave when its pool gets smaller. */
  isChosen?: boolean;
};

/** The order in which Rancher's planner goes through machines. Members of etcd come first, then control plane. */
export type Tier = 'etcd' | 'control-plane' | 'worker';
export const TIERS: readonly Tier[] = ['etcd', 'control-plane', 'worker'];
export function tierOf(item: WithRoles | Pick<PoolMachine, 'roles'>): Tier {
  const roles = { roles: [...item.roles] };
  if (hasEtcd(roles)) return 'etcd';
  return hasControlPlane(roles) ? 'control-plane' : 'worker';
}

/** Machines from the oldest to the newest. */
export const oldestFirst = <M extends Pick<PoolMachine, 'createdAt' | 'name'>>(machines: readonly M[]): M[] =>
  [...machines].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.name.localeCompare(b.name));

const rank = ({ isChosen, isReady }: Pick<PoolMachine, 'isChosen' | 'isReady'>): number => {
  if (isChosen === true) return 0;
  return isReady ? 2 : 1;
};
/**
 * The order in which Cluster API deletes machines of a pool that gets smaller: those that somebody has chosen, those that
 * are not healthy, then the oldest.
 */
export const leavingOrder = <M extends PoolMachine>(machines: readonly M[]): M[] =>
  oldestFirst(machines).sort((a, b) => rank(a) - rank(b));
