import { z } from 'zod';
import { text } from '../rest/fields.ts';
import { parseBody } from '../rest/parse-body.ts';

/** Well over what fits into a body of the largest size, as Alertmanager writes them; of a wrong one each is told of. */
const MAX_ALERTS = 5000;

/**
 * Labels that tell the cluster of an alert. Rancher's monitoring sets `cluster_id` (as in `c-m-x7k2b9fd`) and `cluster_name`
 * (rancher/rancher#37128); Rancher's own metrics, and most others, have `cluster`.
 */
const label = z.string().optional();
const alert = z.object({ labels: z.object({ cluster_id: label, cluster_name: label, cluster: label }) });

/** What Alertmanager posts (prometheus.io, "webhook_config"); of its fields those that are read. */
export const alertmanagerMessage = z
  .object({
    version: z.literal('4'),
    // Counted before they are looked at.
    alerts: z.array(z.unknown()).max(MAX_ALERTS).pipe(z.array(alert)),
  })
  .meta({ id: 'AlertmanagerMessage' });

/** What anybody else sends. */
export const clusterMessage = z
  .object({
    cluster: text(150).meta({ description: 'A cluster of the provider: its uuid, its name or its id in Rancher.' }),
  })
  .meta({ id: 'ClusterMessage' });

/** The clusters that the alerts speak of, as they call them. Throws Invalid. */
export function clustersOfAlerts(body: unknown): string[] {
  const { alerts } = parseBody(alertmanagerMessage, body);
  const names = alerts.flatMap(({ labels: { cluster_id, cluster_name, cluster } }) => [
    cluster_id,
    cluster_name,
    cluster,
  ]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

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
