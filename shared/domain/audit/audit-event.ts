import { z } from 'zod';
import { eventType, sentenceOf } from '../_core/event-type.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';
import type { Place } from '../organizations/caller.ts';
import { type Actor, actor } from './actor.ts';

/**
 * Old and new value of a field. Long values are cut. Both values are undefined if the audit shows only that the field
 * has changed.
 */
export const fieldChange = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });
export type FieldChange = z.infer<typeof fieldChange>;

export const auditChange = z.object({
  eventType,
  /** Waldur's name for this kind of record, such as `Rancher.Cluster`. */
  model: z.string(),
  uuid: uuid.optional(),
  name: z.string(),
  /** `use`: the record was used but not changed. */
  action: z.enum(['create', 'update', 'delete', 'use']),
  /** Changes by field. A field inside another field is written with a dot, as in `options.k8sVersion`. */
  fields: z.record(z.string(), fieldChange),
});
export type AuditChange = z.infer<typeof auditChange>;

/**
 * The changes of one write, and the person or program that made them. The transaction that writes the changes also
 * writes the event. Events are never changed later.
 */
export const auditEvent = z.object({
  uuid,
  created: instant,
  /** The type of the most important change. */
  eventType,
  /** The types of all changes. */
  eventTypes: z.array(eventType),
  message: z.string(),
  /** `failed`: the record now has a failure. `refused`: the caller was refused, and nothing has changed. */
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
 * The customer or project of the event. Users with a role in this customer or project may see the event. Undefined if
 * the event has no customer. Only staff and support may see an event without a customer.
 */
export const placeOfEvent = ({ customerUuid, projectUuid }: AuditEvent): Place | undefined =>
  customerUuid === undefined ? undefined : { customerUuid, ...(projectUuid !== undefined && { projectUuid }) };

/**
 * Whether the event is about the object with this uuid. The object may be the event's customer, project, cluster or
 * resource, the user who caused the event, or an object that was changed.
 */
export function concernsObject(event: AuditEvent, wanted: Uuid): boolean {
  const { customerUuid, projectUuid, clusterUuid, resourceUuid, actor, changes } = event;
  const places = [customerUuid, projectUuid, clusterUuid, resourceUuid, actor.userUuid];
  return places.includes(wanted) || changes.some((change) => change.uuid === wanted);
}

type Refused = { actor: Actor; now: Date; newUuid: () => Uuid; method: string; path: string };

/**
 * The event when somebody tried to change something and was refused. The event belongs to no customer, because the path
 * may name objects that the caller cannot see.
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
