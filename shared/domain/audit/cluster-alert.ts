import { derivedUuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { type ActivityEvent, clusterActivity } from './activity-event.ts';
import type { FieldChange } from './audit-event.ts';

/** An alert of a provider's monitoring about one cluster. */
export type ClusterAlert = {
  clusterName: string;
  /** Name of its rule, as in `KubePersistentVolumeFillingUp`. */
  name: string;
  severity: string;
  summary: string;
  isResolved: boolean;
  /** Fingerprint and start time: the same for repeated messages about one alert. */
  key: string;
};

/** Events are read by people, so longer texts are cut. */
const LONGEST = 500;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** One event for each start and each end of an alert, however often Alertmanager repeats it. */
export function alertActivity(cluster: Cluster, alert: ClusterAlert): ActivityEvent {
  const { name, severity, summary, isResolved, key } = alert;
  const given = Object.entries({ alert: name, severity, summary }).filter(([, text]) => text !== '');
  const fields: Record<string, FieldChange> = Object.fromEntries(
    given.map(([field, text]) => [field, { after: cut(text) }]),
  );
  const eventType = isResolved ? 'resource_alert_resolved' : 'resource_alert_raised';
  return { ...clusterActivity(cluster, eventType, fields), uuid: derivedUuid(cluster.uuid, `${eventType}/${key}`) };
}
