import { z } from 'zod';
import { Conflict } from '#shared/errors';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * The state of hibernation: the cluster's machines are stopped, or are being stopped or started. Absent: the cluster is
 * awake. After a failure this field stays, so that hibernating or waking up can be requested again.
 */
export const hibernation = z.object({
  status: z.enum(['HIBERNATING', 'HIBERNATED', 'WAKING']),
  since: instant,
  /** Agents that Paddock has asked Rancher to drain. They are uncordoned when the cluster wakes up. */
  drained: z.array(uuid),
});
export type Hibernation = z.infer<typeof hibernation>;

type Sleeper = { state: string; hibernation?: Hibernation | undefined };
type Machine = { name: string; state: string; instanceId: string };

const isAtWork = ({ state }: Sleeper): boolean => state !== 'OK' && state !== 'ERRED';

/**
 * Throws Conflict, with the reason, for a cluster that cannot be hibernated now. A node that does not work now would
 * not work after the hibernation either. Paddock cannot start a machine whose server it does not know.
 */
export function assertCanHibernate(cluster: Sleeper, machines: readonly Machine[]): void {
  if (cluster.hibernation?.status === 'HIBERNATED') throw new Conflict('The cluster is hibernated already.');
  if (isAtWork(cluster)) throw new Conflict('The cluster is being changed.');
  // An earlier hibernation was interrupted and is repeated. Nodes that it has stopped are not checked.
  if (cluster.hibernation) return;
  if (cluster.state !== 'OK') throw new Conflict('Valid states for operation: OK.');
  const unfit = machines.filter(({ state, instanceId }) => state !== 'OK' || instanceId === '');
  if (unfit.length === 0) return;
  const names = unfit.map(({ name }) => name).join(', ');
  throw new Conflict(`Every node must be OK and have a machine that Paddock knows. These nodes do not: ${names}.`);
}

/** Throws Conflict for a cluster that is awake or that is being changed. */
export function assertCanWake(cluster: Sleeper): void {
  if (!cluster.hibernation) throw new Conflict('The cluster is not hibernated.');
  if (isAtWork(cluster)) throw new Conflict('The cluster is being changed.');
}
