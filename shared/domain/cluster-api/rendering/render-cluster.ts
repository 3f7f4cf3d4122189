import { Misconfigured } from '#shared/errors';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { addOnSets, type Manifests } from './add-ons.ts';
import { cloudConfigSecret } from './cloud-config.ts';
import { CURRENT_CLASS_VERSION, clusterClass } from './cluster-class.ts';
import type { ClusterToRender } from './cluster-to-render.ts';
import { topologyCluster } from './topology-cluster.ts';

/**
 * All objects of a cluster, in the order in which they are applied: the ClusterClass with its templates, then the
 * cluster's credential and add-ons, then the cluster itself. The same cluster always gives the same objects.
 * @param sources manifests of the ConfigMaps that `addOnSources` names
 * @throws Misconfigured if the cluster cannot be made with these settings
 */
export function renderCluster(cluster: ClusterToRender, sources: ReadonlyMap<string, Manifests>): KubernetesObject[] {
  const { infrastructure, classVersion } = cluster.spec;
  if (classVersion !== CURRENT_CLASS_VERSION) {
    throw new Misconfigured(`This release of Paddock does not know version ${classVersion} of the ClusterClass.`);
  }
  return [...clusterClass(infrastructure, classVersion), ...ownObjects(cluster, sources), topologyCluster(cluster)];
}

function ownObjects(cluster: ClusterToRender, sources: ReadonlyMap<string, Manifests>): KubernetesObject[] {
  const { cloud, spec } = cluster;
  if (spec.infrastructure === 'in-memory') return [];
  if (!cloud) throw new Misconfigured('The cloud credential of the cluster is missing.');
  return [cloudConfigSecret(cluster, cloud), ...addOnSets(cluster, cloud, sources)];
}
