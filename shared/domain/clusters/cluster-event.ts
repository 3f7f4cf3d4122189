import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/** One line of a cluster's timeline. `key` makes a repeated step write the same line, not a second one. */
export const clusterEvent = z.object({
  clusterUuid: uuid,
  /** `<operation>#<step>[#<node name>][#<which time, from the second>]` */
  key: z.string(),
  at: instant,
  step: z.string(),
  message: z.string(),
  nodeName: z.string().optional(),
  level: z.enum(['info', 'error']),
});
export type ClusterEvent = z.infer<typeof clusterEvent>;
