import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** What carries out operations that stand in their cluster's record as long as they are under way. */
const clusterMachine = z.enum(['process-order', 'upgrade-cluster', 'add-node', 'delete-node']);
export type ClusterMachine = z.infer<typeof clusterMachine>;

const machine = z.enum([...clusterMachine.options, 'reconcile-membership']);
/** Rows that release 0.1.0 left in the outbox name a machine as it was called there. */
const FORMER_MACHINES: Readonly<Record<string, z.infer<typeof machine>>> = {
  'settle-membership': 'reconcile-membership',
};
const machineByName = z
  .string()
  .transform((name) => FORMER_MACHINES[name] ?? name)
  .pipe(machine);

/** An accepted piece of work waiting for its state machine; written in the same transaction as the record it is about. */
export const operation = z.object({
  /** Also the execution's name, so that starting it twice starts it once. */
  uuid,
  machine: machineByName,
  clusterUuid: uuid,
  /** Of an operation on one node. */
  nodeUuid: uuid.optional(),
  /** Of an operation on who may enter the cluster. */
  groupUuid: uuid.optional(),
  membershipUuid: uuid.optional(),
  /** From the API call to the last log line. */
  correlationId: z.string(),
  created: instant,
});
export type Operation = z.infer<typeof operation>;
