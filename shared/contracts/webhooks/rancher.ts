import { z } from 'zod';
import type { ClusterAlert } from '#shared/domain/audit/activity-event';
import { text } from '../rest/_core/fields.ts';
import { parseBody } from '../rest/_core/parse-body.ts';

/**
 * Far more than fit into the largest body, in Alertmanager's format. Each alert of a wrong message would get an error.
 */
const MAX_ALERTS = 5000;

/**
 * Labels that name the cluster of an alert. Rancher's monitoring sets `cluster_id` (such as `c-m-x7k2b9fd`) and
 * `cluster_name` (rancher/rancher#37128). Rancher's own metrics, and most others, have `cluster`.
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

/** The part of Alertmanager's message that is read (prometheus.io, "webhook_config"). */
export const alertmanagerMessage = z
  .object({
    version: z.literal('4').meta({ description: 'Version of the message format.' }),
    // Counted before they are parsed.
    alerts: z
      .array(z.unknown())
      .max(MAX_ALERTS)
      .pipe(z.array(alert))
      .meta({ description: 'The alerts; their labels name the clusters.' }),
  })
  .meta({ id: 'AlertmanagerMessage' });

/** The message of any other sender. */
export const clusterMessage = z
  .object({
    cluster: text(150).meta({ description: 'A cluster of the provider: its uuid, its name or its id in Rancher.' }),
  })
  .meta({ id: 'ClusterMessage' });

type Alert = z.infer<typeof alert>;
/** Throws Invalid. */
export const readAlerts = (body: unknown): Alert[] => parseBody(alertmanagerMessage, body).alerts;

/** The clusters that the alerts name, as written in them. */
export function clustersOfAlerts(alerts: readonly Alert[]): string[] {
  const names = alerts.flatMap(({ labels: { cluster_id, cluster_name, cluster } }) => [
    cluster_id,
    cluster_name,
    cluster,
  ]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Alerts that name a rule and the cluster, as those of Rancher's monitoring do. */
export const namedAlerts = (alerts: readonly Alert[]): ClusterAlert[] =>
  alerts.flatMap(({ status, labels, annotations: { summary }, fingerprint, startsAt }) => {
    const { cluster_name: clusterName = '', alertname: name, severity } = labels;
    if (clusterName === '' || name === '') return [];
    const key = `${fingerprint}/${startsAt}`;
    return [{ clusterName, name, severity, summary, isResolved: status === 'resolved', key }];
  });

/** Throws Invalid. */
export const clusterOfMessage = (body: unknown): string => parseBody(clusterMessage, body).cluster;

/** Number of resumed machines: 0 if none waits for these clusters. */
export const wokenView = z.object({ woken: z.int().min(0) }).meta({ id: 'Woken' });
export type WokenView = z.infer<typeof wokenView>;

/** Headers of a signed message. */
export const SIGNED = {
  provider: 'paddock-provider',
  timestamp: 'paddock-timestamp',
  signature: 'paddock-signature',
} as const;
