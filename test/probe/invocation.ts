import { z } from 'zod';

/** One call of a function, as its event describes it. It never holds a token or a body. */
export const invocation = z.object({
  /** Lambda's request id. */
  id: z.string(),
  /**
   * The bundle's name is the function's name without the stage: `steps-openstack`, `api-marketplace-orders`,
   * `dispatcher`.
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
  /** For a batch of the outbox's stream: the uuids of its operations, and their correlation ids. */
  operationUuids: z.array(z.string()).optional(),
  correlationIds: z.array(z.string()).optional(),
});
export type Invocation = z.infer<typeof invocation>;

const awsCall = z.object({
  /** As in `x-amz-target` before the dot, without version: `DynamoDB`, `AWSStepFunctions`, `secretsmanager`, `AWSEvents`. */
  service: z.string(),
  operation: z.string(),
  startedMs: z.number(),
  durationMs: z.number(),
  /** 0 when no answer came. */
  status: z.number(),
  requestBytes: z.number(),
  replyBytes: z.number(),
  /** Whether a read of DynamoDB was consistent. */
  consistentRead: z.boolean().optional(),
  /**
   * DynamoDB's own figure. It includes indexes and the double price of transactions. The emulator computes it from the
   * sizes for writes only. For reads it says 0.5 or 1 whatever was read, so count `replyBytes` for reads instead.
   */
  capacityUnits: z.number().optional(),
});
export type AwsCall = z.infer<typeof awsCall>;

export const endedInvocation = invocation.extend({
  durationMs: z.number(),
  /** `ok`, the name of the error that was thrown, `died` or `skipped`. */
  outcome: z.string(),
  /** Calls made while the function is loaded belong to no invocation, so they are not recorded. */
  calls: z.array(awsCall),
  /** From the start of the process until the handler was loaded; only with the first invocation of a process. */
  initMs: z.number().optional(),
});
export type EndedInvocation = z.infer<typeof endedInvocation>;
