import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import type { KubernetesObject } from '#shared/domain/cluster-api/kubernetes-object';
import { renderCluster } from '#shared/domain/cluster-api/rendering/render-cluster';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { wantedVersionOf } from '#shared/domain/clusters/cluster-api-change';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { readAddOns } from './read-add-ons.ts';
import { readCloud } from './read-cloud.ts';
import { type ClusterApiDeps, specOf } from './steps/cluster-api-deps.ts';

/** Renders all objects of a cluster from its record, its credential, and the management cluster's manifests of add-ons. */
export async function renderedCluster(
  deps: ClusterApiDeps,
  clusterApi: ClusterApi,
  cluster: Cluster,
): Promise<KubernetesObject[]> {
  const spec = specOf(cluster);
  const { options } = await clusterApiSettingsOf(deps, cluster.settingsUuid);
  const [cloud, sources] = await Promise.all([
    spec.infrastructure === 'openstack' ? readCloud(deps, cluster, options) : undefined,
    readAddOns(clusterApi, spec),
  ]);
  const { uuid } = cluster;
  const { namespace } = options;
  return renderCluster({ uuid, namespace, kubernetesVersion: wantedVersionOf(cluster), spec, cloud }, sources);
}
