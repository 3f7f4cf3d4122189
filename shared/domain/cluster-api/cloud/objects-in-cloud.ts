import type { Uuid } from '../../_core/identifier.ts';

/**
 * Recognizes objects that programs inside a cluster have made in its tenant. The programs are the cloud controller
 * manager and the Cinder CSI driver. Paddock gives the cluster's uuid to both programs as the name of the cluster. The
 * programs write this name into their objects, so objects of other clusters never match.
 */

type Described = { description: string };

/** Whether the load balancer was made for a Service of the cluster. */
export const isServiceLoadBalancer = (uuid: Uuid, { description }: Described): boolean =>
  description.startsWith('Kubernetes ') && description.endsWith(` from cluster ${uuid}`);

/**
 * Whether the floating IP was made for a Service of the cluster. A floating IP that a user has made has another
 * description, so it is not deleted.
 */
export const isServiceFloatingIp = (uuid: Uuid, { description }: Described): boolean =>
  description.startsWith('Floating IP for Kubernetes ') && description.endsWith(` from cluster ${uuid}`);

/** Whether the security group was made to let the load balancer of a Service reach the cluster's nodes. */
export const isServiceSecurityGroup = (uuid: Uuid, { name, description }: Described & { name: string }): boolean =>
  name.startsWith('lb-sg-') && description.endsWith(` LoadBalancer in cluster ${uuid}`);

/**
 * Key in the metadata of a volume. The key's value is the uuid of the cluster for which the Cinder CSI driver has made
 * the volume.
 */
export const VOLUME_CLUSTER = 'cinder.csi.openstack.org/cluster';
/**
 * Key that users set in the metadata of a volume. With `true`, the volume is kept when its cluster is deleted.
 */
export const VOLUME_KEPT = 'paddock.cloud/keep';

/**
 * Whether the volume was made for a PersistentVolume of the cluster, and no user wants to keep it. The reclaim policy
 * does not matter.
 */
export const isClusterVolume = (uuid: Uuid, metadata: Readonly<Record<string, string>>): boolean =>
  metadata[VOLUME_CLUSTER] === uuid && metadata[VOLUME_KEPT] !== 'true';

/**
 * Whether this is the name of a machine of the cluster, or of an object that belongs to a machine, such as a port of
 * the machine.
 */
export const isOfMachine = (capiName: string, name: string): boolean => name.startsWith(`${capiName}-`);

/**
 * The name of a server group of a cluster. There is one server group for the control plane, and one for each node
 * group.
 */
export const serverGroupName = (capiName: string, nodeGroup?: string): string =>
  nodeGroup === undefined ? capiName : `${capiName}-${nodeGroup}`;
export const isServerGroupOf = (capiName: string, name: string): boolean =>
  name === capiName || name.startsWith(`${capiName}-`);
