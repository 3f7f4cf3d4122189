import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import { poolSettings } from '../planning/pools/cluster-spec.ts';
import { pool, poolMachineSpec } from '../planning/pools/pool-spec.ts';
import { stall } from './waits/stall.ts';

/**
 * The machines that Rancher could not create for a pool. Rancher deletes such a machine and creates another one, again
 * and again. Therefore Paddock counts the failed machines.
 */
export const failedMachines = z.object({
  /**
   * Name of the template from which Rancher tried to create these machines. If the pool gets another template, the
   * failed machines are counted from zero again.
   */
  configName: z.string(),
  names: z.array(z.string()),
  message: z.string(),
  at: instant,
});
export type FailedMachines = z.infer<typeof failedMachines>;

/** The resources that the machines of a pool use in their cloud. The cluster is charged for these resources. */
export const runningMachines = z.object({ count: z.int(), vcpus: z.int(), ramMb: z.int(), storageMb: z.int() });
export type RunningMachines = z.infer<typeof runningMachines>;

/** A pool as it is stored. Its uuid is made from the cluster and the pool's name. */
export const storedPool = pool.extend({
  uuid,
  /** Whether a person has set the quantity of an autoscaled pool, and Rancher has not reached this quantity yet. */
  isQuantityDue: z.boolean().optional(),
  /** The resources of the machines that were nodes at the last observation. Absent before the first observation. */
  running: runningMachines.optional(),
  /**
   * The time since which some machines of the pool are missing or not ready in Rancher. Absent while all machines are
   * ready.
   */
  unhealthySince: instant.optional(),
  failed: failedMachines.optional(),
  /** Set when too many machines have failed. Paddock then pauses the pool in Rancher. */
  stall: stall.optional(),
});
export type StoredPool = z.infer<typeof storedPool>;

/** The pools of a cluster. Rancher stores all pools in one object, so Paddock stores and changes them as a whole. */
export const machinePools = z.object({
  settings: poolSettings,
  pools: z.array(storedPool),
  /** Networks of the machines (CIDR). Machines use no proxy for addresses in these networks. */
  nodeCidrs: z.array(z.string()),
  /** Addresses of a managed cluster's load balancers. The certificate of the API server contains these addresses. */
  balancerAddresses: z.array(z.string()).optional(),
  /**
   * Names of all machines that Rancher has shown for this cluster so far. Their servers have the same names. A sweep
   * looks for servers with these names, because Rancher gives servers no tag.
   */
  machineNames: z.array(z.string()),
  /**
   * Ids of volumes that Nova should delete with the servers of the cluster's machines. If Cinder does not delete a
   * volume, Nova leaves the volume behind. Such a volume has neither a name nor a tag, so Paddock can find it only by
   * its id. Absent before the first change or deletion.
   */
  volumeIds: z.array(z.string()).optional(),
  /** Sizes of all flavors that machines have had so far, by `flavorKey`. A flavor never changes its size. */
  flavors: z.record(z.string(), z.object({ vcpus: z.int(), ramMb: z.int() })).optional(),
});
export type MachinePools = z.infer<typeof machinePools>;

/** An accepted change of pools. `machinePools` of the cluster already contains the changed pools. */
export const poolChange = z.object({
  /**
   * Pools in which all machines are replaced, in the order of replacement. `machine` has the settings of the machines
   * before the change.
   */
  rolling: z.array(z.object({ name: z.string(), machine: poolMachineSpec })),
  /** The number of pools in `rolling` that have their new configuration after the current stage of the change. */
  rolled: z.int(),
  /** Machines that a person has chosen to be deleted when their pools get smaller. */
  chosen: z.array(z.string()),
  /** Machines that are deleted. Rancher replaces each of them with a new machine. */
  deleted: z.array(z.string()),
  /**
   * Machines that Rancher removes without deleting their servers, because the cloud has refused to delete the servers.
   */
  forced: z.array(z.string()),
});
export type PoolChange = z.infer<typeof poolChange>;
