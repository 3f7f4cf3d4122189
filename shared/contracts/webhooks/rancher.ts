import { z } from 'zod';
import type { ClusterAlert } from '#shared/domain/audit/cluster-alert';
import { text } from '../rest/_core/fields.ts';
import { parseBody } from '../rest/_core/parse-body.ts';

/** Well over what fits into a body of the largest size, as Alertmanager writes them; of a wrong one each is told of. */
const MAX_ALERTS = 5000;

/**
 * Labels that tell the cluster of an alert. Rancher's monitoring sets `cluster_id` (as in `c-m-x7k2b9fd`) and `cluster_name`
 * (rancher/rancher#37128); Rancher's own metrics, and most others, have `cluster`.
 */
const label = z.string().optional();
const alert = z.object({
  status: z.enum(['firing', 'resolved']).default('firing'),
  labels: z.object({
    ...{ cluster_id: label, cluster_name: label, cluster: label },
    ...{ alertname: z.string().default(''), severity: z.string().default('') },
  }),
  annotations: z.object({ summary: z.string().default('') }).prefault({}),
  fingerprint: z.string().default(''),
  startsAt: z.string().default(''),
});

/** What Alertmanager posts (prometheus.io, "webhook_config"); of its fields those that are read. */
export const alertmanagerMessage = z
  .object({
    version: z.literal('4').meta({ description: 'Of the form of the message.' }),
    // Counted before they are looked at.
    alerts: z
      .array(z.unknown())
      .max(MAX_ALERTS)
      .pipe(z.array(alert))
      .meta({ description: 'The alerts; their labels name the clusters.' }),
  })
  .meta({ id: 'AlertmanagerMessage' });

/** What anybody else sends. */
export const clusterMessage = z
  .object({
    cluster: text(150).meta({ description: 'A cluster of the provider: its uuid, its name or its id in Rancher.' }),
  })
  .meta({ id: 'ClusterMessage' });

type Alert = z.infer<typeof alert>;
/** Throws Invalid. */
export const readAlerts = (body: unknown): Alert[] => parseBody(alertmanagerMessage, body).alerts;

/** The clusters that the alerts speak of, as they call them. */
export function clustersOfAlerts(alerts: readonly Alert[]): string[] {
  const names = alerts.flatMap(({ labels: { cluster_id, cluster_name, cluster } }) => [
    cluster_id,
    cluster_name,
    cluster,
  ]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Those that name a rule and, as Rancher's monitoring does, the cluster. */
export const namedAlerts = (alerts: readonly Alert[]): ClusterAlert[] =>
  alerts.flatMap(({ status, labels, annotations: { summary }, fingerprint, startsAt }) => {
    const { cluster_name: clusterName = '', alertname: name, severity } = labels;
    if (clusterName === '' || name === '') return [];
    const key = `${fingerprint}/${startsAt}`;
    return [{ clusterName, name, severity, summary, isResolved: status === 'resolved', key }];
  });

/** Throws Invalid. */
export const clusterOfMessage = (body: unknown): string => parseBody(clusterMessage, body).cluster;

/** How many machines were woken: none when nothing waits for these clusters. */
export const wokenView = z.object({ woken: z.int().min(0) }).meta({ id: 'Woken' });
export type WokenView = z.infer<typeof wokenView>;

/** Headers of a signed message. */
export const SIGNED = {
  provider: 'paddock-provider',
  timestamp: 'paddock-timestamp',
  signature: 'paddock-signature',
} as const;
