import { z } from 'zod';
import { type AuditEvent, auditChange } from '../../domain/audit/audit-event.ts';

/** Waldur's fields. In `context` is who, from where and what, as far as it is known; `changes` are ours. */
export const eventView = z
  .object({
    uuid: z.string(),
    created: z.string(),
    event_type: z.string(),
    /** Of everything that was changed at once; `event_type` is the first. */
    event_types: z.array(z.string()),
    message: z.string(),
    result: z.enum(['success', 'failed', 'refused']),
    context: z.object({
      customer_uuid: z.string().optional(),
      customer_name: z.string().optional(),
      project_uuid: z.string().optional(),
      project_name: z.string().optional(),
      cluster_uuid: z.string().optional(),
      resource_uuid: z.string().optional(),
      caller_type: z.enum(['user', 'step', 'job', 'anonymous']),
      caller_uuid: z.string().optional(),
      caller_username: z.string().optional(),
      caller_full_name: z.string().optional(),
      impersonator_uuid: z.string().optional(),
      impersonator_username: z.string().optional(),
      token_name: z.string().optional(),
      ip_address: z.string().optional(),
      correlation_id: z.string().optional(),
      operation_uuid: z.string().optional(),
      /** Of a step, a schedule or a command. */
      caller_name: z.string().optional(),
      changes: z.array(auditChange.omit({ eventType: true }).extend({ event_type: z.string() })),
    }),
  })
  .meta({ id: 'Event' });
export type EventView = z.infer<typeof eventView>;

/** Also what the bus is told (`functions/event-publisher`). Absent values are left out. */
export function viewEvent(event: AuditEvent): EventView {
  const { actor } = event;
  return eventView.parse({
    uuid: event.uuid,
    created: event.created,
    event_type: event.eventType,
    event_types: event.eventTypes,
    message: event.message,
    result: event.result,
    context: {
      customer_uuid: event.customerUuid,
      customer_name: event.customerName,
      project_uuid: event.projectUuid,
      project_name: event.projectName,
      cluster_uuid: event.clusterUuid,
      resource_uuid: event.resourceUuid,
      caller_type: actor.kind,
      caller_uuid: actor.userUuid,
      caller_username: actor.username,
      caller_full_name: actor.fullName,
      impersonator_uuid: actor.impersonatorUuid,
      impersonator_username: actor.impersonatorUsername,
      token_name: actor.tokenName,
      ip_address: actor.sourceAddress,
      correlation_id: actor.correlationId,
      operation_uuid: actor.operationUuid,
      caller_name: actor.name,
      changes: event.changes.map(({ eventType, ...change }) => ({ ...change, event_type: eventType })),
    },
  });
}
