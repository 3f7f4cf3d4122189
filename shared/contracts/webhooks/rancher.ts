import { z } from 'zod';
import type { ClusterAlert } from '#shared/domain/audit/activity-event';
import { text } from '../rest/_core/fields.ts';
import { parseBody } from '../rest/_core/parse-body.ts';

/**
 * Maximum number of alerts in a request. The largest possible request in Alertmanager's format has fewer alerts.
 * Without a limit, a wrong message could cause an error text for each alert.
 */
const MAX_ALERTS = 5000;

/**
 * Labels that name the cluster of an alert. Rancher's monitoring sets `cluster_id` (such as `c-m-x7k2b9fd`) and
 * `cluster_name` (rancher/rancher#37128). The label `cluster` is read, too, because most metrics have it, even
 * Rancher's own metrics.
 */
const label = z.string().optional();
const alert = z.object({
  status: z.enum(['firing', 'resolved']).default('firing'),
  labels: z.object({
    cluster_id: label,
    cluster_name: label,
    cluster: label,
    alertname: z.string().default(''),
    severity: z.string().default(''),
  }),
  annotations: z.object({ summary: z.string().default('') }).prefault({}),
  fingerprint: z.string().default(''),
  startsAt: z.string().default(''),
});

/** The fields of Alertmanager's message that Paddock reads (prometheus.io, "webhook_config"). */
export const alertmanagerMessage = z
  .object({
    version: z.literal('4').meta({ description: 'Version of the message format.' }),
    // The number of alerts is checked before the alerts are parsed.
    alerts: z
      .array(z.unknown())
      .max(MAX_ALERTS)
      .pipe(z.array(alert))
      .meta({ description: 'The alerts; their labels name the clusters.' }),
  })
  .meta({ id: 'AlertmanagerMessage' });

/** The message of any sender that is not Alertmanager. */
export const clusterMessage = z
  .object({
    cluster: text(150).meta({ description: 'A cluster of the provider: its uuid, its name or its id in Rancher.' }),
  })
  .meta({ id: 'ClusterMessage' });

type Alert = z.infer<typeof alert>;
/** Reads the alerts of a message. Throws Invalid if the message does not have Alertmanager's format. */
export const readAlerts = (body: unknown): Alert[] => parseBody(alertmanagerMessage, body).alerts;

/** The clusters that the alerts name, spelled as in the labels. */
export function clustersOfAlerts(alerts: readonly Alert[]): string[] {
  const names = alerts.flatMap(({ labels: { cluster_id, cluster_name, cluster } }) => [
    cluster_id,
    cluster_name,
    cluster,
  ]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * The clusters that Rancher's monitoring names as the source of the alerts. The label `cluster` is left out, because it
 * may come from any metric and mean anything.
 */
export const monitoredClusters = (alerts: readonly Alert[]): string[] => [
  ...new Set(
    alerts.flatMap(({ labels: { cluster_id, cluster_name } }) =>
      [cluster_id, cluster_name].flatMap((name) => name || []),
    ),
  ),
];

/** Returns the alerts that name both an alert rule and a cluster. All alerts of Rancher's monitoring name both. */
export const namedAlerts = (alerts: readonly Alert[]): ClusterAlert[] =>
  alerts.flatMap(({ status, labels, annotations: { summary }, fingerprint, startsAt }) => {
    const { cluster_name: clusterName = '', alertname: name, severity } = labels;
    if (clusterName === '' || name === '') return [];
    const key = `${fingerprint}/${startsAt}`;
    return [{ clusterName, name, severity, summary, isResolved: status === 'resolved', key }];
  });

/**
 * Reads the cluster that a message names. Throws Invalid if the message does not have the format of `clusterMessage`.
 */
export const clusterOfMessage = (body: unknown): string => parseBody(clusterMessage, body).cluster;

/**
 * How many waiting state machines the message has resumed. The number is 0 if no state machine waits for a cluster that
 * the message names.
 */
export const wokenView = z.object({ woken: z.int().min(0) }).meta({ id: 'Woken' });
export type WokenView = z.infer<typeof wokenView>;

/** Names of the headers of a signed message. */
export const SIGNED = {
  provider: 'paddock-provider',
  timestamp: 'paddock-timestamp',
  signature: 'paddock-signature',
} as const;
