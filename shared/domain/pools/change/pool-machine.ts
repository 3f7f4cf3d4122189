import type { RancherRole } from '../../planning/node-spec.ts';
import { hasControlPlane, hasEtcd, type WithRoles } from '../order/pool-spec.ts';

/** A machine of a pool as Rancher shows it. */
export type PoolMachine = {
  name: string;
  poolName: string;
  roles: readonly RancherRole[];
  /** Whether its node is ready. */
  isReady: boolean;
  isBeingDeleted: boolean;
  createdAt: string;
};

/** The order in which Rancher's planner goes through machines. Members of etcd come first, then control plane. */
export type Tier = 'etcd' | 'control-plane' | 'worker';
export const TIERS: readonly Tier[] = ['etcd', 'control-plane', 'worker'];
export function tierOf(item: WithRoles | Pick<PoolMachine, 'roles'>): Tier {
  const roles = { roles: [...item.roles] };
  if (hasEtcd(roles)) return 'etcd';
  return hasControlPlane(roles) ? 'control-plane' : 'worker';
}

/** Machines from the oldest to the newest, which is the order in which Cluster API deletes them. */
export const oldestFirst = <M extends Pick<PoolMachine, 'createdAt' | 'name'>>(machines: readonly M[]): M[] =>
  [...machines].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.name.localeCompare(b.name));
