import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { MADE_KINDS, OF_CLUSTER } from '#shared/domain/cluster-api/kubernetes-object';
import { ADD_ON, addOnName, addOnSources } from '#shared/domain/cluster-api/rendering/add-ons';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { BackendConflict } from '#shared/errors';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { listOwned } from '../list-owned.ts';
import { renderedCluster } from '../rendered-cluster.ts';
import { type ClusterApiDeps, clusterApiOf, specOf } from './cluster-api-deps.ts';

/** Cluster API deletes machines with this annotation first when their group gets smaller. */
const CHOSEN_MACHINE = { 'cluster.x-k8s.io/delete-machine': 'yes' };

/** Marks the machines that are to be deleted first. A machine that is gone needs no mark. */
async function markChosen(clusterApi: ClusterApi, { capiName }: ClusterApiSpec, chosen: readonly string[]) {
  if (chosen.length === 0) return;
  const machines = await clusterApi.list(MADE_KINDS.machine, { [OF_CLUSTER]: capiName });
  for (const { metadata } of machines.filter((machine) => chosen.includes(machine.metadata.name))) {
    const { name, uid } = metadata;
    try {
      await clusterApi.apply({ ...MADE_KINDS.machine, metadata: { name, uid, annotations: CHOSEN_MACHINE } });
    } catch (error) {
      if (!(error instanceof BackendConflict)) throw error;
    }
  }
}

/**
 * Deletes the objects of add-ons and add-on versions that the cluster no longer has. Otherwise Cluster API would apply
 * two versions of one add-on in turn. Objects that an add-on has made in the cluster stay there.
 */
async function deleteFormerAddOns(clusterApi: ClusterApi, clusterUuid: Uuid, spec: ClusterApiSpec): Promise<void> {
  const prefix = addOnName(spec.capiName, ADD_ON);
  const present = new Set(addOnSources(spec).map((source) => addOnName(spec.capiName, source)));
  const owned = await listOwned(clusterApi, clusterUuid, spec);
  for (const { kind, name } of owned.filter((one) => one.name.startsWith(prefix) && !present.has(one.name))) {
    await clusterApi.delete(kind, name);
  }
}

/**
 * Makes Cluster API replace the control plane machines that were created before the time `controlPlaneNewerThan`. The
 * control plane's object is changed directly, because a topology has no field for this.
 */
async function rollControlPlane(clusterApi: ClusterApi, { capiName, controlPlaneNewerThan }: ClusterApiSpec) {
  if (controlPlaneNewerThan === undefined) return;
  const rolloutAfter = controlPlaneNewerThan.replace(/\.\d+Z$/, 'Z');
  for (const { metadata } of await clusterApi.list(MADE_KINDS.controlPlane, { [OF_CLUSTER]: capiName })) {
    await clusterApi.merge({ ...MADE_KINDS.controlPlane, metadata: { name: metadata.name }, spec: { rolloutAfter } });
  }
}

/**
 * Writes all objects of the cluster. Server-side apply also updates objects that already exist. So a repeated step
 * changes nothing.
 */
export const applyCluster = onProvider(
  steps['cluster-api'].applyCluster,
  async (deps: ClusterApiDeps, target, cluster) => {
    const { store, clock } = deps;
    const spec = specOf(cluster);
    const clusterApi = await clusterApiOf(deps, cluster);
    const objects = await renderedCluster(deps, clusterApi, cluster);
    const { uuid, clusterApiChange: change } = cluster;
    if (change) await markChosen(clusterApi, spec, change.chosen);
    for (const object of objects) await clusterApi.apply(object);
    if (change) await deleteFormerAddOns(clusterApi, uuid, spec);
    if (spec.controlPlaneNewerThan !== change?.before.spec.controlPlaneNewerThan) {
      await rollControlPlane(clusterApi, spec);
    }
    const fields = { backendId: spec.capiName, currentStep: 'Cluster API creates the machines' };
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
    await note(deps, target, {
      step: 'cluster-api',
      message: `The Cluster API objects of cluster ${spec.capiName} have been written`,
    });
    return {};
  },
);
