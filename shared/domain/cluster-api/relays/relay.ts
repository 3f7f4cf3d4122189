import { z } from 'zod';
import { instant, uuid } from '../../_core/identifier.ts';
import { RELAY_TTL_MS, type ReportedRelay } from './relay-objects.ts';

/**
 * The last report of a relay. A relay belongs to one management cluster of Cluster API, and reaches the clusters of
 * this management cluster.
 */
export const relay = z.object({
  settingsUuid: uuid,
  /** The host of the relay. A report with the same name replaces the relay's earlier report. */
  name: z.string(),
  /** Where clients reach the relay. */
  address: z.string(),
  port: z.int(),
  /** Release of the relay's program. */
  version: z.string(),
  reportedAt: instant,
  /** Clusters that the relay serves, and whether their API servers answer the relay. */
  clusters: z.array(z.object({ serverName: z.string(), isReachable: z.boolean() })),
  /** Why the relay does not serve all clusters, as a sentence. */
  problem: z.string().optional(),
});
export type Relay = z.infer<typeof relay>;

/** Whether the relay has not reported for longer than `RELAY_TTL_MS`. Cluster API no longer uses such a relay. */
export const isStale = ({ reportedAt }: Pick<Relay, 'reportedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(reportedAt) > RELAY_TTL_MS;

/** The relay, without the clusters that it cannot reach. */
export const asEndpoint = ({ name, address, port, reportedAt, clusters }: Relay): ReportedRelay => ({
  ...{ name, address, port, reportedAt },
  clusters: clusters.filter(({ isReachable }) => isReachable).map(({ serverName }) => serverName),
});

/** A relay as operators see it. */
export type ShownRelay = Relay & { isStale: boolean };
