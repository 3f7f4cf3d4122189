import { z } from 'zod';
import { failureCode } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';

/** A server of a node that came to nothing, with the words of whoever said so. */
export const failedServer = z.object({
  serverId: z.string(),
  /** The operation that had it made: each has as many attempts as the installation grants. */
  operationUuid: uuid,
  at: instant,
  code: failureCode,
  message: z.string(),
  /** Nova's id of the request that asked for the server, for its operator to search the logs with. */
  requestId: z.string().optional(),
});
export type FailedServer = z.infer<typeof failedServer>;
