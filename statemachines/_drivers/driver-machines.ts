import type { DriverName } from '#shared/domain/_core/cluster-driver';
import type { Machine } from '../_blocks/machine.ts';

/**
 * The state machines of a driver (`shared/drivers/driver.ts` has the part that runs in functions). They include those
 * named in `DRIVER_MACHINES`, and others that these start.
 */
export type DriverMachines = { name: DriverName; machines: readonly Machine[] };
