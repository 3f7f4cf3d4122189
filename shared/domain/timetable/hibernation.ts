import { z } from 'zod';
import { Conflict } from '#shared/errors';
import { assertState } from '../_core/assert-state.ts';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * The state of a hibernation: whether the cluster's machines are being stopped, are stopped, or are being started.
 * Undefined while the cluster is awake. The field stays after a failure, so that a user can request the hibernation or
 * the wake-up again.
 */
export const hibernation = z.object({
  status: z.enum(['HIBERNATING', 'HIBERNATED', 'WAKING']),
  since: instant,
  /**
   * Agents that were drained for the hibernation. When the cluster wakes up, they are allowed to carry workloads again.
   */
  drained: z.array(uuid),
});
export type Hibernation = z.infer<typeof hibernation>;

type Sleeper = { state: string; hibernation?: Hibernation | undefined };
type Machine = { name: string; state: string; instanceId: string };

const isAtWork = ({ state }: Sleeper): boolean => state !== 'OK' && state !== 'ERRED';

/**
 * Throws Conflict, with the reason, if the cluster cannot be hibernated now. All nodes must be OK, because a node that
 * does not work now would not work after the hibernation. The servers of all nodes must be known, because otherwise
 * Paddock could not start them.
 */
export function assertCanHibernate(cluster: Sleeper, machines: readonly Machine[]): void {
  if (cluster.hibernation?.status === 'HIBERNATED') throw new Conflict('The cluster is hibernated already.');
  if (isAtWork(cluster)) throw new Conflict('Another operation is changing the cluster. Wait until it has ended.');
  // This call repeats an interrupted hibernation, which may have stopped some nodes. Therefore the state of the nodes
  // is not checked.
  if (cluster.hibernation) return;
  assertState(cluster, ['OK']);
  const unfit = machines.filter(({ state, instanceId }) => state !== 'OK' || instanceId === '');
  if (unfit.length === 0) return;
  const names = unfit.map(({ name }) => name).join(', ');
  throw new Conflict(`Every node must be OK and linked to its machine. These nodes are not: ${names}.`);
}

/** Throws Conflict if the cluster is awake, or if an operation is changing the cluster. */
export function assertCanWake(cluster: Sleeper): void {
  if (!cluster.hibernation) throw new Conflict('The cluster is not hibernated.');
  if (isAtWork(cluster)) throw new Conflict('Another operation is changing the cluster. Wait until it has ended.');
}
