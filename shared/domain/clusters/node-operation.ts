import { z } from 'zod';
import { machinesFor } from '../_core/cluster-driver.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * An operation on one node of a cluster that is OK. The operation changes neither the state of the cluster nor other
 * nodes, so several node operations can run at the same time (docs/spec/nodes.md#operations-on-nodes).
 */
export const nodeOperation = z.object({
  uuid,
  nodeUuid: uuid,
  machine: z.enum([...machinesFor('addNode'), ...machinesFor('deleteNode')]),
  /** When the operation was accepted. */
  since: instant,
  /**
   * Earlier operations on this node that were still running. This operation starts when all running steps of the
   * earlier operations have ended.
   */
  supersedes: z.array(uuid).optional(),
  /** Set for a forced deletion. The node is deleted even if it cannot be drained. */
  isForced: z.boolean().optional(),
  /**
   * Set if the new node replaces an old node. The old node is deleted when the new node works. `correlationId` comes
   * from the API call that asked for the replacement.
   */
  replaces: z.object({ nodeUuid: uuid, correlationId: z.string(), isForced: z.boolean().optional() }).optional(),
  /** Uuid of the lost node that the new node replaces (`missing-nodes.ts`). Set only if autohealing adds the node. */
  heals: uuid.optional(),
  /**
   * Set for the deletion of a node whose server is already gone. Nothing is drained, and only the remaining objects of
   * the node are removed.
   */
  isVanished: z.boolean().optional(),
  /** When Rancher was asked to drain the node. */
  drainingSince: instant.optional(),
});
export type NodeOperation = z.infer<typeof nodeOperation>;

/**
 * Maximum number of node operations in one cluster. There is a maximum, because the cluster's record contains all node
 * operations, and each operation writes the record.
 */
export const MAX_NODE_OPERATIONS = 20;

type Listing = { nodeOperations: readonly NodeOperation[] };

/**
 * Finds an operation on a node by the operation's own uuid. Undefined if this operation has ended, or if an operation
 * on the whole cluster has replaced it. Also undefined for the uuid of any other kind of operation.
 */
export const nodeOperationOf = ({ nodeOperations }: Listing, operationUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ uuid: id }) => id === operationUuid);

/** The operation whose new node replaces the given node. */
export const replacementOf = ({ nodeOperations }: Listing, nodeUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ replaces }) => replaces?.nodeUuid === nodeUuid);

/**
 * The fields of the cluster after an operation on a node has ended. If a step of this operation is still running, the
 * step does nothing more.
 */
export const endedNodeOperation = ({ nodeOperations }: Listing, operationUuid: Uuid) => ({
  nodeOperations: nodeOperations.filter(({ uuid: id }) => id !== operationUuid),
});
