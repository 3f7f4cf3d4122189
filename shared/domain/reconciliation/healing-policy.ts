import { z } from 'zod';

/**
 * The brakes of autohealing, of which one at a time is another. What is unset elsewhere heals without any (docs/spec/nodes.md#healing): the
 * share is that of Cluster API's book.
 */
export const healingPolicy = z.object({
  /** Of all nodes, how many may be missing or unhealthy: where more are, people look first. */
  maxUnhealthyShare: z.number().min(0).max(1).default(0.4),
  /** How often another node is made in the place of one. */
  attempts: z.number().int().positive().default(3),
  /** From one attempt to the next; twice as long each time. */
  pauseSeconds: z.number().int().nonnegative().default(300),
  /** How long after an attempt a node that it made has to be lost for that to be another matter, whose attempts begin anew. */
  minHealthySeconds: z.number().int().nonnegative().default(7200),
  /** How long a node has to be unknown to Rancher, or its server in error. */
  lostAfterSeconds: z.number().int().nonnegative().default(600),
  /** How long a node has to be unhealthy. */
  unhealthyAfterSeconds: z.number().int().nonnegative().default(3600),
});
export type HealingPolicy = z.infer<typeof healingPolicy>;
