import type { PlannedClusterApi } from '../planning/cluster-api/plan-cluster-api.ts';
import { newObjects } from './change/changed-objects.ts';
import { CONTROL_PLANE } from './change/cluster-form.ts';
import { serverGroupName } from './cloud/objects-in-cloud.ts';

/** A placeholder. The real name is derived from the cluster's uuid, which exists only after the order is placed. */
const NAME = 'kube-{name}';

type PlannedGroup = { name: string; role: string; count: number; flavorName: string; imageId: string };

/**
 * The objects that Paddock itself creates for an order of a Cluster API cluster. Cluster API creates all other objects
 * in the cloud.
 */
export type PlannedClusterApiObjects = {
  kubernetesVersion: string;
  /** Kinds and names of the objects in the management cluster of Cluster API. */
  objects: string[];
  /** Names of the server groups in the tenant. Empty if the machines exist only in memory. */
  serverGroups: string[];
  /** The control plane, then the node groups. */
  groups: PlannedGroup[];
};

export function plannedClusterApiObjects(
  planned: PlannedClusterApi,
  kubernetesVersion: string,
): PlannedClusterApiObjects {
  const spec = { ...planned, capiName: NAME };
  const { controlPlane, nodeGroups } = spec;
  const isInCloud = spec.infrastructure === 'openstack';
  return {
    kubernetesVersion,
    objects: newObjects({ spec, kubernetesVersion }),
    serverGroups: isInCloud ? [undefined, ...nodeGroups].map((group) => serverGroupName(NAME, group?.name)) : [],
    groups: [{ ...controlPlane, name: CONTROL_PLANE, role: 'master' }, ...nodeGroups].map(
      ({ name, role, replicas: count, flavorName, imageId }) => ({ name, role, count, flavorName, imageId }),
    ),
  };
}
