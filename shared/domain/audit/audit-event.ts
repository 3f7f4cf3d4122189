import { z } from 'zod';
import { eventType, sentenceOf } from '../_core/event-type.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';
import type { Place } from '../organizations/caller.ts';
import { type Actor, actor } from './actor.ts';

/**
 * Old and new value of a field, if the audit may show them. Long values are cut. Both values are absent if the audit
 * may only say that the field has changed.
 */
export const fieldChange = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });
export type FieldChange = z.infer<typeof fieldChange>;

/** The change of one record. */
export const auditChange = z.object({
  eventType,
  /** Waldur's name of the model. */
  model: z.string(),
  uuid: uuid.optional(),
  name: z.string(),
  /** `use` means that the record was used and not changed. */
  action: z.enum(['create', 'update', 'delete', 'use']),
  /** Changes by field. The name of a nested field has a dot, as in `options.k8sVersion`. */
  fields: z.record(z.string(), fieldChange),
});
export type AuditChange = z.infer<typeof auditChange>;

/**
 * The changes of one write, with actor and the caller's address. The event is written in the same transaction as the
 * changes, and is never changed afterwards.
 */
export const auditEvent = z.object({
  uuid,
  created: instant,
  /** The type of the most important change. */
  eventType,
  /** The types of all changes. */
  eventTypes: z.array(eventType),
  message: z.string(),
  /** `failed`: the record now has a failure. `refused`: the caller was refused, and nothing was changed. */
  result: z.enum(['success', 'failed', 'refused']),
  actor,
  customerUuid: uuid.optional(),
  customerName: z.string().optional(),
  projectUuid: uuid.optional(),
  projectName: z.string().optional(),
  clusterUuid: uuid.optional(),
  resourceUuid: uuid.optional(),
  changes: z.array(auditChange),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/**
 * The place that decides who sees the event. An event without a customer has no place, and only staff and support see
 * it.
 */
export const placeOfEvent = ({ customerUuid, projectUuid }: AuditEvent): Place | undefined =>
  customerUuid === undefined ? undefined : { customerUuid, ...(projectUuid !== undefined && { projectUuid }) };

/** Whether the event is about the object: the event happened in it, changed it, or was caused by it. */
export function concernsObject(event: AuditEvent, wanted: Uuid): boolean {
  const { customerUuid, projectUuid, clusterUuid, resourceUuid, actor, changes } = event;
  const places = [customerUuid, projectUuid, clusterUuid, resourceUuid, actor.userUuid];
  return places.includes(wanted) || changes.some((change) => change.uuid === wanted);
}

type Refused = { actor: Actor; now: Date; newUuid: () => Uuid; method: string; path: string };

/**
 * The event of a refused attempt to change something. It has no place, because the path may name objects that the
 * caller cannot see.
 */
export function refusedEvent({ actor, now, newUuid, method, path }: Refused): AuditEvent {
  return {
    uuid: newUuid(),
    created: now.toISOString(),
    eventType: 'access_refused',
    eventTypes: ['access_refused'],
    message: `${method} ${path.slice(0, 300)} ${sentenceOf('access_refused')}.`,
    result: 'refused',
    actor,
    changes: [],
  };
}
