import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/** The one-time token with which a node phones home. Only its SHA-256 is stored. */
export const phoneHome = z.object({
  nodeUuid: uuid,
  clusterUuid: uuid,
  /** The provider of the cluster. Waiting state machines are found by provider and cluster. */
  settingsUuid: uuid,
  tokenHash: z.string(),
  created: instant,
});
export type PhoneHome = z.infer<typeof phoneHome>;
