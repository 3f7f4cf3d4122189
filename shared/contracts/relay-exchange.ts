import { z } from 'zod';

/** A cluster with an API server that is reachable from outside the tenant's network only through a relay. */
export const relayedCluster = z.object({
  /**
   * The host name by which clients connect to the API server, such as `kube-a1b2c3d4e5.paddock`. The certificate of the
   * API server contains it, too. It becomes part of HAProxy's configuration.
   */
  serverName: z.string().regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}$/),
  /** The address of the API server in the tenant's network. */
  address: z.ipv4(),
  port: z.int().min(1).max(65_535),
  /** The tenant's network in Neutron. A host of the cloud may have a network namespace for it. */
  networkId: z.uuid(),
});
export type RelayedCluster = z.infer<typeof relayedCluster>;

/** What a relay reports every ten seconds. Paddock forgets a relay that has not reported for 30 s. */
export const relayReport = z.object({
  /** The host of the relay. */
  name: z.string().min(1).max(253),
  /** Release of the relay's program. It must be the same as Paddock's release. */
  version: z.string(),
  /** Where clients reach the relay. */
  address: z.ipv4(),
  port: z.int().min(1).max(65_535),
  /** Clusters that the relay serves now, and whether their API servers answer. */
  clusters: z.array(z.object({ serverName: z.string(), isReachable: z.boolean() })),
  /** Why the relay does not serve all clusters of the last answer, as a sentence. */
  problem: z.string().optional(),
});
export type RelayReport = z.infer<typeof relayReport>;

/** The answer to a report: all clusters that the relay may serve. */
export const relayOrders = z.object({ clusters: z.array(relayedCluster) });
