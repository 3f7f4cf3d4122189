import { z } from 'zod';
import { uuid } from '../../_core/identifier.ts';
import { rancherRole } from '../rancher-role.ts';

const taintEffect = z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']);
export const taint = z.object({ key: z.string(), value: z.string(), effect: taintEffect });
export type Taint = z.infer<typeof taint>;

/**
 * The machines of the pool in their cloud, with the cloud's ids. All these fields become the pool's machine config, so
 * a change of any field replaces the machines. There is only one network, because Rancher's OpenStack driver connects a
 * machine to only one network.
 */
export const poolMachineSpec = z.object({
  flavorId: z.string(),
  imageId: z.string(),
  networkId: z.string(),
  securityGroupIds: z.array(z.string()),
  /** The volume from which the machine boots. If absent, the machine boots from the disk of its flavor. */
  rootVolume: z.object({ sizeGb: z.int(), volumeType: z.string().optional() }).optional(),
  availabilityZone: z.string().optional(),
  serverGroupId: z.string().optional(),
  /**
   * Name of the external network from which each machine gets a floating IP. If absent, the machines get no floating
   * IPs.
   */
  floatingIpPool: z.string().optional(),
  /** The SSH user in the image. Rancher signs in as this user to install its agent. */
  sshUser: z.string(),
  userData: z.string().optional(),
});
export type PoolMachineSpec = z.infer<typeof poolMachineSpec>;

/** Limits between which Rancher's autoscaler chooses the number of machines. */
const autoscaling = z.object({ min: z.int(), max: z.int() });

/**
 * The limits for the replacement of unhealthy machines. If `unhealthyNodeTimeout` is 0, Paddock writes none of these
 * limits, otherwise all of them. If only some were set, Cluster API would replace machines without a limit.
 * `failed-machines.ts` limits how many new machines of a pool may fail.
 */
export const healthCheck = z.object({
  /**
   * How many seconds a node may be not ready before its machine is replaced. 0 means that machines are never replaced.
   */
  unhealthyNodeTimeout: z.int(),
  /**
   * The maximum number or percentage of unhealthy machines, such as `2` or `40%`. If more machines are unhealthy, no
   * machine is replaced.
   */
  maxUnhealthy: z.string(),
  /** How many seconds a new machine may take to become a node. */
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
  /** The tenant of the machines in a managed cluster. If absent, the machines are in the cluster's only tenant. */
  tenantUuid: uuid.optional(),
  /** The number of machines that a user has set. With autoscaling the real number may differ. */
  quantity: z.int(),
  ...poolMachineSpec.shape,
  labels: z.record(z.string(), z.string()),
  taints: z.array(taint),
  /** Whether workloads are moved away from a machine before it is deleted. */
  drainBeforeDelete: z.boolean(),
  /** After how many seconds a machine is deleted although its drain has not ended. 0 means never. */
  drainTimeout: z.int(),
  ...healthCheck.shape,
  autoscaling: autoscaling.optional(),
  /** Whether the pool is paused. Rancher creates, replaces and deletes no machines of a paused pool. */
  paused: z.boolean(),
  /** Maximum length of host names. If absent, Rancher's default applies. */
  hostnameLengthLimit: z.int().optional(),
});
export type PoolSpec = z.infer<typeof poolSpec>;

/**
 * A pool of a cluster. `configVersion` is the version of the algorithm that renders and names the pool's machine
 * configs. The version never changes during the life of the pool, so that a new release of Paddock replaces no
 * machines.
 */
export const pool = z.object({
  spec: poolSpec,
  configVersion: z.int(),
  /**
   * The machine config that somebody else has made for a pool of an imported cluster: its name and its contents.
   * Undefined for all other pools.
   */
  adopted: z.object({ configName: z.string(), machine: poolMachineSpec }).optional(),
});
export type Pool = z.infer<typeof pool>;

export type WithRoles = Pick<PoolSpec, 'roles'>;
export const hasEtcd = ({ roles }: WithRoles): boolean => roles.includes('etcd');
export const hasControlPlane = ({ roles }: WithRoles): boolean => roles.includes('controlplane');
export const hasWorker = ({ roles }: WithRoles): boolean => roles.includes('worker');
/** Whether the machines of the pool run only workloads. */
export const isWorkerOnly = (pool: WithRoles): boolean => !hasEtcd(pool) && !hasControlPlane(pool);

/** How many machines the pool may have. An autoscaled pool has as many as its limit allows. */
export const mostMachines = ({ quantity, autoscaling }: Pick<PoolSpec, 'quantity' | 'autoscaling'>): number =>
  autoscaling ? autoscaling.max : quantity;
