import { z } from 'zod';

/**
 * Limits of autohealing, besides one node at a time. Other products have no default limits
 * (docs/spec/nodes.md#healing); the share is that of Cluster API's documentation.
 */
export const healingPolicy = z.object({
  /** The share of nodes that may be missing or unhealthy. Above it, people look first. */
  maxUnhealthyShare: z.number().min(0).max(1).default(0.4),
  /** How many replacements are tried for a node. */
  attempts: z.number().int().positive().default(3),
  /** The pause between attempts, doubled each time. */
  pauseSeconds: z.number().int().nonnegative().default(300),
  /** If a replacement lives longer than this, its loss counts as a new one, with all attempts again. */
  minHealthySeconds: z.number().int().nonnegative().default(7200),
  /** How long a node must be missing in Rancher, or its server be in ERROR. */
  lostAfterSeconds: z.number().int().nonnegative().default(600),
  /** How long a node must be unhealthy. */
  unhealthyAfterSeconds: z.number().int().nonnegative().default(3600),
});
export type HealingPolicy = z.infer<typeof healingPolicy>;
