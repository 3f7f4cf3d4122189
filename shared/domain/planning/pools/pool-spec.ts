import { z } from 'zod';
import { rancherRole } from '../rancher-role.ts';

const taintEffect = z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']);
export const taint = z.object({ key: z.string(), value: z.string(), effect: taintEffect });
export type Taint = z.infer<typeof taint>;

/**
 * What a machine of the pool is in its cloud, with the cloud's ids. All of it becomes the pool's machine config, so a
 * change of any field makes new machines. Rancher's OpenStack driver connects a machine to one network.
 */
export const poolMachineSpec = z.object({
  flavorId: z.string(),
  imageId: z.string(),
  networkId: z.string(),
  securityGroupIds: z.array(z.string()),
  /** Absent: the machine boots from the disk of its flavor. */
  rootVolume: z.object({ sizeGb: z.int(), volumeType: z.string().optional() }).optional(),
  availabilityZone: z.string().optional(),
  serverGroupId: z.string().optional(),
  /** Name of the external network for the floating IP of each machine. Absent: machines get none. */
  floatingIpPool: z.string().optional(),
  /** The account of the image that Rancher signs in with to install its agent. */
  sshUser: z.string(),
  userData: z.string().optional(),
});
export type PoolMachineSpec = z.infer<typeof poolMachineSpec>;

/** Limits between which Rancher's autoscaler chooses the number of machines. */
const autoscaling = z.object({ min: z.int(), max: z.int() });

/**
 * When an unhealthy machine is replaced. Cluster API heals without any limit where these are not set, so all of them are
 * always written. The fourth limit is the number of failed attempts after which Paddock reports the pool as stalled.
 */
export const healthCheck = z.object({
  /** Seconds for which a node may not be ready. 0: machines are never replaced. */
  unhealthyNodeTimeout: z.int(),
  /** Number or percentage of unhealthy machines up to which machines are replaced: `2` or `40%`. */
  maxUnhealthy: z.string(),
  /** Seconds that a new machine has to become a node. */
  nodeStartupTimeout: z.int(),
});
export const DEFAULT_HEALTH_CHECK: z.infer<typeof healthCheck> = {
  unhealthyNodeTimeout: 300,
  maxUnhealthy: '40%',
  nodeStartupTimeout: 1200,
};

/** A pool: machines of one kind that Rancher makes, replaces and deletes. */
export const poolSpec = z.object({
  name: z.string(),
  roles: z.array(rancherRole),
  /** The number of machines that a person has set. With autoscaling the real number may differ. */
  quantity: z.int(),
  ...poolMachineSpec.shape,
  labels: z.record(z.string(), z.string()),
  taints: z.array(taint),
  /** Whether workloads are moved away from a machine before it is deleted. */
  drainBeforeDelete: z.boolean(),
  /** Seconds after which a drain is given up and the machine deleted all the same. 0: never. */
  drainTimeout: z.int(),
  ...healthCheck.shape,
  autoscaling: autoscaling.optional(),
  /** Whether Rancher makes, replaces and deletes no machines of the pool for now. */
  paused: z.boolean(),
  /** Maximum length of host names. Absent: Rancher's own. */
  hostnameLengthLimit: z.int().optional(),
});
export type PoolSpec = z.infer<typeof poolSpec>;

/**
 * A pool of a cluster. `configVersion` is the version of the algorithm that renders and names its machine configs. It
 * stays for the life of the pool, so that a new release of Paddock never replaces machines.
 */
export const pool = z.object({
  spec: poolSpec,
  configVersion: z.int(),
  /** Present for a pool of an imported cluster: the machine config that somebody else has made, and what is in it. */
  adopted: z.object({ configName: z.string(), machine: poolMachineSpec }).optional(),
});
export type Pool = z.infer<typeof pool>;

export type WithRoles = Pick<PoolSpec, 'roles'>;
export const hasEtcd = ({ roles }: WithRoles): boolean => roles.includes('etcd');
export const hasControlPlane = ({ roles }: WithRoles): boolean => roles.includes('controlplane');
export const hasWorker = ({ roles }: WithRoles): boolean => roles.includes('worker');
/** Whether the machines of the pool run only workloads. */
export const isWorkerOnly = (pool: WithRoles): boolean => !hasEtcd(pool) && !hasControlPlane(pool);
