import { derivedUuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { type ActivityEvent, clusterActivity } from './activity-event.ts';
import type { FieldChange } from './audit-event.ts';

/** What a provider's monitoring says of one cluster. */
export type ClusterAlert = {
  clusterName: string;
  /** Of its rule, as in `KubePersistentVolumeFillingUp`. */
  name: string;
  severity: string;
  summary: string;
  isResolved: boolean;
  /** The same as long as the same thing is told of: fingerprint and beginning. */
  key: string;
};

/** An event is read by people: who writes more into an alert is cut short. */
const LONGEST = 500;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** One event for each beginning and each end of an alert, however often Alertmanager repeats it. */
export function alertActivity(cluster: Cluster, alert: ClusterAlert): ActivityEvent {
  const { name, severity, summary, isResolved, key } = alert;
  const told = Object.entries({ alert: name, severity, summary }).filter(([, text]) => text !== '');
  const fields: Record<string, FieldChange> = Object.fromEntries(
    told.map(([field, text]) => [field, { after: cut(text) }]),
  );
  const eventType = isResolved ? 'resource_alert_resolved' : 'resource_alert_raised';
  return { ...clusterActivity(cluster, eventType, fields), uuid: derivedUuid(cluster.uuid, `${eventType}/${key}`) };
}
