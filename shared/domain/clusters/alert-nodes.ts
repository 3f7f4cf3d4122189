import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** Nodes that alerts add to a cluster. */
export const alertNodes = z.object({
  /** The alert for which a node is to be added. The watch adds it, because only the watch may ask clouds. */
  asked: z.object({ alert: z.string(), key: z.string(), at: instant }).optional(),
  /** When the last node was added for an alert. */
  addedAt: instant.optional(),
});
export type AlertNodes = z.infer<typeof alertNodes>;
export type AskedNode = NonNullable<AlertNodes['asked']>;
