import { z } from 'zod';
import { eventType } from '../_core/event-type.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';
import type { Place } from '../organizations/caller.ts';
import { actor } from './actor.ts';

/** What a field was and is, as far as it may be told: a long value is cut, of some it is only told that they changed. */
export const fieldChange = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });
export type FieldChange = z.infer<typeof fieldChange>;

/** What became of one record. */
export const auditChange = z.object({
  eventType,
  /** Waldur's model name. */
  model: z.string(),
  uuid: uuid.optional(),
  name: z.string(),
  /** `use`: nothing of it was changed. */
  action: z.enum(['create', 'update', 'delete', 'use']),
  /** By field; of a field within a field `options.k8sVersion`. */
  fields: z.record(z.string(), fieldChange),
});
export type AuditChange = z.infer<typeof auditChange>;

/** What was changed at once, by whom and from where: written with it, and never again. */
export const auditEvent = z.object({
  uuid,
  created: instant,
  /** Of what matters most among the changes. */
  eventType,
  /** … and of all of them. */
  eventTypes: z.array(eventType),
  message: z.string(),
  /** `failed`: what was changed is that something failed; `refused`: nothing was changed. */
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

/** Undefined: of no customer, and for staff and support only. */
export const placeOfEvent = ({ customerUuid, projectUuid }: AuditEvent): Place | undefined =>
  customerUuid === undefined ? undefined : { customerUuid, ...(projectUuid !== undefined && { projectUuid }) };

/** Whether it is of this object, or has changed it, or was its doing. */
export function concerns(event: AuditEvent, wanted: Uuid): boolean {
  const { customerUuid, projectUuid, clusterUuid, resourceUuid, actor, changes } = event;
  const places = [customerUuid, projectUuid, clusterUuid, resourceUuid, actor.userUuid];
  return places.includes(wanted) || changes.some((change) => change.uuid === wanted);
}
