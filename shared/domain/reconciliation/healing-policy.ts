import { z } from 'zod';

/**
 * Limits of autohealing. Only one node is healed at a time. The default of `maxUnhealthyShare` is from Cluster API's
 * documentation. The other defaults are Paddock's own, because no other product has defaults for these limits
 * (docs/spec/nodes.md#healing).
 */
export const healingPolicy = z.object({
  /**
   * Maximum share of missing or unhealthy nodes in a cluster. If the share is larger, no node is healed automatically.
   */
  maxUnhealthyShare: z.number().min(0).max(1).default(0.4),
  /** How many replacements are tried for a node. */
  attempts: z.number().int().positive().default(3),
  /**
   * The first pause between two replacements of the same node. Each further pause is twice as long as the one before.
   */
  pauseSeconds: z.number().int().nonnegative().default(300),
  /** If a replacement works longer than this and is then lost, earlier attempts do not count any more. */
  minHealthySeconds: z.number().int().nonnegative().default(7200),
  /** How long a node must be missing in Rancher, or have a server in ERROR, before the node is replaced. */
  lostAfterSeconds: z.number().int().nonnegative().default(600),
  /** How long a node must be unhealthy before it is replaced. */
  unhealthyAfterSeconds: z.number().int().nonnegative().default(3600),
});
export type HealingPolicy = z.infer<typeof healingPolicy>;
