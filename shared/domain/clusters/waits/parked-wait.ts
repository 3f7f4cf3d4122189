import { z } from 'zod';
import { WAIT_FAILURES } from '../../../errors.ts';
import { instant, parseUuid, type Uuid, uuid } from '../../_core/identifier.ts';
import type { Cluster } from '../cluster.ts';
import { nodeOperationOf } from '../node-operation.ts';

/**
 * The result of a wait: an answer or an error. It may come from another operation that has read all clusters of the
 * provider.
 */
const waitAnswer = z.union([
  z.object({ ready: z.boolean(), overdue: z.literal(true).exactOptional() }),
  z.object({ error: z.enum(WAIT_FAILURES), message: z.string() }),
]);
export type WaitAnswer = z.infer<typeof waitAnswer>;

/**
 * The task token of a state machine that waits. Whoever takes the token resumes the state machine
 * (docs/spec/design.md#waiting-is-woken).
 */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  /**
   * The node, if the operation works on a single node. Webhook calls about other nodes do not resume the state machine.
   */
  nodeUuid: uuid.optional(),
  taskToken: z.string(),
  parkedAt: instant,
  /** Calls of `POST /webhooks/rancher` name the cluster by its provider and by its name or id in Rancher. */
  settingsUuid: uuid,
  clusterName: z.string(),
  backendId: z.string(),
  /**
   * `waitedMs`: how long the wait had lasted when the token was stored. `deadlineMs`: how long the wait may last.
   * Present only if another operation may end this wait, after it has read all clusters of the provider.
   */
  limits: z.object({ waitedMs: z.number(), deadlineMs: z.number() }).optional(),
  /**
   * An answer that another operation has found for this wait. The task token had already expired, because the state
   * machine was beginning its next poll. That poll ends with this answer.
   */
  answer: waitAnswer.optional(),
  /**
   * Set if another operation has read the provider's clusters, but found no answer for this cluster. At the next poll,
   * the waiting operation reads the clusters itself.
   */
  looksItself: z.literal(true).optional(),
});
export type ParkedWait = z.infer<typeof parkedWait>;

export function newWait(
  cluster: Cluster,
  { operationUuid, taskToken }: Pick<ParkedWait, 'operationUuid' | 'taskToken'>,
  now: Date,
): ParkedWait {
  const { uuid: clusterUuid, settingsUuid, name, provisioningName: clusterName = name, backendId } = cluster;
  const nodeUuid = nodeOperationOf(cluster, operationUuid)?.nodeUuid;
  return {
    ...(nodeUuid !== undefined && { nodeUuid }),
    clusterUuid,
    operationUuid,
    taskToken,
    parkedAt: now.toISOString(),
    settingsUuid,
    clusterName,
    backendId,
  };
}

/** The names that `isAbout` compares with a cluster. A uuid is accepted with and without dashes. */
export function namesOf(clusters: readonly string[]): ReadonlySet<string> {
  return new Set(clusters.flatMap((text) => [text, parseUuid(text) ?? text]).filter((text) => text !== ''));
}

/** Whether `names` has the waiting cluster's name, its id in Rancher or its uuid. */
export const isAbout = ({ clusterUuid, clusterName, backendId }: ParkedWait, names: ReadonlySet<string>): boolean =>
  [clusterUuid, clusterName, backendId].some((name) => names.has(name));

/** Whether a call about this node may end the wait. A call without a node is about the whole cluster. */
export const dependsOnNode = (wait: ParkedWait, nodeUuid: Uuid | undefined): boolean =>
  wait.nodeUuid === undefined || nodeUuid === undefined || wait.nodeUuid === nodeUuid;
