import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** An accepted piece of work waiting for its state machine; written in the same transaction as the record it is about. */
export const operation = z.object({
  /** Also the execution's name, so that starting it twice starts it once. */
  uuid,
  machine: z.enum(['process-order', 'add-node']),
  clusterUuid: uuid,
  /** Of an operation on one node. */
  nodeUuid: uuid.optional(),
  /** From the API call to the last log line. */
  correlationId: z.string(),
  created: instant,
});
export type Operation = z.infer<typeof operation>;
