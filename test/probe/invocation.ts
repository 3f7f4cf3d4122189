import { z } from 'zod';

/** One call of a function, described by its event. The description never holds a token or a body. */
export const invocation = z.object({
  /** Lambda's request id. */
  id: z.string(),
  /**
   * The name of the bundle, which is the function's name without the stage: `steps-openstack`,
   * `api-marketplace-orders`, `dispatcher`.
   */
  function: z.string(),
  /** Milliseconds since 1970, with fractions. */
  startedMs: z.number(),
  /** The name of the step, if the event is for a step. */
  step: z.string().optional(),
  operationUuid: z.string().optional(),
  clusterUuid: z.string().optional(),
  nodeUuid: z.string().optional(),
  correlationId: z.string().optional(),
  /** Method and raw path of an HTTP request. `idempotencyKey` is the request's header. */
  route: z.string().optional(),
  idempotencyKey: z.string().optional(),
  /** The uuids of the operations in a batch of the outbox's stream, and their correlation ids. */
  operationUuids: z.array(z.string()).optional(),
  correlationIds: z.array(z.string()).optional(),
});
export type Invocation = z.infer<typeof invocation>;

const awsCall = z.object({
  /**
   * The service's name in the header `x-amz-target`, before the dot and without version: `DynamoDB`,
   * `AWSStepFunctions`, `secretsmanager`, `AWSEvents`.
   */
  service: z.string(),
  operation: z.string(),
  startedMs: z.number(),
  durationMs: z.number(),
  /** The HTTP status. 0 if no answer came. */
  status: z.number(),
  requestBytes: z.number(),
  replyBytes: z.number(),
  /** Whether a read of DynamoDB was consistent. */
  consistentRead: z.boolean().optional(),
  /**
   * The consumed capacity that DynamoDB reports, including indexes and the double price of transactions. The emulator
   * computes the capacity from sizes for writes only. For reads the emulator always reports 0.5 or 1, so count
   * `replyBytes` for reads instead.
   */
  capacityUnits: z.number().optional(),
});
export type AwsCall = z.infer<typeof awsCall>;

export const endedInvocation = invocation.extend({
  durationMs: z.number(),
  /** How the invocation ended: `ok`, the name of the error that was thrown, `died` or `skipped`. */
  outcome: z.string(),
  /** Calls made while the function is loaded belong to no invocation, so they are not recorded. */
  calls: z.array(awsCall),
  /**
   * Milliseconds from the start of the process until its handler was loaded. Only the first invocation of a process has
   * this field.
   */
  initMs: z.number().optional(),
});
export type EndedInvocation = z.infer<typeof endedInvocation>;
