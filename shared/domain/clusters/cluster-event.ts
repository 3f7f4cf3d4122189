import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * One line of a cluster's timeline. A repeated step writes its line under the same `key`, so the timeline has each line
 * only once.
 */
export const clusterEvent = z.object({
  clusterUuid: uuid,
  /**
   * `<operation>#<step>[#<node name>][#<number>]` for a line that a step writes. If a step writes the same line for a
   * node again, in the same operation, the line has a number. Lines that no step writes have other keys.
   */
  key: z.string(),
  at: instant,
  step: z.string(),
  message: z.string(),
  nodeName: z.string().optional(),
  level: z.enum(['info', 'error']),
});
export type ClusterEvent = z.infer<typeof clusterEvent>;
