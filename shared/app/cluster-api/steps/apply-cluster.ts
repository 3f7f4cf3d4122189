import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { MADE_KINDS, OF_CLUSTER } from '#shared/domain/cluster-api/kubernetes-object';
import { ADD_ON, addOnName, addOnSources } from '#shared/domain/cluster-api/rendering/add-ons';
import { renderCluster } from '#shared/domain/cluster-api/rendering/render-cluster';
import { wantedVersionOf } from '#shared/domain/clusters/cluster-api-change';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { BackendConflict } from '#shared/errors';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { listOwned } from '../list-owned.ts';
import { readAddOns } from '../read-add-ons.ts';
import { readCloud } from '../read-cloud.ts';
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
 * Deletes the objects of add-ons and versions that the cluster no longer has. Otherwise Cluster API would apply two
 * versions of one add-on in turn. What an add-on has made in the cluster stays there.
 */
async function deleteFormerAddOns(clusterApi: ClusterApi, clusterUuid: Uuid, spec: ClusterApiSpec): Promise<void> {
  const prefix = addOnName(spec.capiName, ADD_ON);
  const present = new Set(addOnSources(spec).map((source) => addOnName(spec.capiName, source)));
  const owned = await listOwned(clusterApi, clusterUuid);
  for (const { kind, name } of owned.filter((one) => one.name.startsWith(prefix) && !present.has(one.name))) {
    await clusterApi.delete(kind, name);
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
    const settings = await clusterApiSettingsOf(deps, cluster.settingsUuid);
    const clusterApi = await clusterApiOf(deps, cluster);
    const [cloud, sources] = await Promise.all([
      spec.infrastructure === 'openstack' ? readCloud(deps, cluster, settings.options) : undefined,
      readAddOns(clusterApi, spec),
    ]);
    const { uuid, clusterApiChange: change } = cluster;
    const { namespace } = settings.options;
    const kubernetesVersion = wantedVersionOf(cluster);
    const objects = renderCluster({ uuid, namespace, kubernetesVersion, spec, cloud }, sources);
    if (change) await markChosen(clusterApi, spec, change.chosen);
    for (const object of objects) await clusterApi.apply(object);
    if (change) await deleteFormerAddOns(clusterApi, uuid, spec);
    const fields = { backendId: spec.capiName, currentStep: 'Cluster API creates the machines' };
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
    await note(deps, target, { step: 'cluster-api', message: `Cluster ${spec.capiName} is written to Cluster API` });
    return {};
  },
);
