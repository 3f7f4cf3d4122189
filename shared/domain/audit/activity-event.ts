import { type EventType, sentenceOf } from '../_core/event-type.ts';
import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Actor } from './actor.ts';
import type { AuditEvent, FieldChange } from './audit-event.ts';

/** What somebody did with a thing, without changing a record: the store cannot see it, and is told. */
export type ActivityEvent = {
  /** Of what may be told of again, which is written once. */
  uuid?: Uuid;
  eventType: EventType;
  /** What the message begins with. */
  title: string;
  thing: { model: string; uuid: Uuid; name: string };
  place: Pick<
    AuditEvent,
    'customerUuid' | 'customerName' | 'projectUuid' | 'projectName' | 'clusterUuid' | 'resourceUuid'
  >;
  /** Nothing secret: whoever sees the place reads it. */
  fields?: Record<string, FieldChange>;
};

/** … with a cluster. */
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
