import { type EventType, sentenceOf } from '../_core/event-type.ts';
import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Actor } from './actor.ts';
import type { AuditEvent, FieldChange } from './audit-event.ts';

/** An action of a caller that changes no record. The store only sees records, so the use case reports the action. */
export type ActivityEvent = {
  /** The event's uuid, given if the event may be reported twice. The store writes only one event with the same uuid. */
  uuid?: Uuid;
  eventType: EventType;
  /** The first words of the event's message. */
  title: string;
  thing: { model: string; uuid: Uuid; name: string };
  place: Pick<
    AuditEvent,
    'customerUuid' | 'customerName' | 'projectUuid' | 'projectName' | 'clusterUuid' | 'resourceUuid'
  >;
  /**
   * Details of the action. Everybody who can see the customer or project can read these details, so they must not
   * contain secrets.
   */
  fields?: Record<string, FieldChange>;
};

export function clusterActivity(
  cluster: Cluster,
  eventType: EventType,
  fields: Record<string, FieldChange>,
): ActivityEvent {
  const { uuid, name, customerUuid, customerName, projectUuid, projectName, resourceUuid } = cluster;
  return {
    eventType,
    title: 'Cluster',
    fields,
    thing: { model: 'Rancher.Cluster', uuid, name },
    place: { customerUuid, customerName, projectUuid, projectName, clusterUuid: uuid, resourceUuid },
  };
}

export type ContentEventType = Extract<EventType, `cluster_content_${string}`>;

/** The event of a caller who has changed an object inside a cluster, such as a namespace. */
export function contentActivity(
  cluster: Cluster,
  eventType: ContentEventType,
  { title, uuid, name, namespaceName }: { title: string; uuid: Uuid; name: string; namespaceName: string },
  fields: Record<string, FieldChange> = {},
): ActivityEvent {
  const { place } = clusterActivity(cluster, eventType, {});
  return {
    eventType,
    title,
    fields: {
      cluster: { after: cluster.name },
      ...(namespaceName && { namespace: { after: namespaceName } }),
      ...fields,
    },
    thing: { model: `Rancher.${title}`, uuid, name },
    place,
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

export type ClusterAlert = {
  clusterName: string;
  /** Name of the alerting rule, such as `KubePersistentVolumeFillingUp`. */
  name: string;
  severity: string;
  summary: string;
  isResolved: boolean;
  /** Fingerprint and start time of the alert. Repeated messages about the alert have an equal key. */
  key: string;
};

/** Maximum length of a text in an event. Longer texts are cut, so that people can read events easily. */
const LONGEST = 500;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/**
 * The event when an alert starts or ends. The event's uuid is derived from the alert, so that repeated messages write
 * no further event.
 */
export function alertActivity(cluster: Cluster, alert: ClusterAlert): ActivityEvent {
  const { name, severity, summary, isResolved, key } = alert;
  const given = Object.entries({ alert: name, severity, summary }).filter(([, text]) => text !== '');
  const fields: Record<string, FieldChange> = Object.fromEntries(
    given.map(([field, text]) => [field, { after: cut(text) }]),
  );
  const eventType = isResolved ? 'resource_alert_resolved' : 'resource_alert_raised';
  return { ...clusterActivity(cluster, eventType, fields), uuid: derivedUuid(cluster.uuid, `${eventType}/${key}`) };
}
