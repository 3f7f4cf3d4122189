import { z } from 'zod';
import { machinesFor } from '../_core/cluster-driver.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * An operation on one node of a cluster that is OK. It changes neither the cluster's state nor its other nodes
 * (docs/spec/nodes.md#operations-on-nodes), so several can run at a time.
 */
export const nodeOperation = z.object({
  uuid,
  nodeUuid: uuid,
  machine: z.enum([...machinesFor('addNode'), ...machinesFor('deleteNode')]),
  /** When the operation was accepted. */
  since: instant,
  /** Operations on the same node that this one has stopped. It starts when none of their steps is running. */
  supersedes: z.array(uuid).optional(),
  /** For a deletion: the node is deleted even if it cannot be drained. */
  isForced: z.boolean().optional(),
  /**
   * For the addition of a replacement: the old node, and the id of the call that asked for the replacement. The old
   * node is deleted once the new one works.
   */
  replaces: z.object({ nodeUuid: uuid, correlationId: z.string(), isForced: z.boolean().optional() }).optional(),
  /** For an addition: the lost node that the new node stands in for (`missing-nodes.ts`). */
  heals: uuid.optional(),
  /** For a deletion: the server is already gone, so there is nothing to drain. Only what it leaves behind is removed. */
  isVanished: z.boolean().optional(),
  /** Time at which Rancher was asked to drain the node. */
  drainingSince: instant.optional(),
});
export type NodeOperation = z.infer<typeof nodeOperation>;

/** Limited, because each operation is listed in the cluster's record and changes it. */
export const MOST_NODE_OPERATIONS = 20;

/** The part of a cluster that lists its operations on nodes. */
type Listing = { nodeOperations: readonly NodeOperation[] };

/**
 * The operation on a node. Undefined if the operation is not on a node, has ended, or was superseded by one on the
 * whole cluster.
 */
export const nodeOperationOf = ({ nodeOperations }: Listing, operationUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ uuid: id }) => id === operationUuid);

/** The operation that replaces this node. */
export const replacementOf = ({ nodeOperations }: Listing, nodeUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ replaces }) => replaces?.nodeUuid === nodeUuid);

/** Fields of the cluster after the operation has ended. If steps of the operation still run, they are superseded. */
export const endedNodeOperation = ({ nodeOperations }: Listing, operationUuid: Uuid) => ({
  nodeOperations: nodeOperations.filter(({ uuid: id }) => id !== operationUuid),
});
