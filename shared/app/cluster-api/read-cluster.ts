import type { Uuid } from '#shared/domain/_core/identifier';
import { KINDS, MADE_KINDS, OF_CLUSTER } from '#shared/domain/cluster-api/kubernetes-object';
import { clusterLabels } from '#shared/domain/cluster-api/rendering/cluster-to-render';
import type { SeenCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import type { ClusterApi, ObjectKind } from '#shared/ports/cluster-api';

/**
 * Reads the objects of one cluster on the management side with one list request for each kind. A cluster of the same
 * name without Paddock's label is somebody else's, and counts as absent.
 */
export async function readCluster(
  clusterApi: ClusterApi,
  clusterUuid: Uuid,
  { capiName, infrastructure }: Pick<ClusterApiSpec, 'capiName' | 'infrastructure'>,
): Promise<SeenCluster> {
  const listed = (kind: ObjectKind) => clusterApi.list(kind, { [OF_CLUSTER]: capiName });
  const [clusters, controlPlanes, machineDeployments, machines, ...others] = await Promise.all([
    clusterApi.list(KINDS.cluster, clusterLabels(clusterUuid)),
    listed(MADE_KINDS.controlPlane),
    listed(MADE_KINDS.machineDeployment),
    listed(MADE_KINDS.machine),
    ...MADE_KINDS.infrastructure[infrastructure].map(listed),
  ]);
  return {
    cluster: clusters.find(({ metadata }) => metadata.name === capiName),
    controlPlane: controlPlanes[0],
    machineDeployments,
    machines,
    infrastructure: others.flat(),
  };
}
