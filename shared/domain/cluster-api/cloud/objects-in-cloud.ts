import type { Uuid } from '../../_core/identifier.ts';

/**
 * Objects that programs inside a cluster have made in its tenant. The programs are the cloud controller manager and the
 * Cinder CSI driver. Paddock passes the cluster's uuid to both as the name of the cluster, and they write it into the
 * objects. So objects of other clusters never match, whatever their names are.
 */

type Described = { description: string };

/** A load balancer of a Service of type LoadBalancer. */
export const isServiceLoadBalancer = (uuid: Uuid, { description }: Described): boolean =>
  description.startsWith('Kubernetes ') && description.endsWith(` from cluster ${uuid}`);

/** The floating IP of such a load balancer. A floating IP that a user has made has another description, and stays. */
export const isServiceFloatingIp = (uuid: Uuid, { description }: Described): boolean =>
  description.startsWith('Floating IP for Kubernetes ') && description.endsWith(` from cluster ${uuid}`);

/** The security group that lets such a load balancer reach the nodes. */
export const isServiceSecurityGroup = (uuid: Uuid, { name, description }: Described & { name: string }): boolean =>
  name.startsWith('lb-sg-') && description.endsWith(` LoadBalancer in cluster ${uuid}`);

/** Metadata of a volume: the cluster whose driver has made it. */
export const VOLUME_CLUSTER = 'cinder.csi.openstack.org/cluster';
/** Metadata with which a user keeps a volume when its cluster is deleted. */
export const VOLUME_KEPT = 'paddock.cloud/keep';

/** A volume of a PersistentVolume, whatever its reclaim policy is. */
export const isClusterVolume = (uuid: Uuid, metadata: Readonly<Record<string, string>>): boolean =>
  metadata[VOLUME_CLUSTER] === uuid && metadata[VOLUME_KEPT] !== 'true';

/** Whether the name is that of a machine, or of something made for a machine, such as its port. */
export const isOfMachine = (capiName: string, name: string): boolean => name.startsWith(`${capiName}-`);

/** Names of the server groups of a cluster: that of its control plane, and one for each node group. */
export const serverGroupName = (capiName: string, nodeGroup?: string): string =>
  nodeGroup === undefined ? capiName : `${capiName}-${nodeGroup}`;
export const isServerGroupOf = (capiName: string, name: string): boolean =>
  name === capiName || name.startsWith(`${capiName}-`);
