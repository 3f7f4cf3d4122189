import { z } from 'zod';
import { instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';
import type { Cluster } from './cluster.ts';
import { nodeOperationOf } from './node-operation.ts';

/**
 * The stored task token of a state machine. Whoever takes it resumes the machine
 * (docs/spec/design.md#waiting-is-woken).
 */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  /** For an operation on one node: events of other nodes are ignored. */
  nodeUuid: uuid.optional(),
  taskToken: z.string(),
  parkedAt: instant,
  /** The names of the cluster in calls by its provider and its Rancher (`POST /webhooks/rancher`). */
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

/** Names of clusters for `isAbout`: a uuid may be written in either form. */
export function namesOf(clusters: readonly string[]): ReadonlySet<string> {
  return new Set(clusters.flatMap((text) => [text, parseUuid(text) ?? text]).filter((text) => text !== ''));
}

/** Whether one of the names is the waiting cluster's: its name, its id in Rancher or its uuid. */
export const isAbout = ({ clusterUuid, clusterName, backendId }: ParkedWait, names: ReadonlySet<string>): boolean =>
  [clusterUuid, clusterName, backendId].some((name) => names.has(name));

/** Whether the wait depends on the node or, without one, on the cluster. */
export const dependsOnNode = (wait: ParkedWait, nodeUuid: Uuid | undefined): boolean =>
  wait.nodeUuid === undefined || nodeUuid === undefined || wait.nodeUuid === nodeUuid;
