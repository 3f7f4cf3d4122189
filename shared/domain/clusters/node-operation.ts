import { z } from 'zod';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * An operation on one node of a cluster that is OK: it changes neither the cluster's state nor its other nodes
 * (docs/spec/nodes.md#operations-on-nodes), so that there may be several at a time.
 */
export const nodeOperation = z.object({
  uuid,
  nodeUuid: uuid,
  machine: z.enum(['add-node', 'delete-node']),
  /** When it was accepted. */
  since: instant,
  /** Operations on the same node that it has put an end to; it begins when no step of theirs is at work any more. */
  supersedes: z.array(uuid).optional(),
  /** Of a deletion: the node goes even where it cannot be drained. */
  isForced: z.boolean().optional(),
  /** Of a node that is added in place of another, which goes once this one works; and the call that asked for both. */
  replaces: z.object({ nodeUuid: uuid, correlationId: z.string(), isForced: z.boolean().optional() }).optional(),
  /** Of an addition: the node that was lost, whose gap it closes (`missing-nodes.ts`). */
  heals: uuid.optional(),
  /** Of a deletion: its server is gone already, so that there is nothing to drain, and what is left of it is cleaned away. */
  isVanished: z.boolean().optional(),
  /** When Rancher was asked to drain the node. */
  drainingSince: instant.optional(),
});
export type NodeOperation = z.infer<typeof nodeOperation>;

/** Each writes the cluster's record, which holds a line for each. */
export const MOST_NODE_OPERATIONS = 20;

/** A cluster. */
type Listing = { nodeOperations: readonly NodeOperation[] };

/** Undefined where the operation is not on a node, or has ended, or was superseded by one on the whole cluster. */
export const nodeOperationOf = ({ nodeOperations }: Listing, operationUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ uuid: id }) => id === operationUuid);

/** That which puts another node in this one's place. */
export const replacementOf = ({ nodeOperations }: Listing, nodeUuid: Uuid): NodeOperation | undefined =>
  nodeOperations.find(({ replaces }) => replaces?.nodeUuid === nodeUuid);

/** Fields of the cluster once the operation has ended: whatever of it still moves is superseded. */
export const endedNodeOperation = ({ nodeOperations }: Listing, operationUuid: Uuid) => ({
  nodeOperations: nodeOperations.filter(({ uuid: id }) => id !== operationUuid),
});
