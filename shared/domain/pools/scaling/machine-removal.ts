import { Conflict, Invalid } from '#shared/errors';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { type PoolMachine, tierOf } from '../change/pool-machine.ts';
import { type OfferedMachines, poolsProblems } from '../order/pool-problems.ts';

/**
 * How a chosen machine is removed. `replace`: Rancher creates another machine in its place. `shrink`: the pool then has
 * one machine less.
 */
export type RemovalKind = 'replace' | 'shrink';

const nameOfRole = { etcd: 'etcd member', controlplane: 'control plane machine' } as const;

/**
 * Checks that a cluster can lose a machine, even if another machine comes in its place. Throws Invalid for the last
 * machine with etcd or control plane, and Conflict while another member of etcd is not ready or is being deleted.
 * Rancher itself checks this only in its web pages.
 */
export function assertMachineRemovable(name: string, machines: readonly PoolMachine[]): void {
  const machine = machines.find((one) => one.name === name);
  if (!machine) return;
  const others = machines.filter((one) => one.name !== name && !one.isBeingDeleted);
  for (const role of ['etcd', 'controlplane'] as const) {
    if (machine.roles.includes(role) && !others.some(({ roles }) => roles.includes(role))) {
      throw new Invalid([`Cannot delete the last ${nameOfRole[role]} of the cluster.`]);
    }
  }
  if (tierOf(machine) !== 'etcd') return;
  const away = machines.filter(
    (one) => one.name !== name && tierOf(one) === 'etcd' && (!one.isReady || one.isBeingDeleted),
  );
  if (away.length > 0) {
    const names = away.map((one) => one.name).join(', ');
    throw new Conflict(
      `Only one etcd member may be unavailable at a time. Wait until these are ready or gone: ${names}.`,
    );
  }
}

/**
 * What has to be written to remove a machine: annotations of the Machine, the new quantity of its pool, and whether the
 * Machine is deleted.
 */
export type RemovalWrites = { annotations: Record<string, string>; quantity?: number; isDeleted: boolean };

/** Cluster API deletes the machine with this annotation first when its pool gets smaller. */
export const CHOSEN_MACHINE = { 'cluster.x-k8s.io/delete-machine': 'true' } as const;

/**
 * The writes that remove a machine from a pool. Only the Machine is deleted, not its Kubernetes node, because the
 * machine would keep running without its node. Before a pool gets smaller, the Machine is marked, so that Rancher
 * deletes this machine and no other.
 * @throws Invalid if the smaller pool would not be allowed
 */
export function removalWrites(
  kind: RemovalKind,
  pool: PoolSpec,
  pools: readonly PoolSpec[],
  offered: OfferedMachines,
): RemovalWrites {
  if (pool.paused)
    throw new Conflict(`Pool ${pool.name} is paused, so Rancher deletes none of its machines. Resume the pool first.`);
  if (kind === 'replace') return { annotations: {}, isDeleted: true };
  const smaller = { ...pool, quantity: pool.quantity - 1 };
  const after = pools.map((one) => (one.name === pool.name ? smaller : one));
  const { each, together } = poolsProblems(after, offered);
  const { quantity } = each[after.indexOf(smaller)] ?? {};
  const said = [quantity ?? [], together].flat().filter((text) => typeof text === 'string');
  if (said.length > 0) throw new Invalid({ quantity: said });
  return { annotations: CHOSEN_MACHINE, quantity: smaller.quantity, isDeleted: false };
}

/** A condition of an object of Cluster API. */
export type Condition = { type: string; status: string; reason?: string | undefined; message?: string | undefined };

/**
 * Annotations of the infrastructure machine that make Rancher forget the machine without deleting its server. Undefined
 * unless the cloud has refused to delete the server, because otherwise the server would be left behind.
 */
export const forcedRemoval = (conditions: readonly Condition[]): Record<string, string> | undefined =>
  conditions.some(({ type, reason }) => type === 'InfrastructureReady' && reason === 'DeleteError')
    ? { 'provisioning.cattle.io/force-machine-remove': 'true' }
    : undefined;

/**
 * Cluster API deletes no machine that has an annotation with this prefix. Rancher sets such an annotation on members of
 * etcd.
 */
const PRE_TERMINATE = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/';
/**
 * Says to users what a machine that is being deleted waits for. Undefined if Paddock knows nothing that it waits for.
 */
export function removalWait(machine: {
  isBeingDeleted: boolean;
  annotations: Readonly<Record<string, string>>;
}): string | undefined {
  const isHeld = Object.keys(machine.annotations).some((key) => key.startsWith(PRE_TERMINATE));
  return machine.isBeingDeleted && isHeld ? 'The machine is deleted when it has left etcd.' : undefined;
}
