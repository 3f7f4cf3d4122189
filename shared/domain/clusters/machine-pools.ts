import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { poolSettings } from '../planning/pools/cluster-spec.ts';
import { pool } from '../planning/pools/pool-spec.ts';

/** A pool as it is stored. Its uuid is made from the cluster and the pool's name. */
export const storedPool = pool.extend({
  uuid,
  /** A person has set the quantity of an autoscaled pool, and Rancher has not yet reached it. */
  isQuantityDue: z.boolean().optional(),
});
export type StoredPool = z.infer<typeof storedPool>;

/** The pools of a cluster. Rancher has them in one object, so they are stored and changed as a whole. */
export const machinePools = z.object({
  settings: poolSettings,
  pools: z.array(storedPool),
  /** Networks of the machines. Machines reach each other there without a proxy. */
  nodeCidrs: z.array(z.string()),
  /**
   * Names of all machines that Rancher was seen to have for this cluster. Servers have the same names. A sweep looks for
   * them, because Rancher gives servers no tag.
   */
  machineNames: z.array(z.string()),
});
export type MachinePools = z.infer<typeof machinePools>;
