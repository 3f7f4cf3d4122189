import type { Uuid } from '#shared/domain/_core/identifier';
import { KINDS, MADE_KINDS, OF_CLUSTER, type SeenKubernetesObject } from '#shared/domain/cluster-api/kubernetes-object';
import { clusterLabels } from '#shared/domain/cluster-api/rendering/cluster-to-render';
import type { SeenCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { CLUSTER_LABEL } from '#shared/domain/planning/naming';
import type { ClusterApi, ObjectKind } from '#shared/ports/cluster-api';

type Spec = Pick<ClusterApiSpec, 'capiName' | 'infrastructure'>;
type Listed = {
  clusters: readonly SeenKubernetesObject[];
  controlPlanes: readonly SeenKubernetesObject[];
  machineDeployments: readonly SeenKubernetesObject[];
  machines: readonly SeenKubernetesObject[];
  infrastructure: readonly SeenKubernetesObject[];
};

/** Makes one list request for each kind. */
async function listed(
  clusterApi: ClusterApi,
  infrastructures: Iterable<Spec['infrastructure']>,
  labels: { own: Record<string, string>; made: Record<string, string> },
): Promise<Listed> {
  const made = (kind: ObjectKind) => clusterApi.list(kind, labels.made);
  const ofProviders = [...infrastructures].flatMap((one): readonly ObjectKind[] => MADE_KINDS.infrastructure[one]);
  const [clusters, controlPlanes, machineDeployments, machines, ...others] = await Promise.all([
    clusterApi.list(KINDS.cluster, labels.own),
    made(MADE_KINDS.controlPlane),
    made(MADE_KINDS.machineDeployment),
    made(MADE_KINDS.machine),
    ...ofProviders.map(made),
  ]);
  return { clusters, controlPlanes, machineDeployments, machines, infrastructure: others.flat() };
}

/** The objects of one cluster. A cluster of the same name without Paddock's label is somebody else's, and counts as absent. */
function objectsOf(found: Listed, clusterUuid: Uuid, { capiName }: Spec): SeenCluster {
  const isMade = ({ metadata }: SeenKubernetesObject) => metadata.labels[OF_CLUSTER] === capiName;
  return {
    cluster: found.clusters.find(
      ({ metadata }) => metadata.name === capiName && metadata.labels[CLUSTER_LABEL] === clusterUuid,
    ),
    controlPlane: found.controlPlanes.find(isMade),
    machineDeployments: found.machineDeployments.filter(isMade),
    machines: found.machines.filter(isMade),
    infrastructure: found.infrastructure.filter(isMade),
  };
}

/** Reads the objects of one cluster on the management cluster with one list request for each kind. */
export async function readCluster(clusterApi: ClusterApi, clusterUuid: Uuid, spec: Spec): Promise<SeenCluster> {
  const labels = { own: clusterLabels(clusterUuid), made: { [OF_CLUSTER]: spec.capiName } };
  return objectsOf(await listed(clusterApi, [spec.infrastructure], labels), clusterUuid, spec);
}

/**
 * Reads the objects of all clusters in the namespace with one list request for each kind, however many clusters there
 * are. Returns a function that picks the objects of one cluster.
 */
export async function readClusters(
  clusterApi: ClusterApi,
  specs: readonly Spec[],
): Promise<(clusterUuid: Uuid, spec: Spec) => SeenCluster> {
  const infrastructures = new Set(specs.map(({ infrastructure }) => infrastructure));
  const found = await listed(clusterApi, infrastructures, { own: {}, made: {} });
  return (clusterUuid, spec) => objectsOf(found, clusterUuid, spec);
}
