import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/** The one-time token a node proves itself with when it phones home; only its SHA-256 is kept. */
export const phoneHome = z.object({
  nodeUuid: uuid,
  clusterUuid: uuid,
  /** The cluster's provider: what waits for the cluster is found by both. */
  settingsUuid: uuid,
  tokenHash: z.string(),
  created: instant,
});
export type PhoneHome = z.infer<typeof phoneHome>;
