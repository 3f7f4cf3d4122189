import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** What carries out operations that stand in their cluster's record as long as they are under way. */
const clusterMachine = z.enum(['process-order', 'upgrade-cluster', 'add-node', 'delete-node']);
export type ClusterMachine = z.infer<typeof clusterMachine>;

/** An accepted piece of work waiting for its state machine; written in the same transaction as the record it is about. */
export const operation = z.object({
  /** Also the execution's name, so that starting it twice starts it once. */
  uuid,
  machine: z.enum([...clusterMachine.options, 'reconcile-membership']),
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
