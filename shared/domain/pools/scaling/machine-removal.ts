import { Conflict, Invalid, noMatch } from '#shared/errors';
import type { MachinePools } from '../../clusters/machine-pools.ts';
import { type PoolMachine, tierOf } from '../change/pool-machine.ts';
import { type WantedChange, withPoolQuantity } from '../change/wanted-pools.ts';

/**
 * How a chosen machine is removed. `replace`: Rancher creates another machine in its place. `shrink`: the pool then has
 * one machine fewer. `force`: Rancher forgets a machine whose server the cloud has refused to delete.
 */
export type RemovalKind = 'replace' | 'shrink' | 'force';

const nameOfRole = { etcd: 'etcd member', controlplane: 'control plane machine' } as const;

/**
 * Checks that a cluster can lose a machine. A machine that another machine will replace is checked, too. Throws Invalid
 * for the last machine with etcd or control plane, and Conflict while another member of etcd is not ready or is being
 * deleted.
 * Rancher itself checks this only in its web pages.
 */
function assertMachineRemovable(name: string, machines: readonly PoolMachine[]): void {
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
      `Only one etcd member may be unavailable at a time. Wait until these machines are ready or gone: ${names}.`,
    );
  }
}

/** Cluster API deletes the machine with this annotation first when its pool gets smaller. */
export const CHOSEN_MACHINE = { 'cluster.x-k8s.io/delete-machine': 'true' } as const;

/** A condition of an object of Cluster API. */
export type Condition = {
  type: string;
  status: string;
  reason?: string | undefined;
  message?: string | undefined;
  /** The time when the condition got this status. */
  since?: string | undefined;
};

/**
 * Annotations of the infrastructure machine that make Rancher forget the machine without deleting its server. Undefined
 * before the cloud has refused to delete the server. A server that can still be deleted must not stay behind.
 */
export const forcedRemoval = (conditions: readonly Condition[]): Record<string, string> | undefined =>
  conditions.some(({ type, reason }) => type === 'InfrastructureReady' && reason === 'DeleteError')
    ? { 'provisioning.cattle.io/force-machine-remove': 'true' }
    : undefined;

function forcedMachine(
  { name, conditions = [] }: { name: string; conditions?: readonly Condition[] },
  machinePools: MachinePools,
): WantedChange {
  if (forcedRemoval(conditions) !== undefined) return { machinePools, forced: [name] };
  throw new Conflict(
    `Machine ${name} can be deleted with force only if the cloud has refused to delete the machine’s server. The cloud has not refused this, so delete the machine without force.`,
  );
}

/**
 * The change that removes a machine. The Machine is deleted, not its Kubernetes node. If only the node were deleted,
 * the machine would keep running without a node. Before a pool gets smaller, the Machine is marked, so that Rancher
 * deletes this machine and no other. `interruptedChoice`: machines that an interrupted change has chosen. A user may
 * repeat the interrupted change, even if the machine is already gone.
 * @throws NotFound if no machine has the name
 * @throws Invalid for the last machine with etcd or control plane
 * @throws Conflict if the machine is already being deleted, if another member of etcd is not ready or is being deleted,
 * or if force is not allowed
 */
export function removedMachine(
  { name, kind }: { name: string; kind: RemovalKind },
  machinePools: MachinePools,
  machines: readonly (PoolMachine & { conditions?: readonly Condition[] })[],
  interruptedChoice: readonly string[] = [],
): WantedChange {
  const isKept = machines.some((one) => one.name === name && !one.isBeingDeleted);
  if (kind !== 'force' && !isKept && interruptedChoice.includes(name)) return { machinePools };
  const machine = machines.find((one) => one.name === name);
  const pool = machinePools.pools.find(({ spec }) => spec.name === machine?.poolName);
  if (!machine) throw noMatch('Machine');
  if (kind === 'force') return forcedMachine(machine, machinePools);
  if (!pool) throw noMatch('Machine');
  if (machine.isBeingDeleted) throw new Conflict(`Machine ${name} is already being deleted.`);
  assertMachineRemovable(name, machines);
  if (kind === 'replace') return { machinePools, deleted: [name] };
  const present = machines.filter(({ poolName, isBeingDeleted }) => poolName === pool.spec.name && !isBeingDeleted);
  const { quantity, autoscaling } = pool.spec;
  const smaller = (autoscaling ? present.length : quantity) - 1;
  return { machinePools: withPoolQuantity(machinePools, pool, smaller), chosen: [name] };
}

/**
 * Cluster API deletes no machine that has an annotation with this prefix. Rancher sets such an annotation on members of
 * etcd.
 */
const PRE_TERMINATE = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/';
/** A sentence for users: what the deletion of a machine waits for. Undefined if Paddock knows of no delay. */
export function removalWait(machine: {
  isBeingDeleted: boolean;
  annotations: Readonly<Record<string, string>>;
}): string | undefined {
  const isHeld = Object.keys(machine.annotations).some((key) => key.startsWith(PRE_TERMINATE));
  return machine.isBeingDeleted && isHeld ? 'The machine is deleted when it has left etcd.' : undefined;
}
