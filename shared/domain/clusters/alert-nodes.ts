import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** Nodes that alerts add to a cluster. */
export const alertNodes = z.object({
  /**
   * The alert for which a node is to be added. The watch adds the node, because only the watch has the right to call
   * clouds.
   */
  asked: z.object({ alert: z.string(), key: z.string(), at: instant }).optional(),
  /** Time when the last node was added because of an alert. */
  addedAt: instant.optional(),
});
export type AlertNodes = z.infer<typeof alertNodes>;
export type AskedNode = NonNullable<AlertNodes['asked']>;
