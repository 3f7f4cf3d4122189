import { type ClusterApiSpec, writesCount } from '../../planning/cluster-api/cluster-spec.ts';
import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { isTrue, newCondition, oldCondition, specOf, statusOf } from './conditions.ts';

/** The objects of one cluster, as the management cluster of Cluster API lists them. */
export type SeenCluster = {
  cluster?: SeenKubernetesObject | undefined;
  controlPlane?: SeenKubernetesObject | undefined;
  machineDeployments: readonly SeenKubernetesObject[];
  machines: readonly SeenKubernetesObject[];
  /** Objects of the infrastructure provider: its cluster and its machines. */
  infrastructure: readonly SeenKubernetesObject[];
};

/** The settings that the cluster should have according to its record. */
export type WantedCluster = {
  spec: Pick<ClusterApiSpec, 'controlPlane' | 'nodeGroups' | 'controlPlaneNewerThan'>;
  kubernetesVersion: string;
};

const GROUP_LABEL = 'topology.cluster.x-k8s.io/deployment-name';
export const groupOf = ({ metadata }: SeenKubernetesObject): string | undefined => metadata.labels[GROUP_LABEL];

const CONTROL_PLANE_LABEL = 'cluster.x-k8s.io/control-plane';
export const isOfControlPlane = ({ metadata }: SeenKubernetesObject): boolean => CONTROL_PLANE_LABEL in metadata.labels;

/**
 * Numbers of machines of a control plane or node group: all machines (`replicas`), wanted machines, ready machines, and
 * machines that are up to date (`updated`).
 */
export type GroupProgress = {
  /** `control plane`, or `node group <name>`. */
  title: string;
  wanted: number;
  ready: number;
  updated: number;
  replicas: number;
  /** Whether the object has the wanted version and number of machines, and its status is up to date. */
  isTaken: boolean;
};

/** Whether the status describes the current spec. A status of an earlier spec does not count. */
const isOfPresentForm = (object: SeenKubernetesObject): boolean => {
  const { observedGeneration } = statusOf(object);
  const { generation } = object.metadata;
  return generation === undefined || observedGeneration === undefined || observedGeneration >= generation;
};

const numbers = (object: SeenKubernetesObject) => {
  const { replicas = 0, readyReplicas = 0, updatedReplicas = 0 } = statusOf(object);
  return { replicas, ready: readyReplicas, updated: updatedReplicas };
};
const ABSENT = { replicas: 0, ready: 0, updated: 0, isTaken: false };

/** Number of control plane machines that have to be replaced because of their age. */
function tooOld({ machines }: SeenCluster, { spec: { controlPlaneNewerThan: since } }: WantedCluster): number {
  if (since === undefined) return 0;
  const isOlder = ({ metadata: { creationTimestamp } }: SeenKubernetesObject) =>
    creationTimestamp !== undefined && Date.parse(creationTimestamp) < Date.parse(since);
  return machines.filter((machine) => isOfControlPlane(machine) && isOlder(machine)).length;
}

function controlPlaneProgress(seen: SeenCluster, wanted: WantedCluster): GroupProgress {
  const { controlPlane } = seen;
  const title = 'control plane';
  const { replicas } = wanted.spec.controlPlane;
  if (!controlPlane) return { title, wanted: replicas, ...ABSENT };
  const { replicas: written, version } = specOf(controlPlane);
  const isTaken = written === replicas && version === wanted.kubernetesVersion && isOfPresentForm(controlPlane);
  const counts = numbers(controlPlane);
  // Machines that are too old are subtracted, because Cluster API counts them as updated until it notices their age.
  const updated = Math.min(counts.updated, Math.max(0, counts.replicas - tooOld(seen, wanted)));
  return { title, wanted: replicas, ...counts, updated, isTaken };
}

function groupProgress({ machineDeployments }: SeenCluster, wanted: WantedCluster): GroupProgress[] {
  return wanted.spec.nodeGroups.map((group) => {
    const title = `node group ${group.name}`;
    const deployment = machineDeployments.find((one) => groupOf(one) === group.name);
    if (!deployment) return { title, wanted: group.replicas, ...ABSENT };
    const { replicas, template } = specOf(deployment);
    // If the autoscaler sets the number of machines, the number in the MachineDeployment is taken as the wanted number.
    const count = writesCount(group) ? group.replicas : (replicas ?? 0);
    const isTaken =
      replicas === count && template?.spec.version === wanted.kubernetesVersion && isOfPresentForm(deployment);
    return { title, wanted: count, ...numbers(deployment), isTaken };
  });
}

export const progressOf = (seen: SeenCluster, wanted: WantedCluster): GroupProgress[] => [
  controlPlaneProgress(seen, wanted),
  ...groupProgress(seen, wanted),
];

export const isComplete = ({ wanted, ready, updated, replicas, isTaken }: GroupProgress): boolean =>
  isTaken && ready === wanted && updated === wanted && replicas === wanted;

/** Node groups that Cluster API still has, although the record no longer wants them. */
export const unwantedGroups = ({ machineDeployments }: SeenCluster, { spec }: WantedCluster): SeenKubernetesObject[] =>
  machineDeployments.filter((one) => !spec.nodeGroups.some(({ name }) => name === groupOf(one)));

/**
 * Whether Cluster API has applied the latest spec of the cluster to the templates of its machines. A condition about an
 * older spec does not count.
 */
export function isTopologyTaken(cluster: SeenKubernetesObject): boolean {
  const taken = newCondition(cluster, 'TopologyReconciled') ?? oldCondition(cluster, 'TopologyReconciled');
  const { generation } = cluster.metadata;
  const isOfThisForm =
    generation === undefined || taken?.observedGeneration === undefined || taken.observedGeneration >= generation;
  return isTrue(taken) && isOfThisForm;
}

/**
 * Whether the cluster is usable: its API answers, and its machines are nodes. With v1beta2, the condition `Available`
 * shows this. With v1beta1, four conditions are checked instead. These conditions can be true before the cluster has a
 * worker, so `isComplete` also checks the numbers of machines.
 */
export function isUsable(cluster: SeenKubernetesObject): boolean {
  const available = newCondition(cluster, 'Available');
  if (available) return isTrue(available) && !isTrue(newCondition(cluster, 'RollingOut'));
  return ['Ready', 'ControlPlaneInitialized', 'ControlPlaneReady', 'InfrastructureReady'].every((type) =>
    isTrue(oldCondition(cluster, type)),
  );
}
