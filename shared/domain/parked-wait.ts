import { z } from 'zod';
import type { Cluster } from './cluster.ts';
import { instant, parseUuid, uuid } from './identifier.ts';

/** A state machine's parked task token; whoever takes it wakes the machine (design decision 6). */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  taskToken: z.string(),
  parkedAt: instant,
  /** How the cluster's provider and its Rancher speak of the cluster (`POST /webhooks/rancher`). */
  settingsUuid: uuid,
  clusterName: z.string(),
  backendId: z.string(),
});
export type ParkedWait = z.infer<typeof parkedWait>;

export function newWait(
  { uuid: clusterUuid, settingsUuid, name: clusterName, backendId }: Cluster,
  { operationUuid, taskToken }: Pick<ParkedWait, 'operationUuid' | 'taskToken'>,
  now: Date,
): ParkedWait {
  return {
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
