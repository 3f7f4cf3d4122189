import { z } from 'zod';
import { instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';
import type { Cluster } from './cluster.ts';
import { nodeOperationOf } from './node-operation.ts';

/** A state machine's parked task token; whoever takes it wakes the machine (docs/spec/design.md#waiting-is-woken). */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  /** Of an operation on one node: what happens to others is nothing to it. */
  nodeUuid: uuid.optional(),
  taskToken: z.string(),
  parkedAt: instant,
  /** How the cluster's provider and its Rancher speak of the cluster (`POST /webhooks/rancher`). */
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
    ...{ clusterUuid, operationUuid, taskToken, parkedAt: now.toISOString() },
    ...{ settingsUuid, clusterName, backendId },
  };
}

/** What clusters are called, for `isAbout`: a uuid may be written either way. */
export function namesOf(clusters: readonly string[]): ReadonlySet<string> {
  return new Set(clusters.flatMap((text) => [text, parseUuid(text) ?? text]).filter((text) => text !== ''));
}

/** Whether one of the names is the waiting cluster's: its name, its id in Rancher or its uuid. */
export const isAbout = ({ clusterUuid, clusterName, backendId }: ParkedWait, names: ReadonlySet<string>): boolean =>
  [clusterUuid, clusterName, backendId].some((name) => names.has(name));

/** Whether what has happened to the node, or, without one, to the cluster, is something the wait looks for. */
export const concerns = (wait: ParkedWait, nodeUuid: Uuid | undefined): boolean =>
  wait.nodeUuid === undefined || nodeUuid === undefined || wait.nodeUuid === nodeUuid;
