import { hasControlPlane, hasEtcd, type WithRoles } from '../../planning/pools/pool-spec.ts';
import type { RancherRole } from '../../planning/rancher-role.ts';

/** A machine of a pool as Rancher shows it. */
export type PoolMachine = {
  name: string;
  poolName: string;
  roles: readonly RancherRole[];
  /** Whether the machine's node is ready. */
  isReady: boolean;
  isBeingDeleted: boolean;
  createdAt: string;
  /** The time since which the machine's node has been ready. Absent if the node is not ready. */
  readyAt?: string;
  /** Whether somebody has chosen this machine to be deleted first when its pool gets smaller. */
  isChosen?: boolean;
};

/** A tier of machines. Rancher's planner works on members of etcd first, then on the control plane, then on workers. */
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
 * The order in which Cluster API deletes machines of a pool that gets smaller. Machines that somebody has chosen come
 * first, then unhealthy machines, then the oldest.
 */
export const leavingOrder = <M extends PoolMachine>(machines: readonly M[]): M[] =>
  oldestFirst(machines).sort((a, b) => rank(a) - rank(b));
