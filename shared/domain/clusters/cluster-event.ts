import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/** One line of a cluster's timeline. A repeated step has the same `key`, so it writes the same line again. */
export const clusterEvent = z.object({
  clusterUuid: uuid,
  /** The line's key: `<operation>#<step>[#<node name>][#<number, from the second time on>]` */
  key: z.string(),
  at: instant,
  step: z.string(),
  message: z.string(),
  nodeName: z.string().optional(),
  level: z.enum(['info', 'error']),
});
export type ClusterEvent = z.infer<typeof clusterEvent>;
