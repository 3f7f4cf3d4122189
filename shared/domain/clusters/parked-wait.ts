import { z } from 'zod';
import { instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';
import type { Cluster } from './cluster.ts';
import { nodeOperationOf } from './node-operation.ts';

/**
 * The task token of a state machine that waits. Whoever takes the token resumes the machine
 * (docs/spec/design.md#waiting-is-woken).
 */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  /** The node, for an operation on one node. Events of other nodes do not resume the machine. */
  nodeUuid: uuid.optional(),
  taskToken: z.string(),
  parkedAt: instant,
  /** Provider and names of the cluster, by which calls of the provider and of Rancher name it (`POST /webhooks/rancher`). */
  settingsUuid: uuid,
  clusterName: z.string(),
  backendId: z.string(),
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

/** Names of clusters for `isAbout`. A uuid counts in both of its forms. */
export function namesOf(clusters: readonly string[]): ReadonlySet<string> {
  return new Set(clusters.flatMap((text) => [text, parseUuid(text) ?? text]).filter((text) => text !== ''));
}

/** Whether one of the names is the waiting cluster's: its name, its id in Rancher or its uuid. */
export const isAbout = ({ clusterUuid, clusterName, backendId }: ParkedWait, names: ReadonlySet<string>): boolean =>
  [clusterUuid, clusterName, backendId].some((name) => names.has(name));

/** Whether news of the node may end the wait. News without a node is about the whole cluster. */
export const dependsOnNode = (wait: ParkedWait, nodeUuid: Uuid | undefined): boolean =>
  wait.nodeUuid === undefined || nodeUuid === undefined || wait.nodeUuid === nodeUuid;
