import { type EventType, sentenceOf } from '../_core/event-type.ts';
import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Actor } from './actor.ts';
import type { AuditEvent, FieldChange } from './audit-event.ts';

/** An action of a caller that changes no record. The store cannot see it, so the use case passes it. */
export type ActivityEvent = {
  /** A fixed uuid for an event that may be reported twice: it is written once. */
  uuid?: Uuid;
  eventType: EventType;
  /** The first words of the message. */
  title: string;
  thing: { model: string; uuid: Uuid; name: string };
  place: Pick<
    AuditEvent,
    'customerUuid' | 'customerName' | 'projectUuid' | 'projectName' | 'clusterUuid' | 'resourceUuid'
  >;
  /** No secrets: everybody who sees the place can read it. */
  fields?: Record<string, FieldChange>;
};

/** An activity event of a cluster. */
export function clusterActivity(
  cluster: Cluster,
  eventType: EventType,
  fields: Record<string, FieldChange>,
): ActivityEvent {
  const { uuid, name, customerUuid, customerName, projectUuid, projectName, resourceUuid } = cluster;
  return {
    ...{ eventType, title: 'Cluster', fields },
    thing: { model: 'Rancher.Cluster', uuid, name },
    place: { customerUuid, customerName, projectUuid, projectName, clusterUuid: uuid, resourceUuid },
  };
}

type Base = { actor: Actor; now: Date; newUuid: () => Uuid };

export const activityAuditEvent = (
  { actor, now, newUuid }: Base,
  { uuid = newUuid(), eventType, title, thing, place, fields = {} }: ActivityEvent,
): AuditEvent => ({
  uuid,
  created: now.toISOString(),
  eventType,
  eventTypes: [eventType],
  message: `${title} ${thing.name} ${sentenceOf(eventType)}.`,
  result: 'success',
  actor,
  ...place,
  changes: [{ eventType, ...thing, action: 'use', fields }],
});
