import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import { nodeSpec } from '../planning/node-spec.ts';
import { nodeRole } from '../planning/order-attributes.ts';

/**
 * Differences of a cluster from its wanted state.
 * - `NODE_MISSING`: a node has lost its server. Its record and its node in Rancher were removed. The difference stays
 * until a new node replaces the lost node.
 * - `SERVER_NOT_FOUND`: the last check did not find the server of a node. A second check has to confirm it.
 * - `SERVER_IN_ERROR`, `NODE_NOT_IN_RANCHER`, `NODE_NOT_HEALTHY`: about a node with a record.
 * - `NODE_UNKNOWN`: Rancher had a node without a record. The node was recorded, but its server is unknown.
 * - `POOL_STALLED`, `POOL_NOT_HEALTHY`: about a pool of machines that Rancher makes.
 * - `CLUSTER_NOT_IN_RANCHER`, `QUORUM_LOST`: about the cluster itself.
 */
export const driftKind = z.enum([
  'NODE_MISSING',
  'SERVER_NOT_FOUND',
  'SERVER_IN_ERROR',
  'NODE_NOT_IN_RANCHER',
  'NODE_NOT_HEALTHY',
  'NODE_UNKNOWN',
  'POOL_STALLED',
  'POOL_NOT_HEALTHY',
  'CLUSTER_NOT_IN_RANCHER',
  'QUORUM_LOST',
]);
export type DriftKind = z.infer<typeof driftKind>;

/**
 * One difference. `since` is the time of the first check that found the difference. Later checks do not change `since`,
 * so a known difference causes no further writes.
 */
export const drift = z.object({
  kind: driftKind,
  /**
   * The uuid of the node. A missing node has no record, but its uuid stays here. Undefined if the drift concerns a pool
   * or the whole cluster.
   */
  nodeUuid: uuid.optional(),
  /** Name of the node, of the pool or of the cluster. */
  name: z.string(),
  message: z.string(),
  since: instant,
});
export type Drift = z.infer<typeof drift>;

/** A node that has lost its server, with everything that is needed to make its replacement. */
export const missingNode = z.object({
  /** The uuid that the node's record had. */
  uuid,
  name: z.string(),
  role: nodeRole,
  spec: nodeSpec,
  since: instant,
  reason: z.string(),
});
export type MissingNode = z.infer<typeof missingNode>;
