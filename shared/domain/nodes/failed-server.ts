import { z } from 'zod';
import { failureCode } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';

/** A failed server of a node, with the backend's message. */
export const failedServer = z.object({
  serverId: z.string(),
  /** The operation that created it. Each operation has all the attempts that the installation permits. */
  operationUuid: uuid,
  at: instant,
  code: failureCode,
  message: z.string(),
  /** Nova's request id, for the operator's search in its logs. */
  requestId: z.string().optional(),
});
export type FailedServer = z.infer<typeof failedServer>;
