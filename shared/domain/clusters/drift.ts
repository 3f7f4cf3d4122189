import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import { nodeSpec } from '../planning/node-spec.ts';
import { nodeRole } from '../planning/order-attributes.ts';

/**
 * In which way a cluster differs from what it should be.
 * - `NODE_MISSING`: its server is gone, and so are its record and Rancher's node; there until another one takes its place
 * - `SERVER_NOT_FOUND`: its server was not listed at the last look, which is not believed before another look says so, too
 * - `SERVER_IN_ERROR`, `NODE_NOT_IN_RANCHER`, `NODE_NOT_HEALTHY`: of a node that has a record
 * - `NODE_UNKNOWN`: found in Rancher, and taken in
 * - `CLUSTER_NOT_IN_RANCHER`, `QUORUM_LOST`: of the cluster itself
 */
export const driftKind = z.enum([
  'NODE_MISSING',
  'SERVER_NOT_FOUND',
  'SERVER_IN_ERROR',
  'NODE_NOT_IN_RANCHER',
  'NODE_NOT_HEALTHY',
  'NODE_UNKNOWN',
  'CLUSTER_NOT_IN_RANCHER',
  'QUORUM_LOST',
]);
export type DriftKind = z.infer<typeof driftKind>;

/** One difference; `since` is the first look that saw it, so that a look which sees nothing new has nothing to write. */
export const drift = z.object({
  kind: driftKind,
  /** Absent: it is the cluster's. That of a missing node is the one it had. */
  nodeUuid: uuid.optional(),
  /** Of the node, or of the cluster. */
  name: z.string(),
  /** For users. */
  message: z.string(),
  since: instant,
});
export type Drift = z.infer<typeof drift>;

/** A node whose server vanished: what it takes to make one in its place, which closes the gap. */
export const missingNode = z.object({
  /** Of the record that it had. */
  uuid,
  name: z.string(),
  role: nodeRole,
  spec: nodeSpec,
  since: instant,
  reason: z.string(),
});
export type MissingNode = z.infer<typeof missingNode>;
