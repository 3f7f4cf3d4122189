import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { poolMachineSpec, poolSpec } from '../planning/pools/pool-spec.ts';

type MachineField = keyof typeof poolMachineSpec.shape;
const MACHINE_FIELDS = Object.fromEntries(Object.keys(poolMachineSpec.shape).map((key) => [key, true])) as Record<
  MachineField,
  true
>;

/**
 * A pool in a managed order. The pool's tenant does not exist yet, so the order names objects of the cloud by their
 * names. Paddock makes the network and the security groups of the tenant. Image and availability zone come from the
 * offering of the cloud. Sizes are in MB.
 */
export const managedPoolRequest = poolSpec.omit({ ...MACHINE_FIELDS, tenantUuid: true }).extend({
  /** The cloud of the machines: the uuid of the cloud's offering. Needed only if the order has several clouds. */
  offeringUuid: uuid.optional(),
  flavorName: z.string(),
  rootVolume: z.object({ sizeMb: z.int(), typeName: z.string().optional() }).optional(),
  userData: z.string().optional(),
});
export type ManagedPoolRequest = z.infer<typeof managedPoolRequest>;
