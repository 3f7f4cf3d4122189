import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** Nodes that are added to a cluster because of alerts. */
export const alertNodes = z.object({
  /**
   * The alert that asks for a node. The scheduled job `watch-clusters` adds the node later, because the function that
   * gets alerts has no right to call clouds.
   */
  asked: z.object({ alert: z.string(), key: z.string(), at: instant }).optional(),
  /** When the last node was added because of an alert. */
  addedAt: instant.optional(),
});
export type AlertNodes = z.infer<typeof alertNodes>;
export type AskedNode = NonNullable<AlertNodes['asked']>;
