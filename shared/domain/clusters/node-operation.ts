import { z } from 'zod';
import { machinesFor } from '../_core/cluster-driver.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * An operation on one node of a cluster that is OK. It changes neither the cluster's state nor other nodes, so several
 * operations can run at the same time (docs/spec/nodes.md#operations-on-nodes).
 */
export const nodeOperation = z.object({
  uuid,
  nodeUuid: uuid,
  machine: z.enum([...machinesFor('addNode'), ...machinesFor('deleteNode')]),
  /** When the operation was accepted. */
  since: instant,
  /**
   * Operations on the same node that this operation has superseded. It starts when none of their steps is still
   * running.
   */
  supersedes: z.array(uuid).optional(),
  /** For a deletion: the node is deleted even if it cannot be drained. */
  isForced: z.boolean().optional(),
  /**
   * For the addition of a replacement: the old node, and the correlation id of the call that asked for the replacement.
   * The old node is deleted when the new node works.
   */
  replaces: z.object({ nodeUuid: uuid, correlationId: z.string(), isForced: z.boolean().optional() }).optional(),
  /** For an addition by autohealing: the lost node that the new node replaces (`missing-nodes.ts`). */
  heals: uuid.optional(),
  /**
   * For a deletion: the server of the node no longer exists, so nothing is drained. Only the remaining objects of the
   * node are removed.
   */
  isVanished: z.boolean().optional(),
  /** Time at which Rancher was asked to drain the node. */
  drainingSince: instant.optional(),
});
export type NodeOperation = z.infer<typeof nodeOperation>;

/**
 * Maximum number of operations on nodes of one cluster. Each is part of the cluster's record and changes the record.
 */
export const MOST_NODE_OPERATIONS = 20;

/** A record with a list of operations on nodes, such as a cluster. */
type Listing = { nodeOperations: readonly NodeOperation[] };

/**
 * The operation on a node with this uuid. Undefined if the operation is not on a node, has ended, or was superseded by
 * an operation on the whole cluster.
 */
export const nodeOperationOf = ({ nodeOperations }: Listing, operationUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ uuid: id }) => id === operationUuid);

/** The operation that replaces the given node. */
export const replacementOf = ({ nodeOperations }: Listing, nodeUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ replaces }) => replaces?.nodeUuid === nodeUuid);

/** Fields of the cluster after the operation has ended. A step of the operation that still runs is then superseded. */
export const endedNodeOperation = ({ nodeOperations }: Listing, operationUuid: Uuid) => ({
  nodeOperations: nodeOperations.filter(({ uuid: id }) => id !== operationUuid),
});
