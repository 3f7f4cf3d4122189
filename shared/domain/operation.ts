import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** An accepted piece of work waiting for its state machine; written in the same transaction as the record it is about. */
export const operation = z.object({
  /** Also the execution's name, so that starting it twice starts it once. */
  uuid,
  machine: z.enum(['process-order']),
  clusterUuid: uuid,
  /** From the API call to the last log line. */
  correlationId: z.string(),
  created: instant,
});
export type Operation = z.infer<typeof operation>;

/** A state machine's parked task token; whoever takes it wakes the machine (design decision 6). */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  taskToken: z.string(),
  parkedAt: instant,
});
export type ParkedWait = z.infer<typeof parkedWait>;

/** The one-time token a node proves itself with when it phones home; only its SHA-256 is kept. */
export const phoneHome = z.object({ nodeUuid: uuid, clusterUuid: uuid, tokenHash: z.string(), created: instant });
export type PhoneHome = z.infer<typeof phoneHome>;
