import { z } from 'zod';
import { type StreamRange, streamRange } from '#shared/contracts/redispatch';

/**
 * Records of a table's stream that the function `functionArn` could not handle: the dispatcher, or the publisher of
 * audit events. The dead letter has only the position of the records in the stream, not their contents.
 */
export type LostRecords = {
  kind: 'records';
  range: StreamRange;
  arrivedUntil: string;
  functionArn: string;
  error: string;
};
/** An event that a function could not handle, or that never reached the function. */
export type LostEvent = { kind: 'event'; event: unknown; functionArn?: string; ruleArn?: string; error: string };
/** An audit event that was not queued for hooks. */
export type UnqueuedEvent = { kind: 'unqueued'; event: unknown; uuid: string; eventType: string; error: string };
export type Unknown = { kind: 'unknown' };
export type DeadLetter = LostRecords | LostEvent | UnqueuedEvent | Unknown;

/** Attributes of an SQS message, by name. */
export type Attributes = Readonly<Partial<Record<string, string>>>;

/**
 * The message about a batch of stream records that a function could not process. Lambda sends this message to the
 * "on-failure destination" of the function.
 */
const lostRecords = z.object({
  requestContext: z.object({
    functionArn: z.string(),
    condition: z.string(),
    approximateInvokeCount: z.number().optional(),
  }),
  DDBStreamBatchInfo: streamRange.extend({ approximateArrivalOfLastRecord: z.iso.datetime() }),
});

/**
 * The message that Lambda's on-failure destination sends for an asynchronous event. A message in a function's
 * dead-letter queue instead consists of only the event.
 */
const envelope = z.object({
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  requestPayload: z.unknown(),
  responsePayload: z.object({ errorMessage: z.string().optional() }).optional(),
});

const scheduled = z.looseObject({ 'detail-type': z.literal('Scheduled Event'), resources: z.tuple([z.string()]) });

/** An audit event in the format in which the bus sends it. */
const ofAudit = z.looseObject({
  source: z.literal('paddock'),
  detail: z.looseObject({ uuid: z.string(), event_type: z.string(), event_types: z.array(z.string()) }),
});

/** The dead letter of an event. It names the function that failed, or the rule that sent the event, or both. */
function eventOf(event: unknown, functionArn: string | undefined, error: string): DeadLetter {
  const { detail } = ofAudit.safeParse(event).data ?? {};
  if (detail) return { kind: 'unqueued', event, uuid: detail.uuid, eventType: detail.event_type, error };
  const ruleArn = scheduled.safeParse(event).data?.resources[0];
  if (functionArn === undefined && ruleArn === undefined) return { kind: 'unknown' };
  return { kind: 'event', event, ...(functionArn && { functionArn }), ...(ruleArn && { ruleArn }), error };
}

/**
 * Finds out what a message of the queue is about. Lambda sends messages about stream records and about asynchronous
 * invocations (attribute ErrorMessage). The event bus sends a message if it could not invoke a function (attributes
 * TARGET_ARN and ERROR_MESSAGE).
 */
export function readDeadLetter(body: string, attributes: Attributes): DeadLetter {
  const content = parsed(body);
  const records = lostRecords.safeParse(content).data;
  if (records) {
    const { approximateArrivalOfLastRecord, ...range } = records.DDBStreamBatchInfo;
    const { functionArn, condition: error } = records.requestContext;
    return {
      kind: 'records',
      range: streamRange.parse(range),
      arrivedUntil: instant(approximateArrivalOfLastRecord),
      functionArn,
      error,
    };
  }
  const failed = envelope.safeParse(content).data;
  if (failed) {
    const { functionArn, condition } = failed.requestContext;
    return eventOf(failed.requestPayload, functionArn, failed.responsePayload?.errorMessage ?? condition);
  }
  return eventOf(content, attributes.TARGET_ARN, attributes.ERROR_MESSAGE ?? attributes.ErrorMessage ?? '');
}

/** The time in the format of our records: ISO 8601 in UTC, with milliseconds. */
const instant = (text: string): string => new Date(text).toISOString();

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
