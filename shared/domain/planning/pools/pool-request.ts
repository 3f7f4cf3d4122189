import { z } from 'zod';
import { uuid } from '../../_core/identifier.ts';
import { dataVolume } from '../data-volume.ts';
import { poolMachineSpec, poolSpec } from './pool-spec.ts';

/** The machines of a pool in an order, with Paddock's uuids of the tenant's objects. Sizes are in MB. */
const machineRequest = z.object({
  flavorUuid: uuid,
  /** The image of the machines. If absent, the provider's image is used. */
  imageUuid: uuid.optional(),
  networkUuids: z.array(uuid),
  /** The security groups of the machines. If empty, machines get the tenant's default group. */
  securityGroupUuids: z.array(uuid),
  rootVolume: z.object({ sizeMb: z.int(), volumeTypeUuid: uuid.optional() }).optional(),
  dataVolumes: z.array(dataVolume),
  availabilityZone: z.string().optional(),
  serverGroupId: z.string().optional(),
  userData: z.string().optional(),
});
type MachineField = keyof typeof poolMachineSpec.shape;
const MACHINE_FIELDS = Object.fromEntries(Object.keys(poolMachineSpec.shape).map((key) => [key, true])) as Record<
  MachineField,
  true
>;
export const poolRequest = poolSpec.omit(MACHINE_FIELDS).extend(machineRequest.shape);
export type PoolRequest = z.infer<typeof poolRequest>;
