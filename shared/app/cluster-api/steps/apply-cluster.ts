import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { renderCluster } from '#shared/domain/cluster-api/rendering/render-cluster';
import { readAddOns } from '../read-add-ons.ts';
import { readCloud } from '../read-cloud.ts';
import { type ClusterApiDeps, clusterApiOf, specOf } from './cluster-api-deps.ts';

/**
 * Writes all objects of the cluster. Server-side apply brings objects that are there already to the wanted form, so a
 * repeated step changes nothing.
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
    const { uuid, kubernetesVersion } = cluster;
    const { namespace } = settings.options;
    const objects = renderCluster({ uuid, namespace, kubernetesVersion, spec, cloud }, sources);
    for (const object of objects) await clusterApi.apply(object);
    const fields = { backendId: spec.capiName, currentStep: 'Cluster API creates the machines' };
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
    await note(deps, target, { step: 'cluster-api', message: `Cluster ${spec.capiName} is written to Cluster API` });
    return {};
  },
);
