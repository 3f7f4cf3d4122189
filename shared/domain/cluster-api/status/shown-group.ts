import { derivedUuid, type Uuid } from '../../_core/identifier.ts';
import type { ClusterApiSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { DEFAULT_GROUP } from '../../planning/cluster-api/plan-cluster-api.ts';
import { CONTROL_PLANE } from '../change/cluster-form.ts';
import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { statusOf } from './conditions.ts';
import { groupOf, type SeenCluster } from './seen-cluster.ts';

/**
 * A node group with its settings from the cluster's record, and the numbers of its machines in the management cluster.
 */
export type ShownGroup = {
  uuid: Uuid;
  clusterUuid: Uuid;
  name: string;
  role: string;
  /** Whether the group was made together with the cluster. Such a group cannot be deleted. */
  isDefault: boolean;
  spec: Pick<NodeGroupSpec, 'flavorName' | 'imageId' | 'replicas'> & Partial<NodeGroupSpec>;
  counts: { total: number; ready: number; updated: number };
};

/** The uuid of a group. If a group is deleted and made again, it has the same uuid as before. */
export const groupUuid = (clusterUuid: Uuid, name: string): Uuid => derivedUuid(clusterUuid, `node-group/${name}`);

function countsOf(object: SeenKubernetesObject | undefined): ShownGroup['counts'] {
  const { replicas = 0, readyReplicas = 0, updatedReplicas = 0 } = object ? statusOf(object) : {};
  return { total: replicas, ready: readyReplicas, updated: updatedReplicas };
}

/** A group of workers. `seen` is its MachineDeployment. */
export const workerGroup = (
  clusterUuid: Uuid,
  spec: NodeGroupSpec,
  seen: SeenKubernetesObject | undefined,
): ShownGroup => ({
  ...{ uuid: groupUuid(clusterUuid, spec.name), clusterUuid, name: spec.name, role: spec.role },
  ...{ isDefault: spec.name === DEFAULT_GROUP, spec, counts: countsOf(seen) },
});

/** All groups of a cluster, the control plane first. */
export const shownGroups = (
  clusterUuid: Uuid,
  { controlPlane, nodeGroups }: ClusterApiSpec,
  seen: Pick<SeenCluster, 'controlPlane' | 'machineDeployments'>,
): ShownGroup[] => [
  {
    ...{ uuid: groupUuid(clusterUuid, CONTROL_PLANE), clusterUuid, name: CONTROL_PLANE, role: 'master' },
    ...{ isDefault: true, spec: controlPlane, counts: countsOf(seen.controlPlane) },
  },
  ...nodeGroups.map((spec) =>
    workerGroup(
      clusterUuid,
      spec,
      seen.machineDeployments.find((one) => groupOf(one) === spec.name),
    ),
  ),
];
