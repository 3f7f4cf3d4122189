import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import {
  inOrderOfOwners,
  RESTORED_FROM,
  restoredObject,
} from '#shared/domain/cluster-api/state-backup/restored-objects';
import { isUnderOperation } from '#shared/domain/clusters/cluster-work';
import { Conflict } from '#shared/errors';
import type { ClusterApi, ClusterApiSessions, SeenObject } from '#shared/ports/cluster-api';
import type { Secrets } from '#shared/ports/runtime';
import type { StateBackups } from '#shared/ports/state-backups';
import type { Store } from '#shared/ports/store';
import { clusterApiOf, specOf } from '../steps/cluster-api-deps.ts';
import { readCopy } from './stored-copy.ts';

type Deps = {
  store: Pick<Store, 'settings' | 'clusters'>;
  clusterApi: ClusterApiSessions;
  backups: StateBackups;
  secrets: Pick<Secrets, 'find'>;
  stage: string;
};
type Wish = { clusterUuid: Uuid; version?: string | undefined; isDryRun: boolean };
/** An object of the copy, and whether the management cluster lacked it. */
export type RestoredObject = { kind: string; name: string; isNew: boolean };
export type RestoreReport = { version: string; takenAt: string; objects: RestoredObject[] };

/**
 * Writes the stored copy of a cluster to the management cluster that is now in the settings of the cluster's provider.
 * This management cluster must not have the cluster yet. The restored Cluster object is paused until all objects exist.
 * Then Cluster API takes over the machines, which keep running all the time. If a restore was interrupted, a repeated
 * call completes it. A dry run only says what would be created.
 * @throws NotFound if there is no copy
 * @throws Conflict if the management cluster has the cluster already, or an operation on the cluster runs
 */
export async function restoreCluster(deps: Deps, { clusterUuid, version, isDryRun }: Wish): Promise<RestoreReport> {
  const cluster = await deps.store.clusters.get(clusterUuid);
  if (isUnderOperation(cluster)) throw new Conflict(`Cluster ${cluster.name} is being changed.`);
  const { capiName } = specOf(cluster);
  const found = await readCopy(deps, cluster, version);
  const api = await clusterApiOf(deps, cluster);
  assertAbsent(await api.find(KINDS.cluster, capiName), found.version);
  const objects: RestoredObject[] = [];
  const uids = new Map<string, string>();
  for (const object of inOrderOfOwners(found.copy.objects)) {
    const { kind, metadata } = object;
    const present = await api.find(object, metadata.name);
    const made = present ?? (isDryRun ? undefined : await api.create(restoredObject(object, uids, found.version)));
    if (made) uids.set(metadata.uid, made.metadata.uid);
    objects.push({ kind, name: metadata.name, isNew: !present });
  }
  if (!isDryRun) await unpause(api, capiName);
  return { version: found.version, takenAt: found.copy.takenAt, objects };
}

const paused = z.object({ paused: z.literal(true) });

/**
 * Throws Conflict if the management cluster already has the cluster. Exception: an interrupted restore of the copy with
 * this `version` has created the cluster. Such a cluster is still paused, and its annotation contains the version.
 */
function assertAbsent(present: SeenObject | undefined, version: string): void {
  if (!present) return;
  if (present.metadata.annotations[RESTORED_FROM] === version && paused.safeParse(present.spec).success) return;
  throw new Conflict(`The management cluster already has a cluster ${present.metadata.name}.`);
}

const unpause = (api: ClusterApi, name: string): Promise<void> =>
  api.merge({ ...KINDS.cluster, metadata: { name }, spec: { paused: false } });
