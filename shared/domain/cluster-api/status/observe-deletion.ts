import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { complaintsOf } from './conditions.ts';
import type { SeenCluster } from './seen-cluster.ts';

/** The progress of a cluster's deletion: the remaining objects, and Cluster API's message about them. */
export type DeletionProgress = { isGone: boolean; left: string[]; message: string };

/** Cluster API deletes objects in this order, so the first remaining object delays all others. */
const ORDER = [
  'OpenStackServer',
  'OpenStackMachine',
  'DevMachine',
  'Machine',
  'MachineDeployment',
  'KubeadmControlPlane',
];
const placeOf = ({ kind }: SeenKubernetesObject): number => {
  const place = ORDER.indexOf(kind);
  return place === -1 ? ORDER.length : place;
};

/**
 * Returns the remaining objects of a cluster in the order of their deletion, such as `Machine
 * kube-a1b2c3d4e5-default-worker-x`. Also returns a message about these objects for users.
 */
export function observeDeletion(seen: SeenCluster): DeletionProgress {
  const { cluster, controlPlane, machineDeployments, machines, infrastructure } = seen;
  const there = [...infrastructure, ...machines, ...machineDeployments, controlPlane, cluster].filter(
    (one) => one !== undefined,
  );
  const sorted = there.sort((a, b) => placeOf(a) - placeOf(b));
  const left = sorted.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const [said] = sorted.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).flatMap(complaintsOf);
  const words = said === undefined ? '' : `: ${said.replaceAll(/\s*\n\s*/g, ' ')}`;
  const message = left.length === 0 ? '' : `Waiting for the deletion of ${left.join(', ')}${words}`;
  return { isGone: left.length === 0, left, message };
}
